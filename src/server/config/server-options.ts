/** The options of the BFF that are about its own server: the page, limits, storage, and where it listens. */
import * as z from 'zod/mini'
import { isRequestField } from '../../contract/request-fields.ts'
import { limitNames } from '../middleware/limits.ts'
import { levels } from '../observability/log.ts'
import { host, list, number, oneOf, option, port, text, toggle, toggled, whatHost } from '../options/option.ts'
import { databaseProblem } from './check-values.ts'

const from1To = (max: number) => z.int().check(z.minimum(1), z.maximum(max))
const isForServe = true

/** `true` for the defaults, `false` for none, or limits by name in place of some defaults. */
const rateLimits = () =>
  z.union([
    z.boolean(),
    z.partialRecord(z.enum(limitNames), z.strictObject({ count: from1To(1_000_000_000), seconds: from1To(2_592_000) })),
  ])

/** Those options by name. */
export const serverOptions = {
  basePath: option(
    z.optional(
      text((value) =>
        /^(\/[A-Za-z0-9._~-]+)+$/.test(value) ? undefined : `is not a path without a slash at its end, got "${value}"`,
      ),
    ),
    'BASE_PATH',
    'a path in front of every route, as in /api/register, for hosts that mount the BFF below one and proxies that do not cut it off',
    { otherwise: 'none' },
  ),
  page: option(z._default(toggle(), true), 'PAGE', 'whether the BFF serves the hosted page, at /form'),
  pageLayout: option(
    z._default(oneOf(['page', 'steps']), 'page'),
    'PAGE_LAYOUT',
    "how the hosted page's form is laid out: page (all fields on one page) or steps",
  ),
  pageLookFile: option(
    z.optional(text()),
    'PAGE_LOOK_FILE',
    'a JSON file that says how the hosted page looks: `tokens`, `theme`, `logo`',
    { otherwise: 'as the form does by itself', isForServe },
  ),
  noticeFile: option(
    z.optional(text()),
    'NOTICE_FILE',
    'a JSON file with notices for voters: `text` by language, and as far as needed `states`, `from`, `to`',
    { otherwise: 'none', isForServe },
  ),
  pagePrefill: option(
    z.optional(
      list((field) =>
        isRequestField(field) && !field.startsWith('sms_') ? undefined : `has "${field}", which no address may fill in`,
      ),
    ),
    'PAGE_PREFILL',
    "the fields that the hosted page's address may fill in, as in first_name,state,zipcode: every proxy on the way sees them",
    { otherwise: 'none' },
  ),
  logLevel: option(
    z._default(oneOf(levels), 'info'),
    'LOG_LEVEL',
    `the lowest level that is logged: ${levels.join(', ')}`,
  ),
  rateLimits: option(
    z.optional(rateLimits()),
    'RATE_LIMITS',
    `on, off, or some limits in place of the defaults, as in phone=4/86400,address=50/600 (so many in so many seconds), with the names ${limitNames.join(', ')}`,
    {
      otherwise: '`on`, and `off` against the sandbox',
      read: (value) => toggled.get(value) ?? readLimits(value) ?? value,
      explain: () => 'cannot be read',
    },
  ),
  trustProxyHops: option(
    z._default(number(0, 10), 0),
    'TRUST_PROXY_HOPS',
    'the number of proxies of yours that stand in front, each appending to `X-Forwarded-For`; with 0 the header is not read',
  ),
  publicHosts: option(
    z.optional(
      list((name) =>
        /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i.test(name) && URL.canParse(`http://${name}`)
          ? undefined
          : `has "${name}", which is no host`,
      ),
    ),
    'PUBLIC_HOSTS',
    'the names under which the server may be reached, as in register.partner.example, with the port where it is unusual; health checks may use any',
    { otherwise: 'any' },
  ),
  botCheck: option(
    z.optional(oneOf(['off', 'proof'])),
    'BOT_CHECK',
    'what a registration costs where an address sends much: off, or proof (a computation by the browser, no puzzle)',
    { otherwise: '`proof`, and `off` against the sandbox and without limits' },
  ),
  metricsPort: option(
    z.optional(port()),
    'METRICS_PORT',
    'the port for Prometheus, such as 9464; 0 takes any that is free',
    { otherwise: 'no metrics', isForServe },
  ),
  metricsHost: option(
    z._default(host(), '127.0.0.1'),
    'METRICS_HOST',
    'the address on which METRICS_PORT listens: 127.0.0.1 for this machine only, 0.0.0.0 for all addresses, as in a container',
    { isForServe },
  ),
  dataDir: option(
    z.optional(text((value) => (value === 'none' ? 'is none, but registrations need a storage' : undefined))),
    'DATA_DIR',
    'a folder on a local disk for the embedded database, for example /var/lib/voter-registration; one process for each',
    { isForService: true },
  ),
  databaseUrl: option(
    z.optional(text(databaseProblem)),
    'DATABASE_URL',
    'a PostgreSQL database instead of DATA_DIR, for several processes, as in postgres://user:password@host:5432/database (its value is not shown here)',
    { isSecret: true, orFile: true, otherwise: '`DATA_DIR`' },
  ),
  outboxKeepDays: option(
    z._default(number(1, 3_650), 30),
    'OUTBOX_KEEP_DAYS',
    'the days for which failed presses are kept',
  ),
  consentKeepDays: option(
    z._default(number(1, 36_500), 1_827),
    'CONSENT_KEEP_DAYS',
    'the days for which receipts of consent are kept',
  ),
  port: option(z._default(port(), 8_787), 'PORT', 'the port to listen on, such as 8787; 0 takes any that is free', {
    isForServe,
  }),
  host: option(z._default(host(), '127.0.0.1'), 'HOST', whatHost, { isForServe }),
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
