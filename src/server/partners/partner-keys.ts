/** The keys of an entry in the partners file. */
import * as z from 'zod/mini'
import { languageCodes } from '../../contract/languages.ts'
import type { PartnerMessages } from '../../contract/page-interface.ts'
import { en } from '../../form/locales/en.ts'
import { factsEn } from '../../form/locales/facts-en.ts'
import { wordingsSchema } from '../consent/wording.ts'
import { WrittenNotices } from '../notices/notices.ts'
import { origins, smsCode } from '../options/bff-options.ts'
import { enumOption, link, list, number, option, text } from '../options/option.ts'
import { RawBranding } from './branding.ts'

/** Returns the dotted keys of the texts; a text for each plural category is one. */
function listKeys(texts: object, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]: [string, unknown]) => {
    const isGroup =
      typeof value === 'object' && value !== null && !('other' in value && typeof value.other === 'string')
    return isGroup ? listKeys(value, `${prefix}${key}.`) : [prefix + key]
  })
}

/** The texts of the consent block are part of its version and of the receipts: they change only with the wording. */
const consentTextError = { error: () => 'is part of the consent text. Only `wording` can change it.' }

const byKey = Object.fromEntries(
  [...listKeys(en), ...listKeys(factsEn, 'facts.')].map((key) => [
    key,
    z.optional<z.ZodMiniType<string>>(key.startsWith('consent.') ? z.never(consentTextError) : text()),
  ]),
)

export const WrittenMessages = z.strictObject(
  Object.fromEntries(
    languageCodes.map((code) => [
      code,
      z.optional(
        z.strictObject(byKey, { error: () => 'is not an object with texts. Write it as { "form.heading": "…" }.' }),
      ),
    ]),
  ),
  { error: () => 'are not texts by language. Write them as { "en": { "form.heading": "Get ready to vote" } }.' },
)

export function toPartnerMessages(messages: z.infer<typeof WrittenMessages> | undefined): PartnerMessages | undefined {
  if (messages === undefined) return undefined
  return Object.fromEntries(
    Object.entries(messages).map(([language, texts = {}]) => [
      language,
      Object.fromEntries(Object.entries(texts).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))),
    ]),
  )
}

export function timeZone() {
  return text((zone) => {
    try {
      Intl.DateTimeFormat('en', { timeZone: zone })
      return undefined
    } catch {
      return 'is not a time zone such as America/Chicago'
    }
  })
}

const sms = z.strictObject(
  { name: text(), monthly: number(1, 100), code: z.optional(smsCode()) },
  { error: () => 'is not a text-message program. Write it as { "name": "River City Alerts", "monthly": 4 }.' },
)

export const PartnerEntry = z.strictObject({
  name: option(text(), 'the name of the organization, as shown to voters'),
  privacy_url: option(link(), 'the address of its privacy policy, for example https://partner.example/privacy/'),
  sms_program: option(
    sms,
    'its own text messages, with a separate, unchecked checkbox: `name` of the program, `monthly` maximum in a month, `code` the short code if there is one',
    { defaultText: 'none' },
  ),
  official_site_url: option(link(), 'the address of the official site where voters can register without this form', {
    defaultText: '`OFFICIAL_SITE_URL`',
  }),
  check_registration_url: option(link(), 'the address of the page where voters can check whether they are registered', {
    defaultText: '`CHECK_REGISTRATION_URL`',
  }),
  under_18_url: option(link(), 'the address of its page for voters who are too young to register', {
    defaultText: '`UNDER_18_URL`',
  }),
  allowed_origins: option(origins(), 'the exact origins of its pages', { defaultText: '`ALLOWED_ORIGINS`' }),
  languages: option(
    z.array(enumOption(languageCodes), { error: () => 'is not a list' }),
    `the languages of its form, some of ${languageCodes.join(', ')}; English is always included`,
    { defaultText: 'all' },
  ),
  wording: option(wordingsSchema(), 'a consent wording by language, as in the file of `WORDING_FILE`', {
    defaultText: 'that of `WORDING_FILE` or of the package',
  }),
  wording_approved: option(
    list(),
    'the versions of its wording that the operator has approved, plus those in `WORDING_APPROVED`',
    { defaultText: '`WORDING_APPROVED` alone' },
  ),
  branding: option(RawBranding, 'how its [hosted page](hosted-page.md#how-it-looks) looks: `tokens`, `theme`, `logo`', {
    defaultText: 'that of `PAGE_BRANDING_FILE`',
  }),
  messages: option(
    WrittenMessages,
    'its own texts on its [hosted page](hosted-page.md), by language and [key](types.md#messagekey), for example `{ "en": { "form.heading": "Get ready to vote" } }`; not the consent text',
    { defaultText: 'those of the package' },
  ),
  notices: option(
    WrittenNotices,
    'its own [notices](#notices-for-voters), as in the file of `NOTICE_FILE`, plus those',
    { defaultText: 'only those of `NOTICE_FILE`' },
  ),
  time_zone: option(timeZone(), 'the time zone of its days in `counts --partner`, for example America/Chicago', {
    defaultText: '`TZ` of the command',
  }),
  key_file: option(
    text(),
    'a file that holds its own API key as `id:secret`; relative to the partners file, or absolute',
    { defaultText: 'the API key of the server' },
  ),
  key_variable: option(
    text((name) => (/^[A-Z][A-Z0-9_]*$/.test(name) ? undefined : 'is not the name of a variable in capital letters')),
    'an environment variable with its own API key as `id:secret`, instead of `key_file`',
    { defaultText: 'the API key of the server' },
  ),
})
export type PartnerEntry = z.infer<typeof PartnerEntry>
