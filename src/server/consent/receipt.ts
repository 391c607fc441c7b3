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
import { type ConsentSnapshot, createSnapshot, serializeBlocks } from './shown-text.ts'

interface Agreement {
  request: RegistrationRequest
  text: ConsentSnapshot
  consentShown: ConsentShown | undefined
  form: string | undefined
  site: string
  partner: string | undefined
  reference: string
  createdAt: number
  campaign?: Readonly<Record<string, string>> | undefined
}

export function createReceipt(
  { request, text, consentShown, site, partner, form, reference, createdAt, campaign = {} }: Agreement,
  hashPhone: KeyedHash,
): NewReceipt {
  // The receipt has the path already.
  const { page_path: _path, ...params } = campaign
  return {
    id: crypto.randomUUID(),
    created_at: createdAt,
    reference,
    wording_version: text.version,
    locale: text.language,
    form_language: consentShown?.language ?? null,
    embed: consentShown?.embed ?? null,
    path: consentShown?.path ?? null,
    campaign: Object.keys(params).length === 0 ? null : `${new URLSearchParams(params)}`,
    opt_ins: (['sms_opt_in', 'sms_opt_in_subscriber'] as const).filter((field) => request[field] === true),
    form_version: form !== undefined && /^[A-Za-z0-9.+_-]{1,32}$/.test(form) ? form : null,
    site,
    partner: partner ?? null,
    phone_hmac: request.phone === undefined ? null : hashPhone(toDigits(request.phone)),
    state: request.state,
  }
}

/** Normalizes a phone number to its ten digits, so that one number has one hash. */
export function toDigits(phone: string): string {
  return phone.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
}

/** Resolves when a text is stored; rejects when the storage fails, and then nothing may be sent. */
export type StoreText = (text: ConsentSnapshot) => Promise<void>

/** Writes each text to the store once, and remembers that. Starts with every text that the partners' forms can show, also
 *  later ones': a text that was read but not agreed to is stored, too. What fails is retried before it is needed. */
export function createTextStore(
  wordings: WordingStore,
  partners: { list(): readonly { texts: ConsentTexts }[]; onChange(listener: () => void): void },
  clock: Clock,
): StoreText {
  const storedVersions = new Set<string>()
  const storeText: StoreText = async ({ version, language, blocks }) => {
    if (storedVersions.has(version)) return
    await wordings.keep({ version, language, text: serializeBlocks(blocks), created_at: clock.now() })
    storedVersions.add(version)
  }
  const storeAllTexts = async () => {
    for (const { texts } of partners.list()) {
      // Requests are answered between two partners.
      await nextTurn()
      for (const text of texts.listTexts()) await storeText(text)
    }
  }
  const keepInBackground = () => void storeAllTexts().catch(() => undefined)
  keepInBackground()
  partners.onChange(keepInBackground)
  return storeText
}

export const embedTypes = ['react', 'element', 'hosted'] as const

const ShownFields = z.object({
  /** The language of the form around the wording (BCP 47). */
  language: z.string().check(z.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/)),
  /** `1` when the box for the partner's own text messages was shown. */
  subscriber: z.optional(z.literal('1')),
  /** The version of the translation shown with the wording. */
  translation: z.optional(z.string().check(z.regex(/^[A-Za-z0-9-]{1,32}$/))),
})

export interface ConsentShown extends z.infer<typeof ShownFields> {
  embed: (typeof embedTypes)[number] | null
  /** The page's path without query, see {@link cleanPath}. */
  path: string | null
}

/** Parses the `Consent-ConsentShown` header, what a form reports about its consent block besides the version; `undefined` when it is missing or malformed. */
export function parseConsentShown(header: string | undefined): ConsentShown | undefined {
  const params = new URLSearchParams((header ?? '').slice(0, 2_000))
  const { success, data } = ShownFields.safeParse(Object.fromEntries(params))
  if (!success) return undefined
  const embed = embedTypes.find((name) => name === params.get('embed')) ?? null
  return { ...data, embed, path: cleanPath(params.get('path')) }
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
  findText(version: string, shown: ConsentShown | undefined): ConsentSnapshot | undefined
  /** Returns every block that the forms of this package can show with the catalogs that the BFF serves. */
  listTexts(): ConsentSnapshot[]
}

export function consentTexts(settings: ConsentSettings, catalogs: readonly Catalog[]): ConsentTexts {
  const wordings = new Map(Object.values(settings.wording).map((wording) => [wording.version, wording]))
  const byLanguage = new Map(catalogs.map((catalog) => [catalog.language, catalog]))
  const isOffered = settings.features.subscriber_opt_in
  const textsByName = new Map<string, ConsentSnapshot>()

  function createText(wording: Wording, { language, subscriber, translation }: ShownForm) {
    // For a language that only the page has, the few texts around the wording are assumed to be English.
    const catalog = byLanguage.get(language)
    const ownTranslation = catalog === undefined ? undefined : findWordingTranslation(wording, catalog)
    const source = translation === undefined ? 'none' : ownTranslation?.version === translation ? 'own' : 'unknown'
    const translated = source === 'own' ? ownTranslation : source === 'none' ? undefined : source
    const name = `${wording.version} ${catalog?.language} ${subscriber} ${source}`
    const text =
      textsByName.get(name) ?? createSnapshot(wording, settings, { catalog, subscriber, translation: translated })
    textsByName.set(name, text)
    return text
  }

  return {
    findText(version, displayed) {
      const wording = wordings.get(version)
      if (wording === undefined) return undefined
      if (displayed === undefined) return createText(wording, { language: wording.language, subscriber: isOffered })
      return createText(wording, { ...displayed, subscriber: isOffered && displayed.subscriber === '1' })
    },
    listTexts() {
      const boxes = isOffered ? [true, false] : [false]
      return [...byLanguage.values()].flatMap((catalog) => {
        const wording = settings.wording[catalog.language] ?? settings.wording.en
        const form = { language: catalog.language, translation: findWordingTranslation(wording, catalog)?.version }
        return boxes.map((subscriber) => createText(wording, { ...form, subscriber }))
      })
    },
  }
}

/** Returns the translation that a form in this language shows with a wording in another language. */
function findWordingTranslation(
  wording: Wording,
  { language, wording: translation }: Catalog,
): WordingTranslation | undefined {
  if (wording.language === language || translation === undefined) return undefined
  return translation.templates.includes(wording.template ?? wording.version) ? translation : undefined
}
