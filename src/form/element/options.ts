/** The options of our elements: one table and one parser. `first-screen-options.ts` reads those of the first screen. */
import { trackingNames } from '../../contract/campaign.ts'
import { languageCodes } from '../../contract/languages.ts'
import { isStateCode, stateCodes } from '../../contract/states.ts'
import { prefillable } from '../widget/form/prefill-names.ts'
import { type Appearance, type PrefillField, shortestIdle, type VoterRegistrationOptions } from '../widget/options.ts'

export type { Tracking } from '../../contract/campaign.ts'

/** The element's options: those of the React component, and some for tags only. */
export interface ElementOptions extends VoterRegistrationOptions {
  /** Fields that may be prefilled from the page's URL, separated by spaces on a tag. Default: none. */
  prefillFromUrl?: false | readonly PrefillField[]
  /** Read `utm_*` and `source` from the page's URL if they are not set here. */
  trackingFromUrl?: boolean
  /** Read the language from the page's URL before `locale`: `?lang=es` or `?locale=es`. Languages without texts are
   *  ignored. */
  localeFromUrl?: boolean
  /** `lazy` renders the form when the element comes near the viewport. */
  loading?: 'eager' | 'lazy'
  /** `inline` (default): the form is in the page. `dialog`: it opens in a dialog, on `open()` or a click on an
   *  element with `data-voter-registration-open`. Read once, on mount. */
  display?: 'inline' | 'dialog'
}

/** Parses an attribute; `undefined` if it is invalid. */
type Parse = (text: string) => unknown

/** A bare attribute has the text `''`. */
const optionParsers = {
  text: (value) => value,
  flag: (value) => (value === '' || value === 'true' ? true : value === 'false' ? false : undefined),
  json: parseObject,
  appearance(value) {
    const parsed: Appearance | undefined = parseObject(value)
    const { theme = 'auto', density = 'comfortable', variables = {} } = parsed ?? {}
    return themes.includes(theme) && densities.includes(density) && typeof variables === 'object' ? parsed : undefined
  },
  address: (value) => (value && /^https?:$/.test(toLink(value).protocol) ? value : undefined),
  locale: (value) => (value === 'auto' ? value : attempt(() => Intl.getCanonicalLocales(value)[0])),
  languages(value) {
    const names = value.split(/[\s,]+/).filter((name) => languageCodes.some((code) => code === name))
    return !/^(none|false)$/.test(value) && (names[0] ? names : undefined)
  },
  fields: (value) => value !== 'false' && value.split(/\s+/).filter((name) => prefillable.includes(name)),
  // A typo must not leave one voter's data to the next.
  kiosk: (value) => value !== 'false' && (isIdleTime(value) ? { idleSeconds: Number(value) } : true),
} satisfies Record<string, Parse>

/** Parses a URL without throwing; old browsers have no `URL.canParse`. */
export const toLink = (href: string): HTMLAnchorElement => Object.assign(document.createElement('a'), { href })

const isIdleTime = (value: string) => /^\d+$/.test(value) && Number(value) >= shortestIdle

/** How an option is parsed, or the list of its values. */
export type OptionKind =
  | keyof typeof optionParsers
  | readonly (string | number)[]
  | { parse: Parse; allowedValues: string }

export interface ElementOption {
  /** The property that it sets; `appearance.theme` is a part of one. */
  property: string
  kind: OptionKind
  /** Whether an author may set it on a placeholder, see `auto-mount.ts`. */
  isForAuthors: boolean
}

export type OptionTable = Readonly<Record<string, ElementOption>>

/** Kinds by attribute. The property is the attribute in camel case unless specified. */
type OptionKinds = Readonly<Record<string, OptionKind | { property: string; kind: OptionKind }>>

/** `pageKinds`: set only on the script tag or the element's own tag, since they decide where a voter's data go, what the form says
 *  and who is informed. New options belong here. `authorKinds`: appearance, language and attribution. */
function createOptionTable(pageKinds: OptionKinds, authorKinds: OptionKinds): OptionTable {
  return Object.fromEntries(
    Object.entries({ ...pageKinds, ...authorKinds }).map(([attribute, kind]) => {
      const property = attribute.replace(/-./g, (part) => part.slice(1).toUpperCase())
      const option = typeof kind === 'object' && 'property' in kind ? kind : { property, kind }
      return [attribute, { ...option, isForAuthors: attribute in authorKinds }]
    }),
  )
}

export const themes = ['light', 'dark', 'auto', 'inherit'] as const
export const densities = ['comfortable', 'compact'] as const

const commonPageKinds = { 'api-base': 'address', messages: 'json' } as const
const commonAuthorKinds = {
  locale: 'locale',
  appearance: 'appearance',
  theme: { property: 'appearance.theme', kind: themes },
  density: { property: 'appearance.density', kind: densities },
  'heading-level': [1, 2, 3, 4, 5, 6],
} as const

