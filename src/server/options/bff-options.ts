/** The options of the BFF. */
import * as z from 'zod/mini'
import { pageNames, trackingNames } from '../../contract/campaign.ts'
import { languageCodes } from '../../contract/languages.ts'
import { isRequestField, requestFields } from '../../contract/request-fields.ts'
import { isStateCode } from '../../contract/states.ts'
import { isOlderVersion } from '../../contract/strings.ts'
import { wordingsSchema } from '../consent/wording.ts'
import { keyHalfProblem, keyIdsProblem, keyListProblem } from '../crypto/keys.ts'
import { limitNames, parseLimits, rateLimits } from '../middleware/limits.ts'
import { levels } from '../observability/log.ts'
import { findDatabaseUrlProblem } from '../storage/postgres-checks.ts'
import { countedColumns } from '../store/store.ts'
import { version } from '../utils.ts'
import { CivicOptions, describeBase, UptimeOptions } from './api-access.ts'
import {
  addressProblem,
  enumOption,
  getVariableNames,
  host,
  hostDescription,
  link,
  list,
  number,
  option,
  originProblem,
  port,
  text,
  toggle,
} from './option.ts'

const isSecret = true
const hasFileVariant = true
const isServeOnly = true
const forService = <Schema extends z.ZodMiniType>(schema: Schema, description: string) =>
  option(schema, description, { isRequiredByService: true })
const linkTo = (page: string) => `the address of ${page}, for example https://service.example/page/`
/** Parameters that have a meaning already: those of campaigns and counts, the fields of the form, and the page's own. */
const reservedNames: ReadonlySet<string> = new Set(
  [
    trackingNames,
    pageNames,
    requestFields,
    Object.keys(countedColumns),
    'day week campaign locale lang theme'.split(' '),
  ].flat(),
)
export const origins = () => list(originProblem, 1)
export const smsCode = () =>
  text((value) => (/^\d{5,6}$/.test(value) ? undefined : `is not five or six digits, got "${value}"`))

/** The options of `createBff` and `serve`. Against the sandbox (`apiKeyId` is its key) names, links and wording may be left
 *  out; against a real service they are needed. Nothing in here has a default that contacts a real service. */
