/** A tester's choices on the QA page, and how they are stored in the page's URL, so that a link shows a colleague the same
 *  page. They contain no personal data. */
import { languageOptions, type Option, stateOptions } from '../options.ts'
import { embedTypeNames, embedTypes } from './embed-types.ts'

/** One control of the page: its label, its options, and its initial value. */
export interface Control {
  label: string
  /** Values as in the URL, with the text to show. */
  options: readonly Option[]
  initial: string
}

/** All controls in display order. The keys are those of the URL: `#language=es&width=320`. */
export const controls = {
  embed: {
    label: 'Embed type',
    options: embedTypeNames.map((embed) => [embed, embedTypes[embed]] as const),
    initial: 'react',
  },
  language: {
    label: 'Language',
    options: [['auto', "The page's (English)"], ...languageOptions],
    initial: 'auto',
  },
  theme: {
    label: 'Theme',
    options: [
      ['auto', "The system's theme"],
      ['light', 'Light'],
      ['dark', 'Dark'],
    ],
    initial: 'auto',
  },
  width: {
    label: 'Column width',
    options: [
      ['320', '320 px'],
      ['480', '480 px'],
      ['720', '720 px'],
      ['full', 'Full'],
    ],
    initial: 'full',
  },
  state: {
    label: 'State',
    options: [['none', 'None'], ...stateOptions],
    initial: 'none',
  },
  target: {
    label: 'Buttons open in',
    options: [
      ['_self', 'This tab'],
      ['_blank', 'A new tab'],
      ['_top', 'The whole tab'],
    ],
    initial: '_self',
  },
  heading: {
    label: 'Heading level',
    options: (['1', '2', '3', '4', '5', '6'] as const).map((level) => [level, `h${level}`] as const),
    initial: '2',
  },
  layout: {
    label: 'Layout',
    options: [
      ['page', 'One page'],
      ['steps', 'Steps'],
    ],
    initial: 'page',
  },
  review: {
    label: 'Review',
    options: [
      ['auto', 'In steps'],
      ['on', 'Always'],
      ['off', 'Never'],
    ],
    initial: 'auto',
  },
  kiosk: {
    label: 'Kiosk',
    options: [
      ['off', 'Off'],
      ['30', '30 s'],
      ['90', '90 s'],
    ],
    initial: 'off',
  },
  partner: {
    label: 'Partner',
    options: [
      ['none', 'None'],
      ['demo', 'demo'],
    ],
    initial: 'none',
  },
  density: {
    label: 'Density',
    options: [
      ['comfortable', 'Comfortable'],
      ['compact', 'Compact'],
    ],
    initial: 'comfortable',
  },
  age: {
    label: 'Age to fill in',
    options: [
      ['adult', 'Adult'],
      ['17', '17 years'],
      ['14', '14 years'],
    ],
    initial: 'adult',
  },
  region: {
    label: 'Region',
    options: [
      ['none', 'None'],
      ['first', 'The state’s first'],
    ],
    initial: 'none',
  },
  strict: {
    label: 'StrictMode',
    options: [
      ['off', 'Off'],
      ['on', 'On'],
    ],
    initial: 'off',
  },
} as const satisfies Record<string, Control>

/** The name of a control. */
export type ControlName = keyof typeof controls

/** The value chosen for each control. */
export type Choices = { [name in ControlName]: (typeof controls)[name]['options'][number][0] }

/** The names of all controls, in order. */
export const controlNames = Object.keys(controls).filter((name): name is ControlName => Object.hasOwn(controls, name))

/** The choices of an untouched page. */
export const initialChoices: Choices = readChoices('')

/**
 * Reads choices from the URL's fragment.
 *
 * @param fragment for example `#language=es`; missing or invalid values get the default
 */
export function readChoices(fragment: string): Choices {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ''))
  const read = <Value extends string>(
    name: ControlName,
    { options, initial }: { options: readonly Option<Value>[]; initial: Value },
  ) => options.find(([value]) => value === parameters.get(name))?.[0] ?? initial
  return {
    embed: read('embed', controls.embed),
    language: read('language', controls.language),
    theme: read('theme', controls.theme),
    width: read('width', controls.width),
    state: read('state', controls.state),
    target: read('target', controls.target),
    heading: read('heading', controls.heading),
    layout: read('layout', controls.layout),
    review: read('review', controls.review),
    kiosk: read('kiosk', controls.kiosk),
    partner: read('partner', controls.partner),
    density: read('density', controls.density),
    age: read('age', controls.age),
    region: read('region', controls.region),
    strict: read('strict', controls.strict),
  }
}

/** Returns choices as a fragment without the defaults, so that an untouched page has no fragment. */
export function writeChoices(choices: Choices): string {
  const changed = controlNames.filter((name) => choices[name] !== controls[name].initial)
  return changed.length === 0 ? '' : `#${new URLSearchParams(changed.map((name) => [name, choices[name]])).toString()}`
}

/** Returns the choices with another value for one of them; an invalid value gives the default. */
export function withChoice(choices: Choices, name: ControlName, value: string): Choices {
  const parameters = new URLSearchParams(writeChoices(choices).slice(1))
  parameters.set(name, value)
  return readChoices(parameters.toString())
}
