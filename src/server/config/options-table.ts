/** How each option of the BFF is checked, which variable it is, and the phrase about it in errors, in `--help` and in the
 *  documentation. The options of the BFF's own server are in server-options.ts. */
import * as z from 'zod/mini'
import { consentOrders } from '../../contract/bff-api.ts'
import { safeLink } from '../../contract/text.ts'
import { draftModes } from '../offered-languages.ts'
import { schemaOf } from '../options/check-options.ts'
import {
  list,
  number,
  type Option,
  type OptionKind,
  oneOf,
  option,
  required,
  text,
  toggle,
  variablesOf,
} from '../options/option.ts'
import { WordingTexts } from '../wording.ts'
import {
  addressProblem,
  formVersionProblem,
  keyHalfProblem,
  keyIdProblem,
  keyListProblem,
  keyProblem,
  originProblem,
  ownNameProblem,
  unversionedProblem,
} from './check-values.ts'
import type { BffOptions } from './options.ts'
import { serverOptions } from './server-options.ts'

const isSecret = true
const keyId = (whose: string) => text(`the id of ${whose}`, keyIdProblem)
const keySecret = (whose: string) => text(`the secret of ${whose}`, keyHalfProblem)
/** The address of a page that voters can open. */
export const link = (of: string) =>
  text(`the address of ${of}, for example https://service.example/page/`, (value) =>
    safeLink(value) === undefined ? 'is not an https: address without user name and password.' : undefined,
  )
const base = (of: string, version: string) =>
  text(
    `the base address of ${of}, https://… without ${version}user name, query or fragment; for the sandbox http://127.0.0.1:8788`,
    version === '' ? addressProblem : unversionedProblem,
  )
const monitorBase =
  'the base address at which browsers reach your monitor, as in https://status.partner.example: /status leads to its page, and the history of sites comes from it'
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const civicVersion: OptionKind<z.ZodMiniLiteral<1 | 2>> = {
  what: 'the version of the Civic Data API: 2, or the deprecated 1, which is migrated on the way',
  schema: z.literal([1, 2], {
    error: ({ input }) => `is neither 1 nor 2, got "${String(input)}". Leave it out to use 2.`,
  }),
  read: (value) => (value === '1' || value === '2' ? Number(value) : value),
}

const wordingSchema = z.intersection(
  z.object({ en: WordingTexts }),
  z.record(z.string().check(z.regex(/^[a-z]{2,3}$/)), WordingTexts),
)

/** Wordings by language; `en` must be there. */
const wording: OptionKind<typeof wordingSchema> = {
  what: 'a JSON file with a consent wording by language, in place of the one that comes with the package',
  schema: wordingSchema,
  read: (value) => value,
  explain(places) {
    const { elements, subscriber: _, ...texts } = WordingTexts.shape
    const named = places.map((place) => `"${place}"`).join(', ')
    return `does not have what a wording must have at ${named}. It is JSON with a wording for "en" and, if you like, other languages. Each has the texts ${Object.keys(texts).join(', ')}, with a text-message program also subscriber, and in "elements" ${Object.keys(elements.shape).join(', ')}; agreement has {terms} and {privacy} in it, subscriber {partner}, {program}, {monthly}, STOP and HELP. There are no other keys.`
  },
}

