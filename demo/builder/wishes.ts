/** What can be chosen for a form on somebody's page, and the attributes that it comes to. */

/** One wish of the builder: its label, what it offers, and the attribute that it becomes. */
export interface Wish {
  label: string
  /** `''`: it becomes a script tag instead. */
  attribute: string
  /** Left out: any text. */
  options?: readonly (readonly [value: string, text: string])[]
  /** A sentence beside the control. */
  hint?: string
}

const yesNo = (standard: 'true' | 'false') =>
  standard === 'true'
    ? ([
        ['', 'Yes'],
        ['false', 'No'],
      ] as const)
    : ([
        ['', 'No'],
        ['true', 'Yes'],
      ] as const)

/** All wishes, in the order in which they are shown. An empty value is the form's own default. */
export const wishes = {
  partner: {
    label: 'Public name of this form',
    attribute: 'partner',
    hint: 'Comes back in every event. Never a secret.',
  },
  locale: {
    label: 'Language',
    attribute: 'locale',
    options: [
      ['', "The page's, else the browser's"],
      ['en', 'English'],
      ['es', 'Spanish'],
    ],
  },
  theme: {
    label: 'Theme',
    attribute: 'theme',
    options: [
      ['', "The visitor's system"],
      ['light', 'Light'],
      ['dark', 'Dark'],
      ['inherit', "The page's color-scheme"],
    ],
  },
  density: {
    label: 'Density',
    attribute: 'density',
    options: [
      ['', 'Comfortable'],
      ['compact', 'Compact'],
    ],
  },
  heading: {
    label: 'Heading level',
    attribute: 'heading-level',
    options: [
      ['1', 'h1'],
      ['', 'h2'],
      ['3', 'h3'],
      ['4', 'h4'],
      ['5', 'h5'],
      ['6', 'h6'],
    ],
  },
  target: {
    label: 'Buttons open in',
    attribute: 'link-target',
    options: [
      ['', 'This tab'],
      ['_blank', 'A new tab'],
      ['_top', 'The whole tab'],
    ],
  },
  loading: {
    label: 'Load',
    attribute: 'loading',
    options: [
      ['', 'At once'],
      ['lazy', 'When it comes near'],
    ],
  },
  kiosk: {
    label: 'Shared device: clear after',
    attribute: 'kiosk',
    options: [
      ['', 'Never'],
      ['60', '60 seconds'],
      ['90', '90 seconds'],
      ['180', '3 minutes'],
    ],
    hint: 'For voter drives: one tablet, many voters.',
  },
  facts: {
    label: "Facts about the voter's state",
    attribute: '',
    options: [
      ['', 'No'],
      ['yes', 'Yes, where the BFF has Civic data'],
    ],
    hint: 'One script file more. In React, and on the hosted page, they are inside.',
  },
  subscriber: { label: 'Offer your own text messages', attribute: 'subscriber-opt-in', options: yesNo('true') },
  tracking: {
    label: 'Read utm_* and source from the address',
    attribute: 'tracking-from-url',
    options: yesNo('false'),
  },
  prefill: {
    label: 'Fields the address may fill in',
    attribute: 'prefill-from-url',
    options: [
      ['', 'None'],
      ['first_name last_name zipcode', 'Name and ZIP code'],
      ['state', 'State'],
    ],
    hint: 'Never consent.',
  },
  layer: {
    label: 'Tell a data layer',
    attribute: 'data-layer',
    options: [
      ['', 'No'],
      ['dataLayer', 'dataLayer'],
    ],
  },
} as const satisfies Record<string, Wish>

/** The name of a wish. */
export type WishName = keyof typeof wishes

/** The value chosen for each wish. */
export type Wished = { [name in WishName]: string }

/** The names of all wishes, in order. */
export const wishNames = Object.keys(wishes).filter((name): name is WishName => Object.hasOwn(wishes, name))

/** The form as it is without a wish. */
export const noWishes: Wished = {
  partner: '',
  locale: '',
  theme: '',
  density: '',
  heading: '',
  target: '',
  loading: '',
  kiosk: '',
  facts: '',
  subscriber: '',
  tracking: '',
  prefill: '',
  layer: '',
}

/** The attributes that wishes come to, without those at their default. */
export function attributesOf(wished: Wished): [name: string, value: string][] {
  return wishNames.flatMap((name) => {
    const value = wished[name].trim()
    const { attribute } = wishes[name]
    return value === '' || attribute === '' ? [] : [[attribute, value] as [string, string]]
  })
}
