/** Reads what the form shows at once, the settings and a wording's translation, by hand: it does not wait for the schemas.
 *  A test holds these readers to the schemas in `contract/bff-api.ts` and `contract/messages.ts`. */
import type { Settings, Wording } from '../contract/bff-api.ts'
import type { WordingTranslation } from '../contract/messages.ts'
import { safeLink } from '../contract/text.ts'

/** Reads a value; throws when it is of another shape. */
type Read<Value> = (value: unknown) => Value

function fail(): never {
  throw new TypeError('GET /settings answered something else than settings.')
}

const text: Read<string> = (value) => (typeof value === 'string' ? value : fail())
const flag: Read<boolean> = (value) => (typeof value === 'boolean' ? value : fail())
const sentence: Read<string> = (value) => text(value).trim() || fail()
const link: Read<string> = (value) => (safeLink(text(value)) === undefined ? fail() : text(value))
const matching =
  (pattern: RegExp, read = text): Read<string> =>
  (value) =>
    pattern.test(read(value)) ? read(value) : fail()

const perhaps =
  <Value>(read: Read<Value>): Read<Value | undefined> =>
  (value) =>
    value === undefined ? undefined : read(value)

/** An object with these members; what else is in it is left out. */
const members =
  <Whole>(shape: { [Key in keyof Whole]-?: Read<Whole[Key]> }): Read<Whole> =>
  (value) => {
    const read = entries(value)
    const known = Object.entries<Read<unknown>>(shape).map(([key, one]) => [key, one(read[key])])
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each member was read by its own reader.
    return Object.fromEntries(known.filter(([, one]) => one !== undefined)) as Whole
  }

function entries(value: unknown): Partial<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : fail()
}

const texts: { [Key in keyof Omit<Wording, 'language' | 'version'>]-?: Read<Wording[Key]> } = {
  continue: sentence,
  terms: sentence,
  privacy: sentence,
  elements: members<Wording['elements']>({
    powered_by: sentence,
    agreement: matching(/\{terms\}.*\{privacy\}|\{privacy\}.*\{terms\}/s, sentence),
    emails: sentence,
    unsubscribe: sentence,
    texts: sentence,
    rates: sentence,
    frequency: sentence,
    stop_help: sentence,
  }),
  agree: sentence,
  purpose: sentence,
  subscriber: perhaps(sentence),
}

const wording = members<Wording>({ language: text, version: matching(/^[A-Za-z0-9._-]{1,64}$/), ...texts })

const settings = members<Settings>({
  operator: members<Settings['operator']>({ name: sentence, terms_url: link, privacy_url: link }),
  partner: members<Settings['partner']>({ name: sentence, privacy_url: perhaps(link) }),
  wording: (value) => {
    const { en, ...others } = entries(value)
    const read = Object.entries(others).map(([language, one]) => [language, wording(one)] as const)
    return { ...Object.fromEntries(read), en: wording(en) }
  },
  official_site: perhaps(members<NonNullable<Settings['official_site']>>({ url: link })),
  least_form_version: perhaps(text),
  features: members<Settings['features']>({
    subscriber_opt_in: flag,
    sandbox: flag,
    state_facts: perhaps(flag),
    sites: perhaps(flag),
  }),
})

const translation = members<WordingTranslation>({
  of: (value) => (Array.isArray(value) ? value.map(text) : fail()),
  heading: text,
  note: text,
  ...texts,
})

/** The settings. Throws when they are none. */
export function readSettings(value: unknown): Settings {
  return settings(value)
}

/** The translation, or `undefined` when it is none. */
export function readTranslation(value: unknown): WordingTranslation | undefined {
  try {
    return translation(value)
  } catch {
    return undefined
  }
}
