/** The keys of an entry in the partners file: the check of each, and its phrase in errors and in the documentation. */
import * as z from 'zod/mini'
import { languageCodes } from '../../contract/languages.ts'
import { originProblem } from '../config/check-values.ts'
import { bffOptions, link } from '../config/options-table.ts'
import { WrittenNotices } from '../notices/written-notice.ts'
import { list, number, type OptionKind, oneOf, text } from '../options/option.ts'
import { WrittenLook } from './look-keys.ts'

/** A row: a kind of value, and its default. */
export interface PartnerKey<Schema extends z.ZodMiniType = z.ZodMiniType> extends OptionKind<Schema> {
  /** The default, in words; without it the key is required. */
  otherwise?: string
}

function key<Schema extends z.ZodMiniType>(
  { schema, ...kind }: OptionKind<Schema>,
  otherwise: string,
): PartnerKey<z.ZodMiniOptional<Schema>> {
  return { ...kind, schema: z.optional(schema), otherwise }
}

const { partnerSmsCode, wording } = bffOptions
const from1To = (max: number, what: string) => number(1, max, what).schema

const limitSchema = z.strictObject(
  { count: from1To(1_000_000_000, 'a number of registrations'), seconds: from1To(2_592_000, 'a number of seconds') },
  { error: () => 'is no limit. Write it as { "count": 500, "seconds": 3600 }.' },
)

const limit: OptionKind<typeof limitSchema> = {
  what: 'the most registrations that the service accepts for this partner, as in `{ "count": 500, "seconds": 3600 }`',
  schema: limitSchema,
  read: (value) => value,
}

const smsSchema = z.strictObject(
  {
    name: text('the name of the program').schema,
    monthly: number(1, 100, 'the most text messages in a month').schema,
    code: partnerSmsCode.schema,
  },
  { error: () => 'is no text-message program. Write it as { "name": "River City Alerts", "monthly": 4 }.' },
)

const sms: OptionKind<typeof smsSchema> = {
  what: 'its own text messages, offered as a separate, unticked choice: `name` of the program, `monthly` the most in a month, `code` the short code if there is one',
  schema: smsSchema,
  read: (value) => value,
}

/** The keys by name. */
export const partnerKeys = {
  name: text('the name of the organization, as voters read it'),
  privacy_url: link('its privacy policy'),
  sms_program: key(sms, 'none'),
  official_site_url: key(link('the official site where voters can register without this form'), '`OFFICIAL_SITE_URL`'),
  check_registration_url: key(
    link('the page where voters can check whether they are registered'),
    '`CHECK_REGISTRATION_URL`',
  ),
  under_18_url: key(link('its page for voters who are too young to register'), '`UNDER_18_URL`'),
  allowed_origins: key(list('the exact origins of its pages', originProblem, 1), '`ALLOWED_ORIGINS`'),
  languages: key(
    {
      ...list(`the languages of its form, some of ${languageCodes.join(', ')}; English is always there`),
      schema: z.array(oneOf(languageCodes, 'one of these').schema),
    },
    'all',
  ),
  wording: key(
    { ...wording, what: 'a consent wording by language, as in the file of `WORDING_FILE`' },
    'that of `WORDING_FILE`, else of the package',
  ),
  wording_approved: key(
    list('the versions of its wording that the operator has approved, beside those in `WORDING_APPROVED`'),
    '`WORDING_APPROVED` alone',
  ),
  limit: key(limit, 'none of its own'),
  look: key(
    {
      what: 'how its [hosted page](hosted-page.md#how-it-looks) looks: `tokens`, `theme`, `logo`',
      schema: WrittenLook,
      read: (value) => value,
    },
    'that of `PAGE_LOOK_FILE`',
  ),
  notices: key(
    {
      what: 'its own [notices](#notices-for-voters), as in the file of `NOTICE_FILE`, beside those',
      schema: WrittenNotices,
      read: (value) => value,
    },
    'those of `NOTICE_FILE` alone',
  ),
  key_file: key(
    text('a file that holds its own API key as `id:secret`; beside the partners file, or an absolute path'),
    'the API key of the server',
  ),
  key_variable: key(
    text('an environment variable that holds its own API key as `id:secret`, in place of `key_file`', (name) =>
      /^[A-Z][A-Z0-9_]*$/.test(name) ? undefined : 'is no name of a variable in capital letters.',
    ),
    'the API key of the server',
  ),
} satisfies Record<string, PartnerKey>

type Keys = typeof partnerKeys

/** The entry of one partner in the file. No other keys. */
export const PartnerEntry = z.strictObject(shapeOf(partnerKeys))
export type PartnerEntry = z.infer<typeof PartnerEntry>

function shapeOf(keys: Keys): { [Name in keyof Keys]: Keys[Name]['schema'] }
function shapeOf(keys: Readonly<Record<string, PartnerKey>>): Record<string, z.ZodMiniType> {
  return Object.fromEntries(Object.entries(keys).map(([name, { schema }]) => [name, schema]))
}

/** The column heads and the rows of the table in the documentation, in Markdown. */
export const partnerKeyHeads = ['Key', 'Left out', 'What'] as const
export function partnerKeyRows(): string[][] {
  return Object.entries<PartnerKey>(partnerKeys).map(([name, { what, otherwise = 'required' }]) => [
    `\`${name}\``,
    otherwise,
    what,
  ])
}
