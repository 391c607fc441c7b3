/** The options of the BFF that are about its own server: the page, limits, storage, and where it listens. */
import * as z from 'zod/mini'
import { isRequestField } from '../../contract/request-fields.ts'
import { safeLink } from '../../contract/text.ts'
import { readNetwork } from '../middleware/client-address.ts'
import { limitNames } from '../middleware/rate-limiter.ts'
import { levels } from '../observability/log.ts'
import { host, list, number, type OptionKind, oneOf, option, port, text, toggle } from '../options/option.ts'
import { isPhoneCountry } from '../registration/phone-number.ts'
import { databaseProblem } from './check-values.ts'

const unreadable = {
  error: `cannot be read. Write on, off, or limits as in phone=2/86400,ip=60/600 (so many in so many seconds) with the names ${limitNames.join(', ')}.`,
}

const from1To = (max: number) => z.int(unreadable).check(z.minimum(1, unreadable), z.maximum(max, unreadable))

const limitsSchema = z.union(
  [
    z.boolean(unreadable),
    z.partialRecord(
      z.enum(limitNames, unreadable),
      z.strictObject({ count: from1To(1_000_000_000), seconds: from1To(2_592_000) }, unreadable),
      unreadable,
    ),
  ],
  unreadable,
)

/** `true` for the defaults, `false` for none, or limits by name; in a variable `on`, `off` or `phone=2/86400,ip=60/600`. */
const rateLimits: OptionKind<typeof limitsSchema> = {
  what: 'on, off, or some limits as in phone=4/86400,ip=600/600',
  schema: limitsSchema,
  read: (value) => (value === 'on' ? true : value === 'off' ? false : (readLimits(value) ?? value)),
}

