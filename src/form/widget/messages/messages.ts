/** Creates messages from templates: a template with placeholders becomes a function of their values. */

type Values = Readonly<Record<string, string | number>>

type Placeholders<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

type MessageFor<Template extends string> = [Placeholders<Template>] extends [never]
  ? string
  : (values: Readonly<Record<Placeholders<Template>, string | number>>) => string

/** The type of the messages of English templates. */
export type Messages<English> = English extends string
  ? MessageFor<English>
  : English extends { other: infer Template extends string }
    ? MessageFor<Template>
    : { readonly [Key in keyof English]: Messages<English[Key]> }

export interface MessagesOptions {
  language?: string
  /** The translated templates; missing ones, and those of another type, stay English. */
  translated?: unknown
  /** A partner's texts by dotted key, for example `{ 'notSent.wait': 'Wait {seconds} seconds' }`. */
  messages?: Readonly<Record<string, string>> | undefined
  /** Collects the texts that have no translation. */
  english?: Set<string>
  unknownKey?: (key: string) => void
}

/** Uses the partner's text, else the translation, else English. */
export function createMessages<English extends object>(
  english: English,
  options: MessagesOptions = {},
): Messages<English> {
  const { language = 'en', translated, messages = {}, english: untranslated, unknownKey } = options
  const overrides = new Map(Object.entries(messages))
  const build = (part: unknown, translation: unknown, path: string): unknown => {
    if (!isText(part)) {
      const entries = Object.entries(part ?? {}).map(([key, value]: [string, unknown]) => {
        return [key, build(value, getOwn(translation, key), path === '' ? key : `${path}.${key}`)] as const
      })
      return Array.isArray(part) ? entries.map(([, value]) => value) : Object.fromEntries(entries)
    }
    const hasNoValues = typeof part === 'string' && !part.includes('{')
    const message = overrides.get(path)
    overrides.delete(path)
    const text =
      message ?? (typeof translation === 'string' || (!hasNoValues && isText(translation)) ? translation : undefined)
    const recordUntranslated = (result: string) => {
      if (text === undefined) untranslated?.add(result)
      return result
    }
    if (typeof part === 'string' && hasNoValues) return recordUntranslated(typeof text === 'string' ? text : part)
    return (values: Values) =>
      recordUntranslated(fillTemplate(text ?? part, text === undefined ? 'en' : language, values))
  }
  const result = build(english, translated, '')
  for (const key of overrides.keys()) unknownKey?.(key)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same keys, each with its message.
  return result as Messages<English>
}

type Text = string | ({ readonly other: string } & Partial<Record<string, string>>)

function isText(part: unknown): part is Text {
  return typeof part === 'string' || typeof getOwn(part, 'other') === 'string'
}

function getOwn(part: unknown, key: string): unknown {
  if (typeof part !== 'object' || part === null || !Object.hasOwn(part, key)) return undefined
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the value is checked before use.
  return (part as Record<string, unknown>)[key]
}

/** The number among the values selects the plural category. */
function fillTemplate(text: Text, language: string, values: Values): string {
  const count = Object.values(values).find((value) => typeof value === 'number')
  const template =
    typeof text === 'string' ? text : (text[new Intl.PluralRules([language, 'en']).select(Number(count))] ?? text.other)
  // Formats numbers with the digits of the language, like dates.
  const formatValue = (value: string | number) =>
    typeof value === 'number' ? new Intl.NumberFormat([language, 'en'], { useGrouping: false }).format(value) : value
  return template.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => formatValue(values[name] ?? placeholder))
}

/** Locales with the same date order, for languages without `Intl` data (Haitian Creole; Khmer in Chromium), so that server and
 *  browser render the same. */
const similarLocales: Readonly<Record<string, string>> = { ht: 'fr', km: 'en-GB' }

/** Whether server and browsers can format lists in the language; otherwise the conjunctions would be in another one. */
export const supportsLists = (language: string): boolean =>
  similarLocales[language] === undefined && Intl.ListFormat.supportedLocalesOf(language).length > 0

/** Adds a fallback for browsers that do not support the language: otherwise they would use their own. */
export function withFallbackLocale(language: string): string[] {
  return [language, similarLocales[language] ?? 'en']
}
