/** What can be chosen for a form in the snippet builder, and the attributes for it. */

/** One option of the builder: its label, its values, and its attribute. */
export interface SnippetOption {
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

/** All options, in the order in which they are shown. An empty value is the form's default. */
export const snippetOptions = {
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
    label: 'Load the form',
    attribute: 'loading',
    options: [
      ['', 'At once'],
      ['lazy', 'When it is near the screen'],
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
    hint: 'Adds one script file. React and the hosted page have it built in.',
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
    label: 'Push events to a data layer',
    attribute: 'data-layer',
    options: [
      ['', 'No'],
      ['dataLayer', 'dataLayer'],
    ],
  },
} as const satisfies Record<string, SnippetOption>

/** The name of an option. */
export type OptionName = keyof typeof snippetOptions

/** The value chosen for each option. */
export type SnippetChoices = { [name in OptionName]: string }

/** The names of all options, in order. */
export const optionNames = Object.keys(snippetOptions).filter((name): name is OptionName =>
  Object.hasOwn(snippetOptions, name),
)

/** Every option at its default. */
export const defaultChoices: SnippetChoices = {
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

/** The attributes of the choices, without those at their default. */
export function attributesOf(chosen: SnippetChoices): [name: string, value: string][] {
  return optionNames.flatMap((name) => {
    const value = chosen[name].trim()
    const { attribute } = snippetOptions[name]
    return value === '' || attribute === '' ? [] : [[attribute, value] as [string, string]]
  })
}