/** Those options by name. */
export const serverOptions = {
  basePath: option(
    'BASE_PATH',
    text('a path in front of every route, as in /api/register, for proxies that do not cut it off', (value) =>
      /^(\/[A-Za-z0-9._~-]+)+$/.test(value) ? undefined : `is not a path without a slash at its end, got "${value}".`,
    ),
    { otherwise: 'none' },
  ),
  page: option('PAGE', toggle('whether the BFF serves the hosted page, at /form'), { standard: true }),
  pageLayout: option(
    'PAGE_LAYOUT',
    oneOf(['page', 'steps'], "how the hosted page's form is laid out: page (all fields on one page) or steps"),
    { standard: 'page' },
  ),
  pageUrl: option(
    'PAGE_URL',
    text(
      "the hosted page's public address, as in https://register.partner.example/form: offered to a phone as a QR code",
      (value) =>
        safeLink(value) === undefined ? 'is not an https: address without user name and password.' : undefined,
    ),
    { otherwise: 'no QR code is offered' },
  ),
  pageLookFile: option(
    'PAGE_LOOK_FILE',
    text('a JSON file that says how the hosted page looks: `tokens`, `theme`, `logo`'),
    { otherwise: 'as the form does by itself' },
  ),
  noticeFile: option(
    'NOTICE_FILE',
    text('a JSON file with notices for voters: `text` by language, and as far as needed `states`, `from`, `to`'),
    { otherwise: 'none' },
  ),
  pagePrefill: option(
    'PAGE_PREFILL',
    list("the fields that the hosted page's address may fill in, as in first_name,state,zipcode", (field) =>
      isRequestField(field) && !field.startsWith('sms_') ? undefined : `has "${field}", which no address may fill in.`,
    ),
    { otherwise: 'none' },
  ),
  partners: option(
    'PARTNERS',
    list(
      "the names that the hosted page's address may give as partner=, as in acme,river-city; any other is logged as other",
      (name) => (/^[\w.-]{1,64}$/.test(name) ? undefined : `has "${name}", which is no plain word.`),
    ),
    { otherwise: 'none' },
  ),
  phoneCountries: option(
    'PHONE_COUNTRIES',
    list(
      'the only countries whose phone numbers are taken, besides the United States and its territories, as in CA,MX; US alone for none besides',
      (code) =>
        isPhoneCountry(code) ? undefined : `has "${code}", which is no country of ISO 3166 in two capital letters.`,
    ),
    { otherwise: 'every country' },
  ),
  logLevel: option('LOG_LEVEL', oneOf(levels, `the lowest level that is logged: ${levels.join(', ')}`), {
    standard: 'info',
  }),
  rateLimits: option('RATE_LIMITS', rateLimits, { otherwise: '`on`, and `off` against the sandbox' }),
  unlimitedNetworks: option(
    'UNLIMITED_NETWORKS',
    list('the networks without limits by address, for voter drives, as in 203.0.113.0/24,2001:db8:1::/48', (network) =>
      readNetwork(network) === undefined ? `has "${network}", which is no network.` : undefined,
    ),
    { otherwise: 'none' },
  ),
  trustProxyHops: option('TRUST_PROXY_HOPS', number(0, 10, 'the number of proxies of yours that stand in front'), {
    standard: 0,
  }),
  publicHosts: option(
    'PUBLIC_HOSTS',
    list(
      'the names under which the server may be reached, as in register.partner.example, with the port where it is unusual',
      (name) =>
        /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i.test(name) ? undefined : `has "${name}", which is no host.`,
    ),
    { otherwise: 'any' },
  ),
  botCheck: option(
    'BOT_CHECK',
    oneOf(
      ['off', 'proof'],
      'what a registration costs where a network sends much, or everybody at once: off, or proof (a computation by the browser, no puzzle)',
    ),
    { otherwise: '`proof`, and `off` against the sandbox and without limits' },
  ),
  breaker: option('BREAKER', toggle('whether a service that keeps failing is left alone for 15 s at a time'), {
    otherwise: '`on`, and `off` against the sandbox',
  }),
  inFlight: option(
    'IN_FLIGHT',
    number(1, 4_096, 'the most registrations that one process has under way at the service at once'),
    { standard: 256 },
  ),
  waitingRoom: option(
    'WAITING_ROOM',
    number(0, 65_536, 'the registrations that wait, at most 5 s each, while IN_FLIGHT are under way'),
    { standard: 512 },
  ),
  metricsPort: option('METRICS_PORT', port('the port on 127.0.0.1 for Prometheus, such as 9464'), {
    otherwise: 'no metrics',
  }),
  dataDir: option(
    'DATA_DIR',
    text(
      'a folder on a local disk for the embedded database, for example /var/lib/voter-registration; none keeps nothing',
    ),
    { needed: 'real' },
  ),
  databaseUrl: option(
    'DATABASE_URL',
    text(
      'a PostgreSQL database instead of DATA_DIR, for several processes, as in postgres://user:password@host:5432/database (its value is not shown here)',
      databaseProblem,
    ),
    { isSecret: true, orFile: true, otherwise: '`DATA_DIR`' },
  ),
  outboxKeepDays: option('OUTBOX_KEEP_DAYS', number(1, 3_650, 'the days for which failed presses are kept'), {
    standard: 30,
  }),
  consentKeepDays: option('CONSENT_KEEP_DAYS', number(1, 36_500, 'the days for which receipts of consent are kept'), {
    standard: 1_827,
  }),
  port: option('PORT', port('the port to listen on, such as 8787; 0 takes any that is free'), { standard: 8787 }),
  host: option('HOST', host(), { standard: '127.0.0.1' }),
}

function readLimits(value: string): Record<string, { count: number; seconds: number }> | undefined {
  const limits = new Map<string, { count: number; seconds: number }>()
  for (const item of value.split(',')) {
    const [, name, count, seconds] = /^\s*([a-z_]+)=(\d{1,12})\/(\d{1,12})\s*$/.exec(item) ?? []
    if (name === undefined) return undefined
    limits.set(name, { count: Number(count), seconds: Number(seconds) })
  }
  return Object.fromEntries(limits)
}
