/** Every consent block that this BFF's forms can show, and receipts of consent, without personal data in clear text. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Settings, Wording, WordingTranslation } from '../../contract/bff-api.ts'
import { cleanPath } from '../../contract/campaign.ts'
import type { Clock } from '../../contract/clock.ts'
import type { RegistrationRequest } from '../../contract/registration.ts'
import type { Catalog } from '../../form/locales/catalog.ts'
import type { KeyedHash } from '../crypto/provider.ts'
import type { NewReceipt, WordingStore } from '../store/store.ts'
import { type ShownText, shownText, writeBlocks } from './shown-text.ts'

interface Agreement {
  request: RegistrationRequest
  text: ShownText
  consentShown: Shown | undefined
  form: string | undefined
  site: string
  partner: string | undefined
  reference: string
  at: number
  campaign?: Readonly<Record<string, string>> | undefined
}

export function receiptOf(
  { request, text, consentShown, site, partner, form, reference, at, campaign = {} }: Agreement,
  hashPhone: KeyedHash,
): NewReceipt {
  // The receipt has the path already.
  const { page_path: _path, ...rest } = campaign
  return {
    id: crypto.randomUUID(),
    created_at: at,
    reference,
    wording_version: text.version,
    locale: text.language,
    form_language: consentShown?.language ?? null,
    embed: consentShown?.embed ?? null,
    path: consentShown?.path ?? null,
    campaign: Object.keys(rest).length === 0 ? null : `${new URLSearchParams(rest)}`,
    opt_ins: (['sms_opt_in', 'sms_opt_in_subscriber'] as const).filter((field) => request[field] === true),
    form_version: form !== undefined && /^[A-Za-z0-9.+_-]{1,32}$/.test(form) ? form : null,
    site,
    partner: partner ?? null,
    phone_hmac: request.phone === undefined ? null : hashPhone(digitsOf(request.phone)),
    state: request.state,
  }
}

/** Normalizes a phone number to its ten digits, so that one number has one hash. */
export function digitsOf(phone: string): string {
  return phone.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
}

/** Resolves when a text is stored; rejects when the storage fails, and then nothing may be sent. */
export type KeepText = (text: ShownText) => Promise<void>

/** Writes each text to the store once, and remembers that. Starts with every text that the partners' forms can show, also
 *  later ones': a text that was read but not agreed to is stored, too. What fails is retried before it is needed. */
export function keepTexts(
  wordings: WordingStore,
  partners: { list(): readonly { texts: ConsentTexts }[]; onChange(listener: () => void): void },
  clock: Clock,
): KeepText {
  const storedVersions = new Set<string>()
  const keep: KeepText = async ({ version, language, blocks }) => {
    if (storedVersions.has(version)) return
    await wordings.keep({ version, language, text: writeBlocks(blocks), created_at: clock.now() })
    storedVersions.add(version)
  }
  const keepAll = async () => {
    for (const { texts } of partners.list()) {
      // Requests are answered between two partners.
      await nextTurn()
      for (const text of texts.all()) await keep(text)
    }
  }
  const begin = () => void keepAll().catch(() => undefined)
  begin()
  partners.onChange(begin)
  return keep
}

export const embedTypes = ['react', 'element', 'hosted'] as const

const ShownFields = z.object({
  /** The language of the form around the wording (BCP 47). */
  language: z.string().check(z.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/)),
  /** `1` when the box for the partner's own text messages was shown. */
  subscriber: z.optional(z.literal('1')),
  /** The version of the translation shown beside the wording. */
  translation: z.optional(z.string().check(z.regex(/^[A-Za-z0-9-]{1,32}$/))),
})

export interface Shown extends z.infer<typeof ShownFields> {
  embed: (typeof embedTypes)[number] | null
  /** The page's path without query, see {@link cleanPath}. */
  path: string | null
}

/** Parses the `Consent-Shown` header, what a form reports about its consent block besides the version; `undefined` when it is missing or malformed. */
export function readShown(header: string | undefined): Shown | undefined {
  const all = new URLSearchParams((header ?? '').slice(0, 2_000))
  const { success, data } = ShownFields.safeParse(Object.fromEntries(all))
  if (!success) return undefined
  const embed = embedTypes.find((name) => name === all.get('embed')) ?? null
  return { ...data, embed, path: cleanPath(all.get('path')) }
}

export type ConsentSettings = Pick<Settings, 'operator' | 'partner' | 'wording'> & {
  features: Pick<Settings['features'], 'subscriber_opt_in'>
}

interface ShownForm {
  language: string
  subscriber: boolean
  translation?: string | undefined
}

export interface ConsentTexts {
  /** Returns what a voter saw. `version`: of the wording, as the form sends it. `shown`: the form around it; without it the
   *  form is in the wording's own language, with every box. Returns `undefined` when no such wording is shown at present. */
  of(version: string, shown: Shown | undefined): ShownText | undefined
  /** Returns every block that the forms of this package can show with the catalogs that the BFF serves. */
  all(): ShownText[]
}

export function consentTexts(settings: ConsentSettings, catalogs: readonly Catalog[]): ConsentTexts {
  const wordings = new Map(Object.values(settings.wording).map((wording) => [wording.version, wording]))
  const byLanguage = new Map(catalogs.map((catalog) => [catalog.language, catalog]))
  const isOffered = settings.features.subscriber_opt_in
  const textsByName = new Map<string, ShownText>()

  function make(wording: Wording, { language, subscriber, translation }: ShownForm) {
    // For a language that only the page has, the few texts around the wording are assumed to be English.
    const catalog = byLanguage.get(language)
    const own = catalog === undefined ? undefined : translationOf(wording, catalog)
    const which = translation === undefined ? 'none' : own?.version === translation ? 'own' : 'unknown'
    const beside = which === 'own' ? own : which === 'none' ? undefined : which
    const name = `${wording.version} ${catalog?.language} ${subscriber} ${which}`
    const text = textsByName.get(name) ?? shownText(wording, settings, { catalog, subscriber, translation: beside })
    textsByName.set(name, text)
    return text
  }

  return {
    of(version, shown) {
      const wording = wordings.get(version)
      if (wording === undefined) return undefined
      if (shown === undefined) return make(wording, { language: wording.language, subscriber: isOffered })
      return make(wording, { ...shown, subscriber: isOffered && shown.subscriber === '1' })
    },
    all() {
      const boxes = isOffered ? [true, false] : [false]
      return [...byLanguage.values()].flatMap((catalog) => {
        const wording = settings.wording[catalog.language] ?? settings.wording.en
        const form = { language: catalog.language, translation: translationOf(wording, catalog)?.version }
        return boxes.map((subscriber) => make(wording, { ...form, subscriber }))
      })
    },
  }
}

/** Returns the translation that a form in this language shows beside a wording in another language. */
function translationOf(wording: Wording, { language, wording: translation }: Catalog): WordingTranslation | undefined {
  if (wording.language === language || translation === undefined) return undefined
  return translation.templates.includes(wording.template ?? wording.version) ? translation : undefined
}
