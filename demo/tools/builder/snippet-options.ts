/** The options of a form in the snippet builder, and their attributes. */
import { defaultColors } from 'voter-registration/contract'
import { languageOptions } from '../../language-options.ts'
import type { Option } from '../../options.tsx'
import type { typedValues } from './typed-values.ts'

/** One option of the builder: its label, its values, and its attribute. */
export interface SnippetOption {
  label: string
  /** The attribute's name. `''`: the option becomes something else, such as a script tag or a token. */
  attribute: string
  /** The kind of a typed value. Default: a choice from a list, or any text. */
  kind?: keyof typeof typedValues
  /** The values to choose from. Default: any text. */
  options?: readonly Option[]
  /** A sentence next to the control. */
  hint?: string
  /** An example of the default for an empty value: a color of the light theme. */
  usual?: string
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

/** All options in display order. An empty value is the form's default. */
export const snippetOptions = {
  partner: {
    label: 'Public name of this form',
    attribute: 'partner',
    hint: 'Included in every event. Never a secret.',
  },
  locale: {
    label: 'Language',
    attribute: 'locale',
    options: [['', "The page's, otherwise the browser's"], ...languageOptions],
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
  color: {
    label: 'Color of buttons and links',
    attribute: '',
    kind: 'color',
    usual: defaultColors.light['color-primary'],
    hint: 'A hex color such as #46389e, like the colors below. Default: violet.',
  },
  surface: {
    label: 'Color of the background',
    attribute: '',
    kind: 'color',
    usual: defaultColors.light['color-surface'],
    hint: 'Default: white; nearly black in the dark theme.',
  },
  text: {
    label: 'Color of text',
    attribute: '',
    kind: 'color',
    usual: defaultColors.light['color-on-surface'],
    hint: 'Default: nearly black; nearly white in the dark theme.',
  },
  focus: {
    label: 'Color of the focus ring',
    attribute: '',
    kind: 'color',
    usual: defaultColors.light['color-focus'],
    hint: 'Default: violet; yellow in the dark theme.',
  },
  danger: {
    label: 'Color of errors',
    attribute: '',
    kind: 'color',
    usual: defaultColors.light['color-danger'],
    hint: 'Default: red. For all other tokens see Theming in the documentation.',
  },
  font: {
    label: 'Font',
    attribute: '',
    options: [
      ['', "The page's font"],
      ['system-ui, sans-serif', "The system's font"],
      ['Georgia, serif', 'Georgia'],
      ['Verdana, sans-serif', 'Verdana'],
    ],
  },
  radius: {
    label: 'Corners',
    attribute: '',
    options: [
      ['', 'Rounded'],
      ['0', 'Square'],
      ['1rem', 'Very round'],
    ],
  },
  layout: {
    label: 'Layout',
    attribute: 'layout',
    options: [
      ['', 'One page'],
      ['steps', 'In steps, with a review'],
    ],
  },
  display: {
    label: 'Display',
    attribute: 'display',
    options: [
      ['', 'In the page'],
      ['dialog', 'In a dialog'],
    ],
    hint: 'A link on your page opens the dialog: see The script tag in the documentation.',
  },
  isolation: {
    label: "The page's styles",
    attribute: 'isolation',
    options: [
      ['', 'Do not apply to the form (shadow root)'],
      ['none', 'Apply to the form'],
    ],
  },
  messages: {
    label: 'Your own texts',
    attribute: 'messages',
    kind: 'json',
    hint: 'JSON, for example {"form.heading":"Get registered"}. The consent wording cannot be replaced.',
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
      ['', 'Immediately'],
      ['lazy', 'When the voter scrolls near it'],
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
    label: 'State facts and help to finish',
    attribute: '',
    options: [
      ['yes', 'Yes'],
      ['', 'No'],
    ],
    hint: 'Adds one script file: state facts if the BFF has Civic data, and "Did you finish?", sharing, copying and printing on the answer. Built into React and the hosted page.',
  },
  subscriber: { label: 'Offer your own text messages', attribute: 'subscriber-opt-in', options: yesNo('true') },
  tracking: {
    label: 'Read utm_* and source from the page’s URL',
    attribute: 'tracking-from-url',
    options: yesNo('false'),
  },
  prefill: {
    label: 'Fields that the page’s URL can fill in',
    attribute: 'prefill-from-url',
    options: [
      ['', 'None'],
      ['first_name last_name zipcode', 'Name and ZIP code'],
      ['state', 'State'],
    ],
    hint: 'Consent is never filled in.',
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
  color: '',
  surface: '',
  text: '',
  focus: '',
  danger: '',
  font: '',
  radius: '',
  layout: '',
  display: '',
  isolation: '',
  messages: '',
  heading: '',
  target: '',
  loading: '',
  kiosk: '',
  facts: 'yes',
  subscriber: '',
  tracking: '',
  prefill: '',
}
