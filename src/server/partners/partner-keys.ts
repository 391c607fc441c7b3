/** The keys of an entry in the partners file. */
import * as z from 'zod/mini'
import { languageCodes } from '../../contract/languages.ts'
import { explainWordings, origins, smsCode, wordings } from '../config/options.ts'
import { WrittenNotices } from '../notices/written-notice.ts'
import { leftOut } from '../options/describe-options.ts'
import {
  link,
  list,
  number,
  type OptionNotes,
  oneOf,
  optionNotes,
  optionsIn,
  text,
  timeZone,
} from '../options/option.ts'
import { WrittenLook } from './look-keys.ts'
import { WrittenMessages } from './written-messages.ts'

/** Puts the notes on a required key, or on one that has a default in words. */
function key<Schema extends z.ZodMiniType>(schema: Schema, what: string): Schema
function key<Schema extends z.ZodMiniType>(
  schema: Schema,
  what: string,
  otherwise: string,
  notes?: Partial<OptionNotes>,
): z.ZodMiniOptional<Schema>
function key(schema: z.ZodMiniType, what: string, otherwise?: string, notes: Partial<OptionNotes> = {}): z.ZodMiniType {
  if (otherwise === undefined) return schema.register(optionNotes, { what })
  return z.optional(schema).register(optionNotes, { what, otherwise, ...notes })
}

const sms = z.strictObject(
  { name: text(), monthly: number(1, 100), code: z.optional(smsCode()) },
  { error: () => 'is no text-message program. Write it as { "name": "River City Alerts", "monthly": 4 }.' },
)

/** The entry of one partner in the file. No other keys. */
export const PartnerEntry = z.strictObject({
  name: key(text(), 'the name of the organization, as voters read it'),
  privacy_url: key(link(), 'the address of its privacy policy, for example https://partner.example/privacy/'),
  sms_program: key(
    sms,
    'its own text messages, offered as a separate, unticked choice: `name` of the program, `monthly` the most in a month, `code` the short code if there is one',
    'none',
  ),
  official_site_url: key(
    link(),
    'the address of the official site where voters can register without this form',
    '`OFFICIAL_SITE_URL`',
  ),
  check_registration_url: key(
    link(),
    'the address of the page where voters can check whether they are registered',
    '`CHECK_REGISTRATION_URL`',
  ),
  under_18_url: key(link(), 'the address of its page for voters who are too young to register', '`UNDER_18_URL`'),
  allowed_origins: key(origins(), 'the exact origins of its pages', '`ALLOWED_ORIGINS`'),
  languages: key(
    z.array(oneOf(languageCodes), { error: () => 'is not a list' }),
    `the languages of its form, some of ${languageCodes.join(', ')}; English is always there`,
    'all',
  ),
  wording: key(
    wordings(),
    'a consent wording by language, as in the file of `WORDING_FILE`',
    'that of `WORDING_FILE`, else of the package',
    { explain: explainWordings },
  ),
  wording_approved: key(
    list(),
    'the versions of its wording that the operator has approved, beside those in `WORDING_APPROVED`',
    '`WORDING_APPROVED` alone',
  ),
  look: key(
    WrittenLook,
    'how its [hosted page](hosted-page.md#how-it-looks) looks: `tokens`, `theme`, `logo`',
    'that of `PAGE_LOOK_FILE`',
  ),
  messages: key(
    WrittenMessages,
    'its own texts on its [hosted page](hosted-page.md), by language and [key](types.md#messagekey), as in `{ "en": { "form.heading": "Get ready to vote" } }`; nothing that voters agree to',
    'those of the package',
  ),
  notices: key(
    WrittenNotices,
    'its own [notices](#notices-for-voters), as in the file of `NOTICE_FILE`, beside those',
    'those of `NOTICE_FILE` alone',
  ),
  time_zone: key(
    timeZone(),
    'the time zone of its days in `counts --partner`, for example America/Chicago',
    '`TZ` of the command',
  ),
  key_file: key(
    text(),
    'a file that holds its own API key as `id:secret`; beside the partners file, or an absolute path',
    'the API key of the server',
  ),
  key_variable: key(
    text((name) => (/^[A-Z][A-Z0-9_]*$/.test(name) ? undefined : 'is no name of a variable in capital letters')),
    'an environment variable that holds its own API key as `id:secret`, in place of `key_file`',
    'the API key of the server',
  ),
})
export type PartnerEntry = z.infer<typeof PartnerEntry>

/** The column heads and the rows of the table in the documentation, in Markdown. */
export const partnerKeyHeads = ['Key', 'Left out', 'What'] as const
export const partnerKeyRows = (): string[][] =>
  optionsIn(PartnerEntry).map((one) => [`\`${one.name}\``, leftOut(one, String), one.what])