export const BffOptions = z.strictObject({
  // R-A104, R-A105.
  upstreamUrl: option(text(addressProblem), describeBase('the service')),
  apiKeyId: option(
    text(keyIdsProblem),
    'the id of the API key, as the operator shows it; during a rotation two, new,old: the old one is used when the service answers 401 to the new one',
    { isSecret },
  ),
  apiKeySecret: option(
    text(keyHalfProblem),
    'the secret of the API key, as the operator shows it; two, as in API_KEY_ID; sent only to the service',
    { isSecret, hasFileVariant },
  ),
  allowedOrigins: option(
    origins(),
    'the exact origins of your pages (scheme, host and, if unusual, port), separated by commas, for example https://partner.example,https://www.partner.example',
  ),
  encryptionKey: option(
    text(keyListProblem),
    'at least 32 random bytes in hex or base64, made with `openssl rand -hex 32`, or several, separated by commas: the first encrypts, all of them decrypt',
    { isSecret, hasFileVariant, defaultText: 'derived from the API secret' },
  ),
  receiptKey: option(
    text((key) => keyListProblem(key.includes(',') ? '' : key)),
    'HMAC key for phone numbers in consent receipts, made like a ENCRYPTION_KEY. Keep it as long as the receipts',
    { isSecret, hasFileVariant, defaultText: 'the last key of `ENCRYPTION_KEY`' },
  ),
  operatorName: forService(text(), 'the name of the organization that runs the service'),
  // R-A15: the voter agrees to both.
  operatorTermsUrl: forService(link(), linkTo("the operator's terms of service")),
  operatorPrivacyUrl: forService(link(), linkTo("the operator's privacy policy")),
  partnersFile: option(
    text(),
    'a JSON file with the partners that share this server, by the value of `partner` on their pages',
    { defaultText: 'one partner', isServeOnly: true },
  ),
  partnerName: forService(text(), 'the name of your organization'),
  partnerPrivacyUrl: forService(link(), linkTo("your organization's privacy policy")),
  // R-A48.
  partnerSmsProgram: option(
    toggle(),
    'whether the form has a separate, unchecked checkbox for your own text messages',
    {
      defaultText: '`off`, and `on` against the sandbox',
    },
  ),
  partnerSmsName: option(
    text(),
    'the name of your text-message program, for its label; required with `PARTNER_SMS_PROGRAM`',
    { defaultText: 'a sample name against the sandbox' },
  ),
  partnerSmsMonthly: option(
    number(1, 100),
    'maximum text messages of your program in a month; required with `PARTNER_SMS_PROGRAM`',
    { defaultText: '`4` against the sandbox' },
  ),
  partnerSmsCode: option(smsCode(), 'the short code that your text messages come from, five or six digits', {
    defaultText: 'none',
  }),
  officialSiteUrl: forService(
    link(),
    linkTo('the official site where voters can register without this form, linked when something fails'),
  ),
  checkRegistrationUrl: option(
    link(),
    linkTo('the page where voters can check whether they are registered, linked below the state'),
    { defaultText: 'the state’s own page, if the Civic data has one' },
  ),
  prefillDisabledStates: option(
    list((state) => (isStateCode(state) ? undefined : `has "${state}", which is not a state in two capital letters`)),
    'the states where prefilled values are cleared, for example TN,LA',
    { defaultText: 'none' },
  ),
  under18Url: option(
    link(),
    linkTo(
      "your organization's page for voters who are too young to register, linked next to the date from which they can",
    ),
    { defaultText: 'none' },
  ),
  practiceMode: option(
    z._default(toggle(), false),
    'whether every screen says that this is practice and nobody is registered, for a staging service; limits and approvals still apply',
  ),
  attributionParams: option(
    list((name) => {
      if (!/^[a-z][a-z0-9_]{0,31}$/.test(name))
        return `has "${name}", which is not a name of lowercase letters, digits and _`
      return reservedNames.has(name) ? `has "${name}", which is reserved` : undefined
    }),
    'your own URL parameters that say where a voter came from, in addition to `source` and `utm_*`, for example shift,chapter',
    { defaultText: 'none' },
  ),
  minFormVersion: option(
    text((value) => {
      if (!/^\d{1,9}(\.\d{1,9}){2}$/.test(value)) return `is not a version, got "${value}"`
      // The form on the BFF's own page must never be too old.
      const isTooNew = isOlderVersion(version, value)
      return isTooNew ? `is newer than this BFF itself, which is ${version}; got "${value}"` : undefined
    }),
    'the oldest version of the form that may be used, for example 0.3.0',
    { defaultText: 'any' },
  ),
  wording: option(wordingsSchema(), 'a JSON file with a consent wording by language, instead of that of the package', {
    variable: 'WORDING_FILE',
    isFile: true,
    defaultText: 'the wording of the package',
  }),
  // R-A22.
  wordingApproved: forService(
    list(),
    'the versions of the wording that the operator has approved, separated by commas',
  ),
  languages: option(
    list((code) =>
      ['all', ...languageCodes].includes(code) ? undefined : `has "${code}", which is not a language of the form`,
    ),
    `the languages of the form in addition to English, for example es,vi, or all: ${languageCodes.join(', ')}`,
    { defaultText: '`en,es`, and `all` against the sandbox' },
  ),
  ...CivicOptions.shape,
  ...UptimeOptions.shape,
  basePath: option(
    text((value) =>
      /^(\/[A-Za-z0-9._~-]+)+$/.test(value) ? undefined : `is not a path without a slash at its end, got "${value}"`,
    ),
    'a path in front of every route, for example /api/register, if the host or proxy does not strip it',
    { defaultText: 'none' },
  ),
  page: option(z._default(toggle(), true), 'whether the BFF serves the hosted page, at /form'),
  pageLayout: option(
    z._default(enumOption(['page', 'steps']), 'page'),
    "the layout of the hosted page's form: page (all fields on one page) or steps",
  ),
  pageBrandingFile: option(text(), 'a JSON file with the branding of the hosted page: `tokens`, `theme`, `logo`', {
    defaultText: 'the default design',
    isServeOnly,
  }),
  noticeFile: option(
    text(),
    'a JSON file with notices for voters: `text` by language and, if needed, `states`, `from`, `to`',
    { defaultText: 'none', isServeOnly },
  ),
  pagePrefill: option(
    list((field) =>
      isRequestField(field) && !field.startsWith('sms_') ? undefined : `has "${field}", which cannot be prefilled`,
    ),
    "the fields that may be prefilled from the hosted page's URL, for example first_name,state,zipcode. Proxies can see these values",
    { defaultText: 'none' },
  ),
  logLevel: option(z._default(enumOption(levels), 'info'), `the lowest log level: ${levels.join(', ')}`),
  rateLimits: option(
    rateLimits(),
    `on, off, or some limits instead of the defaults, for example phone=4/86400,address=50/600 (count/seconds), with the names ${limitNames.join(', ')}`,
    {
      defaultText: '`on`, and `off` against the sandbox',
      parse: parseLimits,
    },
  ),
  trustProxyHops: option(
    z._default(number(0, 10), 0),
    'the number of your proxies in front, each of which appends to `X-Forwarded-For`; with 0 the header is ignored',
  ),
  publicHosts: option(
    list((name) =>
      /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i.test(name) && URL.canParse(`http://${name}`)
        ? undefined
        : `has "${name}", which is not a host`,
    ),
    'the host names of the server, for example register.partner.example, with the port if it is unusual; health checks may use any',
    { defaultText: 'any' },
  ),
  botCheck: option(
    enumOption(['off', 'proof']),
    'the challenge above the limit by address: off, or proof (the browser computes it, no puzzle)',
    { defaultText: '`proof`, and `off` against the sandbox and without limits' },
  ),
  metricsPort: option(port(), 'the port for Prometheus, such as 9464; 0 uses any free port', {
    defaultText: 'no metrics',
    isServeOnly,
  }),
  metricsHost: option(
    z._default(host(), '127.0.0.1'),
    'the address on which METRICS_PORT listens: 127.0.0.1 for this machine only, 0.0.0.0 for all addresses, for example in a container',
    { isServeOnly },
  ),
  dataDir: forService(
    text((value) => (value === 'none' ? 'is none, but registrations need storage' : undefined)),
    'a folder on a local disk for the embedded database, for example /var/lib/voter-registration; for one process',
  ),
  databaseUrl: option(
    text(findDatabaseUrlProblem),
    'a PostgreSQL database instead of DATA_DIR, for several processes, for example postgres://user:password@host:5432/database (its value is not shown here)',
    { isSecret: true, hasFileVariant: true, defaultText: '`DATA_DIR`' },
  ),
  outboxRetentionDays: option(z._default(number(1, 3_650), 30), 'retention of failed click reports, in days'),
  consentRetentionDays: option(z._default(number(1, 36_500), 1_827), 'retention of consent receipts, in days'),
  port: option(z._default(port(), 8_787), 'the port to listen on, such as 8787; 0 uses any free port', {
    isServeOnly,
  }),
  host: option(z._default(host(), '127.0.0.1'), hostDescription, { isServeOnly }),
})
export interface BffOptions extends z.input<typeof BffOptions> {}

export const variables = getVariableNames(BffOptions)