/** `utm-source`, `utm_source`, and the names of VoteAmerica's embeds, whose defaults apply where neither page nor address sets one. */
const trackingKinds = /* @__PURE__ */ Object.fromEntries(
  /* @__PURE__ */ trackingNames.flatMap((name) =>
    [name.replace('_', '-'), name, `data-override-${name}`, `data-default-${name}`].map((attribute, index) => [
      attribute,
      { property: `tracking${index === 3 ? 'Defaults' : ''}.${name}`, kind: 'text' as const },
    ]),
  ),
)

export const formOptions = /* @__PURE__ */ createOptionTable(
  {
    ...commonPageKinds,
    partner: 'text',
    languages: 'languages',
    prefill: 'json',
    autofocus: { property: 'autoFocus', kind: 'flag' },
    'official-url': 'address',
    'persist-draft': 'flag',
    'report-state': 'flag',
    'prefill-from-url': 'fields',
    'tracking-from-url': 'flag',
    isolation: ['shadow', 'none'],
  },
  {
    ...commonAuthorKinds,
    'locale-from-url': 'flag',
    'subscriber-opt-in': 'flag',
    'link-target': ['_self', '_blank', '_top'],
    layout: ['page', 'steps'],
    review: 'flag',
    display: ['inline', 'dialog'],
    loading: ['eager', 'lazy'],
    kiosk: 'kiosk',
    ...trackingKinds,
  },
)

export const stateFactsOptions = /* @__PURE__ */ createOptionTable(commonPageKinds, {
  ...commonAuthorKinds,
  state: {
    parse: (value) => (isStateCode(value.toUpperCase()) ? value.toUpperCase() : undefined),
    // Computed late: a call here would keep the table in each file of the script.
    get allowedValues() {
      return `the code of a state: ${stateCodes.join(', ')}`
    },
  },
  region: 'text',
  fields: {
    parse: (value) => (/^[\w\s]+$/.test(value) ? value.split(/\s+/) : undefined),
    allowedValues: 'names of facts such as registration_deadline_online, separated by spaces',
  },
})

/** Returns the names of an element's properties, including those without an attribute. */
export function getPropertyNames(table: OptionTable): readonly string[] {
  const names = Object.values(table).map(({ property }) => property.replace(/\..*/, ''))
  return [...new Set([...names, 'locales', 'settings', 'fetch'])].filter((name) => name !== 'trackingDefaults')
}

/** Properties win over attributes and are parsed alike, since frameworks set them to strings. Omits invalid values. */
export function readElementOptions(table: OptionTable, element: Element, properties: object): Record<string, unknown> {
  const options: Record<string, unknown> = {}
  for (const [name, { property, kind }] of Object.entries(table)) {
    const value = parseOption(kind, element.getAttribute(name))
    if (value === undefined) continue
    const [option = '', key] = property.split('.')
    options[option] = merge(options[option], key === undefined ? value : { [key]: value })
  }
  for (const [name, property] of Object.entries(properties)) {
    const value = parseOption(getPropertyKind(table, name), property)
    if (value !== undefined) options[name] = name === 'prefill' ? merge(options[name], value) : value
  }
  return options
}

export const getPropertyKind = (table: OptionTable, name: string): OptionKind | undefined =>
  Object.values(table).find(({ property }) => property === name)?.kind

/** Parses an attribute or a property. Without a kind, the value is unchanged; objects keep their identity. */
export function parseOption(kind: OptionKind | undefined, input: unknown): unknown {
  if (kind === undefined || input === undefined || input === null) return input ?? undefined
  const value = getParser(kind)(toText(input).trim())
  return typeof value === 'object' && !Array.isArray(value) && typeof input === 'object' ? input : value
}

function getParser(kind: OptionKind): Parse {
  if (typeof kind === 'string') return optionParsers[kind]
  return 'parse' in kind ? kind.parse : (text) => kind.find((allowed) => String(allowed) === text)
}

/** Converts a property's value to the text of its attribute. */
export function toText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return value.join(' ')
  const { idleSeconds } = value as { idleSeconds?: unknown }
  return typeof idleSeconds === 'number' ? String(idleSeconds) : JSON.stringify(value)
}

/** JSON and the short attributes may set parts of the same option. */
function merge(base: unknown, value: unknown): unknown {
  const areObjects = typeof base === 'object' && typeof value === 'object'
  return areObjects ? { ...base, ...value } : value
}

function parseObject(value: string): object | undefined {
  const parsed: unknown = attempt(() => JSON.parse(value))
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : undefined
}

/** Returns `undefined` if the function throws. */
function attempt<Value>(run: () => Value): Value | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