/** The options of the BFF by name. */
export const bffOptions = {
  upstreamUrl: required('UPSTREAM_URL', base('the service', '')),
  apiKeyId: required(
    'API_KEY_ID',
    text('the id of the API key, as the operator shows it', (value) =>
      uuid.test(value) ? undefined : 'is not a UUID (its value is not shown here).',
    ),
    { isSecret },
  ),
  apiKeySecret: required('API_KEY_SECRET', keySecret('the API key, as the operator shows it'), {
    isSecret,
    orFile: true,
  }),
  oldApiKeyId: option(
    'OLD_API_KEY_ID',
    text(
      'the id of the API key before, while a new one replaces it: used when the service answers 401 to the new one',
      (value) => (uuid.test(value) ? undefined : 'is not a UUID (its value is not shown here).'),
    ),
    { isSecret, otherwise: 'no other key' },
  ),
  oldApiKeySecret: option('OLD_API_KEY_SECRET', keySecret('the API key before'), {
    isSecret,
    orFile: true,
    otherwise: 'no other key',
  }),
  allowedOrigins: required(
    'ALLOWED_ORIGINS',
    list(
      'the exact origins of your pages, each scheme, host and, if unusual, port, separated by commas, for example https://partner.example,https://www.partner.example',
      originProblem,
      1,
    ),
  ),
  sealKey: option(
    'SEAL_KEY',
    text(
      'at least 32 random bytes in hex or base64, made with `openssl rand -hex 32`, or several, separated by commas: the first seals, all of them open',
      keyListProblem,
    ),
    { isSecret, orFile: true, otherwise: 'derived from the API secret' },
  ),
  receiptKey: option(
    'RECEIPT_KEY',
    text(
      'the key that names phone numbers in receipts of consent for as long as these are kept, made like a SEAL_KEY',
      keyProblem,
    ),
    { isSecret, orFile: true, otherwise: 'the last key of `SEAL_KEY`' },
  ),
  operatorName: option('OPERATOR_NAME', text('the name of the organization that runs the service'), { needed: 'real' }),
  operatorTermsUrl: option('OPERATOR_TERMS_URL', link("the operator's terms of service"), { needed: 'real' }),
  operatorPrivacyUrl: option('OPERATOR_PRIVACY_URL', link("the operator's privacy policy"), { needed: 'real' }),
  partnersFile: option(
    'PARTNERS_FILE',
    text('a JSON file with the partners that share this server, by the name that their pages give as `partner`'),
    { otherwise: 'one partner' },
  ),
  partnerName: option('PARTNER_NAME', text('the name of your organization'), { needed: 'real' }),
  partnerPrivacyUrl: option('PARTNER_PRIVACY_URL', link("your organization's privacy policy"), { needed: 'real' }),
  partnerSmsProgram: option(
    'PARTNER_SMS_PROGRAM',
    toggle('whether your own text messages are offered as a separate, unticked choice', ['true', 'false']),
    { otherwise: '`false`, and `true` against the sandbox' },
  ),
  partnerSmsName: option(
    'PARTNER_SMS_NAME',
    text('the name of your text-message program, as its label says it; needed with `PARTNER_SMS_PROGRAM`'),
    { otherwise: 'a sample name against the sandbox' },
  ),
  partnerSmsMonthly: option(
    'PARTNER_SMS_MONTHLY',
    number(1, 100, 'the most text messages that your program sends in a month; needed with `PARTNER_SMS_PROGRAM`'),
    { otherwise: '`4` against the sandbox' },
  ),
  partnerSmsCode: option(
    'PARTNER_SMS_CODE',
    text('the short code that your text messages come from, five or six digits', (value) =>
      /^\d{5,6}$/.test(value) ? undefined : `is not five or six digits, got "${value}".`,
    ),
    { otherwise: 'none is named' },
  ),
  officialSiteUrl: option(
    'OFFICIAL_SITE_URL',
    link('the official site where voters can register without this form, offered when something fails'),
    { needed: 'real' },
  ),
  checkRegistrationUrl: option(
    'CHECK_REGISTRATION_URL',
    link('the page where voters can check whether they are registered, offered above the first field'),
    { otherwise: 'none, and the state’s own page where Civic data name one' },
  ),
  under18Url: option(
    'UNDER_18_URL',
    link(
      "your organization's page for voters who are too young to register, linked where the form says from when on they may",
    ),
    { otherwise: 'none' },
  ),
  rehearsal: option(
    'REHEARSAL',
    toggle('whether every screen says that this is practice and nobody is registered, for a staging service', [
      'true',
      'false',
    ]),
    { standard: false },
  ),
  attributionParams: option(
    'ATTRIBUTION_PARAMS',
    list(
      'the parameters of your own that say where a voter came from, besides `source` and `utm_*`, for example shift,chapter',
      ownNameProblem,
    ),
    { otherwise: 'none' },
  ),
  leastFormVersion: option(
    'LEAST_FORM_VERSION',
    text('the oldest version of the form that may be used, as in 0.2.0', formVersionProblem),
    { otherwise: 'any' },
  ),
  wording: option('WORDING_FILE', wording, { isFile: true, otherwise: 'the wording of the package' }),
  wordingApproved: option(
    'WORDING_APPROVED',
    list('the versions of the wording that the operator has approved, separated by commas'),
    { needed: 'real' },
  ),
  consentOrder: option(
    'CONSENT_ORDER',
    oneOf(
      consentOrders,
      'which text stands open where the approved one is in another language than the form, and the other is folded away: `approved-first`, or `translation-first` with the operator’s consent',
    ),
    { standard: 'approved-first' },
  ),
  drafts: option(
    'DRAFTS',
    oneOf(
      draftModes,
      'which translations that no reader has signed are shown: `established` (those of the nine languages that the form has had from the beginning), `all`, or `none`',
    ),
    { otherwise: '`established`, and `all` against the sandbox' },
  ),
  civicUrl: option('CIVIC_URL', base('the Civic Data API', '/v2, '), { otherwise: 'no facts about states' }),
  civicKeyId: option('CIVIC_KEY_ID', keyId('the Civic Data key, as the dashboard shows it'), { isSecret }),
  civicKeySecret: option('CIVIC_KEY_SECRET', keySecret('the Civic Data key, as the dashboard shows it'), { isSecret }),
  civicVersion: option('CIVIC_VERSION', civicVersion, { standard: 2 }),
  civicFields: option(
    'CIVIC_FIELDS',
    list('the facts that may be shown, as V2 slugs such as gov_tool_verify,registration_laws', (slug) =>
      /^[a-z][a-z0-9_]*$/.test(slug) ? undefined : `has "${slug}", which is not a slug.`,
    ),
    { otherwise: 'those a voter needs to register' },
  ),
  uptimeUrl: option('UPTIME_URL', base('the Uptime API or of a monitor of yours', '/v1, '), {
    otherwise: 'no status of sites',
  }),
  uptimeKeyId: option('UPTIME_KEY_ID', keyId('the Uptime API’s key, where it needs one'), { isSecret }),
  uptimeKeySecret: option('UPTIME_KEY_SECRET', keySecret('the Uptime API’s key'), { isSecret }),
  uptimeCacheSeconds: option(
    'UPTIME_CACHE_SECONDS',
    number(1, 600, 'the seconds for which an answer of the Uptime API is fresh'),
    { standard: 60 },
  ),
  monitorUrl: option('MONITOR_URL', text(monitorBase, addressProblem), {
    otherwise: 'no status page, and no history of sites',
  }),
  ...serverOptions,
} satisfies { [Name in keyof BffOptions]-?: Option<z.ZodMiniType<BffOptions[Name]>> }

/** Their schema. */
export const bffOptionsSchema = schemaOf(bffOptions)

/** Each option's name in the environment. */
export const variables = variablesOf(bffOptions)
