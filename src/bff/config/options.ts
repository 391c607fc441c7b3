/** Everything the BFF can be told, as one schema, and where each thing stands in the environment. */
import * as z from 'zod/mini'
import { isOlder } from '../../contract/compare-version.ts'
import { isRequestField } from '../../contract/request-fields.ts'
import { isLoopback, safeLink } from '../../contract/text.ts'
import { readNetwork } from '../middleware/ip-address.ts'
import { limitNames } from '../middleware/rate-limiter.ts'
import { levels } from '../observability/log.ts'
import { version as ownVersion } from '../version.ts'
import { WordingTexts } from '../wording.ts'

/** A text option: says what to do when it is missing, and what `problemOf` sees wrong with it. */
function text(advice: string, problemOf: (value: string) => string | undefined = () => undefined) {
  return z
    .string({ error: ({ input }) => (input === undefined ? `is missing. ${advice}` : `is not a text. ${advice}`) })
    .check(
      z.check(({ value, issues }) => {
        const problem = value.trim() === '' ? 'is empty.' : problemOf(value)
        if (problem !== undefined) issues.push({ code: 'custom', input: value, message: `${problem} ${advice}` })
      }),
    )
}

const link = (what: string) =>
  text(`Set it to the address of ${what}, for example https://service.example/page/`, (value) =>
    safeLink(value) === undefined ? 'is not an https: address without user name and password.' : undefined,
  )

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A list of which each item must pass. */
function list(advice: string, itemProblem: (value: string) => string | undefined) {
  return z.array(z.string(), { error: `is not a list. ${advice}` }).check(
    z.check(({ value, issues }) => {
      for (const item of value) {
        const problem = itemProblem(item)
        if (problem !== undefined) issues.push({ code: 'custom', input: value, message: `${problem} ${advice}` })
      }
    }),
  )
}

/** A whole number from `least` to `most`. */
function integer(least: number, most: number, advice: string) {
  return z.number({ error: ({ input }) => `is not a number, got "${String(input)}". ${advice}` }).check(
    z.check(({ value, issues }) => {
      if (Number.isInteger(value) && value >= least && value <= most) return
      const message = `is not a whole number from ${least} to ${most}, got ${value}. ${advice}`
      issues.push({ code: 'custom', input: value, message })
    }),
  )
}

const limitsAdvice = `Write on, off, or limits as in phone=2/86400,ip=60/600 (so many in so many seconds) with the names ${limitNames.join(', ')}.`

const limitsUnreadable = { error: `cannot be read. ${limitsAdvice}` }

const from1To = (most: number) =>
  z.int(limitsUnreadable).check(z.minimum(1, limitsUnreadable), z.maximum(most, limitsUnreadable))

/**
 * The options of `createBff` and `serve`. Nothing in here has a default that contacts a real service. Against the
 * sandbox (an upstream on this machine) names, links and wording may be left out; against a real one they are needed.
 */
export const BffOptions = z.strictObject({
  /** Base address of the registration service: `https:`, or `http:` on this machine for the sandbox (R-A104, R-A105). */
  upstreamUrl: text(
    'Set it to the base address of the service, https://… without user name, query or fragment; for the sandbox http://127.0.0.1:8788',
    upstreamProblem,
  ),
  /** The API key's id, a UUID (R-A100; the service answers 500 to anything else). */
  apiKeyId: text('Set it to the id of the API key, as the operator shows it.', (value) =>
    uuid.test(value) ? undefined : 'is not a UUID (its value is not shown here).',
  ),
  /** The API key's secret. Never printed, never sent anywhere but to the service. */
  apiKeySecret: text('Set it to the secret of the API key, as the operator shows it.', (value) =>
    /^[\x20-\x39\x3b-\x7e]+$/.test(value)
      ? undefined
      : 'has a colon, a line break or a character outside ASCII (its value is not shown here).',
  ),
  /** The origins of the pages that may use this BFF: an exact list, for example `['https://partner.example']`. */
  allowedOrigins: z
    .array(z.string(), {
      error: ({ input }) =>
        input === undefined
          ? 'is missing. List the origins of your pages, separated by commas, for example https://partner.example,https://www.partner.example'
          : 'is not a list of origins.',
    })
    .check(
      z.check(({ value, issues }) => {
        if (value.length === 0) {
          issues.push({ code: 'custom', input: value, message: 'is empty. List the origins of your pages.' })
        }
        for (const origin of value) {
          const problem = originProblem(origin)
          if (problem !== undefined) issues.push({ code: 'custom', input: value, message: problem })
        }
      }),
    ),
  /** At least 32 random bytes in base64 or hex: seals the events. Left out, a key is derived from the API secret. */
  sealKey: z.optional(
    text('Make one with: openssl rand -hex 32', (value) =>
      keyBytes(value) === undefined
        ? 'is not base64 or hex of at least 32 bytes (its value is not shown here).'
        : undefined,
    ),
  ),
  /** Who runs the registration service. */
  operatorName: z.optional(text('Set it to the name of the organization that runs the service.')),
  operatorTermsUrl: z.optional(link("the operator's terms of service")),
  operatorPrivacyUrl: z.optional(link("the operator's privacy policy")),
  /** Whose pages the form is on. */
  partnerName: z.optional(text('Set it to the name of your organization.')),
  partnerPrivacyUrl: z.optional(link("your organization's privacy policy")),
  /** Whether the partner has a text-message program of its own, offered as a separate choice (R-A48). Default: no. */
  partnerSmsProgram: z.optional(z.boolean({ error: 'is neither true nor false. Write one of these two words.' })),
  /** Where a voter can register without us; offered when a registration could not be sent. */
  officialSiteUrl: z.optional(link('the official site where voters can register without this form')),
  /** The oldest version of the form that may still be used, for example `0.2.0`; at most this package's. Default: any. */
  leastFormVersion: z.optional(text('Write it as in 0.1.0, or leave it out to take every form.', formVersionProblem)),
  /** The wording by language, instead of ours; `en` is needed (R-A13 to R-A22). */
  wording: z.optional(
    z.intersection(z.object({ en: WordingTexts }), z.record(z.string().check(z.regex(/^[a-z]{2,3}$/)), WordingTexts)),
  ),
  /** The versions of the wordings that the operator has approved, for example `['en-3f9a1c20']` (R-A22). */
  wordingApproved: z.optional(z.array(z.string(), { error: 'is not a list of versions.' })),
  /** Base address of the Civic Data API; left out, there is no `GET /states/{code}`. May be that of the service itself. */
  civicUrl: z.optional(
    text(
      'Set it to the base address of the Civic Data API, https://… without /v2, user name, query or fragment; for the sandbox http://127.0.0.1:8788',
      (value) => upstreamProblem(value) ?? (/\/v[12]\/*$/.test(value) ? 'has the version in it.' : undefined),
    ),
  ),
  /** The id of the Civic Data API's own key (R-C29). */
  civicKeyId: z.optional(
    text('Set it to the id of the Civic Data key, as the dashboard shows it.', (value) =>
      /^[\x21-\x39\x3b-\x7e]+$/.test(value)
        ? undefined
        : 'has a colon, a blank or a character outside ASCII (its value is not shown here).',
    ),
  ),
  /** Its secret. Never printed, never sent anywhere but to the Civic Data API. */
  civicKeySecret: z.optional(
    text('Set it to the secret of the Civic Data key, as the dashboard shows it.', (value) =>
      /^[\x20-\x39\x3b-\x7e]+$/.test(value)
        ? undefined
        : 'has a colon, a line break or a character outside ASCII (its value is not shown here).',
    ),
  ),
  /** Which version of it is spoken. Default: 2; with 1, the deprecated one, everything is migrated. */
  civicVersion: z.optional(
    z.union([z.literal(1), z.literal(2)], {
      error: ({ input }) => `is neither 1 nor 2, got "${String(input)}". Leave it out to use 2.`,
    }),
  ),
  /** The facts that may be told, by V2 slug and in this order, in place of the package's list. */
  civicFields: z.optional(
    z.array(z.string(), { error: 'is not a list of slugs.' }).check(
      z.check(({ value, issues }) => {
        for (const slug of value) {
          if (/^[a-z][a-z0-9_]*$/.test(slug)) continue
          const message = `has "${slug}", which is not a slug. Write them as gov_tool_verify,registration_laws.`
          issues.push({ code: 'custom', input: value, message })
        }
      }),
    ),
  ),
  /** Base address of the State Voter Tool Uptime API; left out, nothing is said of sites. May be that of the service. */
  uptimeUrl: z.optional(
    text(
      'Set it to the base address of the Uptime API, https://… without /v1, user name, query or fragment; for the sandbox http://127.0.0.1:8788',
      (value) => upstreamProblem(value) ?? (/\/v\d+\/*$/.test(value) ? 'has the version in it.' : undefined),
    ),
  ),
  /** The id of a key for it, where the operator asks for one: the specification leaves that open (R-U20). */
  uptimeKeyId: z.optional(
    text('Set it to the id of the Uptime API’s key.', (value) =>
      /^[\x21-\x39\x3b-\x7e]+$/.test(value)
        ? undefined
        : 'has a colon, a blank or a character outside ASCII (its value is not shown here).',
    ),
  ),
  /** Its secret. Never printed, never sent anywhere but to the Uptime API. */
  uptimeKeySecret: z.optional(
    text('Set it to the secret of the Uptime API’s key.', (value) =>
      /^[\x20-\x39\x3b-\x7e]+$/.test(value)
        ? undefined
        : 'has a colon, a line break or a character outside ASCII (its value is not shown here).',
    ),
  ),
  /** For how many seconds what the Uptime API said is taken for true before it is asked again. Default: 60. */
  uptimeCacheSeconds: z.optional(integer(1, 600, 'Set it to a number of seconds, for example 60.')),
  /** A path in front of every route, for hosts that mount the BFF below one, for example `/api/register`. */
  basePath: z.optional(
    text('Write it like /api/register', (value) =>
      /^(\/[A-Za-z0-9._~-]+)+$/.test(value) ? undefined : `is not a path without a slash at its end, got "${value}".`,
    ),
  ),
  /** Whether the page with the form is served at `/form`, where the BFF is given one. Default: yes. */
  page: z.optional(z.boolean({ error: 'is neither on nor off. Write one of these two words.' })),
  /** The fields that the page's address may fill in, for example `['state', 'zipcode']`: query parameters are seen by every
   *  proxy on the way. Default: none. */
  pagePrefill: z.optional(
    list('Write names of fields as in first_name,state,zipcode', (value) =>
      isRequestField(value) && !value.startsWith('sms_') ? undefined : `has "${value}", which no address may fill in.`,
    ),
  ),
  /** The least level that is logged. Default: `info`. */
  logLevel: z.optional(
    z.enum(levels, {
      error: ({ input }) => `is none of ${levels.join(', ')}, got "${String(input)}". Leave it out to use info.`,
    }),
  ),
  /**
   * How much may be sent: `true` for the defaults, `false` for no limits, or limits by name in place of some defaults.
   * Left out: the defaults, and none against the sandbox.
   */
  rateLimits: z.optional(
    z.union(
      [
        z.boolean(limitsUnreadable),
        z.partialRecord(
          z.enum(limitNames, limitsUnreadable),
          z.strictObject({ count: from1To(1_000_000_000), seconds: from1To(2_592_000) }, limitsUnreadable),
          limitsUnreadable,
        ),
      ],
      limitsUnreadable,
    ),
  ),
  /** Networks whose addresses are not limited, for voter drives, for example `['203.0.113.0/24']`. */
  unlimitedNetworks: z.optional(
    list('Write networks as in 203.0.113.0/24,2001:db8:1::/48', (value) =>
      readNetwork(value) === undefined ? `has "${value}", which is no network.` : undefined,
    ),
  ),
  /** How many proxies of yours stand in front, each appending to `X-Forwarded-For`. Default: 0, the header is not read. */
  trustProxyHops: z.optional(integer(0, 10, 'Count the proxies that stand in front of this server.')),
  /** The names under which this server may be reached. Default: any. */
  publicHosts: z.optional(
    list('Write names as in register.partner.example, with the port where it is not the usual one.', (value) =>
      /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i.test(value) ? undefined : `has "${value}", which is no host.`,
    ),
  ),
  /** What an address that sends much must do: `proof` of work, `turnstile` or `hcaptcha`. Default: `off`. */
  botCheck: z.optional(
    z.enum(['off', 'proof', 'turnstile', 'hcaptcha'], {
      error: ({ input }) =>
        `is none of off, proof, turnstile, hcaptcha, got "${String(input)}". Leave it out to use off.`,
    }),
  ),
  /** With `turnstile` and `hcaptcha`: the site key, which is public. */
  botCheckSiteKey: z.optional(text('Set it to the site key, as the service shows it.')),
  /** With `turnstile` and `hcaptcha`: the secret key. Never printed, never sent anywhere but to that service. */
  botCheckSecret: z.optional(text('Set it to the secret key, as the service shows it.')),
  /** Whether a service that keeps failing is left alone for 15 s at a time. Default: yes, and no against the sandbox. */
  breaker: z.optional(z.boolean({ error: 'is neither on nor off. Write one of these two words.' })),
  /** Read by `serve` only: the port on this machine where Prometheus finds the metrics; 0 takes any. Default: none. */
  metricsPort: z.optional(integer(0, 65_535, 'Use a port such as 9464.')),
  /**
   * Read by `serve` only: the folder of the embedded database, which keeps presses, outcomes and receipts of consent. One
   * process for each folder. `none` keeps nothing and says so; needed against a real service unless there is `databaseUrl`.
   */
  dataDir: z.optional(text('Set it to a folder on a local disk, for example /var/lib/voter-registration')),
  /** Read by `serve` only: a PostgreSQL that any number of processes share, instead of `dataDir`. Never printed. */
  databaseUrl: z.optional(
    text('Write it as in postgres://user:password@host:5432/database (its value is not shown here).', databaseProblem),
  ),
  /** For how many days failed presses are kept. Default: 30. */
  outboxKeepDays: z.optional(integer(1, 3_650, 'Set it to a number of days, for example 30.')),
  /** For how many days receipts of consent are kept. Default: 1827, five years. */
  consentKeepDays: z.optional(integer(1, 36_500, 'Set it to a number of days, for example 1827.')),
  /** Read by `serve` only: where it listens. Default: 8787; 0 takes any free port. */
  port: z.optional(
    z.number({ error: ({ input }) => `is not a number, got "${String(input)}". Use a port such as 8787.` }).check(
      z.check(({ value, issues }) => {
        if (Number.isInteger(value) && value >= 0 && value <= 65535) return
        issues.push({ code: 'custom', input: value, message: `is no port, got ${value}. Use one from 0 to 65535.` })
      }),
    ),
  ),
  /** Read by `serve` only: the address it listens on. Default: 127.0.0.1; in a container 0.0.0.0. */
  host: z.optional(
    text('Use 127.0.0.1 for this machine only, 0.0.0.0 for all addresses.', (value) =>
      /^[A-Za-z0-9.:_-]+$/.test(value) ? undefined : 'is not a host name or address.',
    ),
  ),
})
export type BffOptions = z.infer<typeof BffOptions>

/** Each option's name in the environment. */
export const variables = {
  upstreamUrl: 'UPSTREAM_URL',
  apiKeyId: 'API_KEY_ID',
  apiKeySecret: 'API_KEY_SECRET',
  allowedOrigins: 'ALLOWED_ORIGINS',
  sealKey: 'SEAL_KEY',
  operatorName: 'OPERATOR_NAME',
  operatorTermsUrl: 'OPERATOR_TERMS_URL',
  operatorPrivacyUrl: 'OPERATOR_PRIVACY_URL',
  partnerName: 'PARTNER_NAME',
  partnerPrivacyUrl: 'PARTNER_PRIVACY_URL',
  partnerSmsProgram: 'PARTNER_SMS_PROGRAM',
  officialSiteUrl: 'OFFICIAL_SITE_URL',
  leastFormVersion: 'LEAST_FORM_VERSION',
  wording: 'WORDING_FILE',
  wordingApproved: 'WORDING_APPROVED',
  civicUrl: 'CIVIC_URL',
  civicKeyId: 'CIVIC_KEY_ID',
  civicKeySecret: 'CIVIC_KEY_SECRET',
  civicVersion: 'CIVIC_VERSION',
  civicFields: 'CIVIC_FIELDS',
  uptimeUrl: 'UPTIME_URL',
  uptimeKeyId: 'UPTIME_KEY_ID',
  uptimeKeySecret: 'UPTIME_KEY_SECRET',
  uptimeCacheSeconds: 'UPTIME_CACHE_SECONDS',
  basePath: 'BASE_PATH',
  page: 'PAGE',
  pagePrefill: 'PAGE_PREFILL',
  logLevel: 'LOG_LEVEL',
  rateLimits: 'RATE_LIMITS',
  unlimitedNetworks: 'UNLIMITED_NETWORKS',
  trustProxyHops: 'TRUST_PROXY_HOPS',
  publicHosts: 'PUBLIC_HOSTS',
  botCheck: 'BOT_CHECK',
  botCheckSiteKey: 'BOT_CHECK_SITE_KEY',
  botCheckSecret: 'BOT_CHECK_SECRET',
  breaker: 'BREAKER',
  metricsPort: 'METRICS_PORT',
  dataDir: 'DATA_DIR',
  databaseUrl: 'DATABASE_URL',
  outboxKeepDays: 'OUTBOX_KEEP_DAYS',
  consentKeepDays: 'CONSENT_KEEP_DAYS',
  port: 'PORT',
  host: 'HOST',
} as const satisfies Record<keyof BffOptions, string>

/** Whether an address is on this machine itself, where only the sandbox is. `undefined` when it is no address. */
export function isSandbox(upstreamUrl: unknown): boolean | undefined {
  if (typeof upstreamUrl !== 'string') return undefined
  try {
    return isLoopback(new URL(upstreamUrl).hostname)
  } catch {
    return undefined
  }
}

function upstreamProblem(value: string): string | undefined {
  let url: URL
  try {
    url = new URL(value)
  } catch {
    return 'is not an address.'
  }
  if (url.username !== '' || url.password !== '') return 'has a user name or password in it.'
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(value)) return 'has a query or fragment.'
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) return undefined
  return url.protocol === 'http:' ? 'is not encrypted (http:).' : 'is not an https: address.'
}

/** The form on the BFF's own page is of the BFF's version, and must never be too old. */
function formVersionProblem(value: string): string | undefined {
  if (!/^\d{1,9}(\.\d{1,9}){2}$/.test(value)) return `is not a version, got "${value}".`
  return isOlder(ownVersion, value)
    ? `is newer than this BFF itself, which is ${ownVersion}; got "${value}".`
    : undefined
}

function databaseProblem(value: string): string | undefined {
  let url: URL
  try {
    url = new URL(value)
  } catch {
    return 'is not an address.'
  }
  if (!['postgres:', 'postgresql:'].includes(url.protocol)) return 'does not begin with postgres://.'
  return url.pathname.length > 1 ? undefined : 'names no database.'
}

function originProblem(value: string): string | undefined {
  const advice = 'Write each as in https://partner.example: scheme, host and, if unusual, port.'
  if (value === '*' || value === 'null') return `must not have "${value}": it would let any page in. ${advice}`
  let url: URL
  try {
    url = new URL(value)
  } catch {
    return `has "${value}", which is not an origin. ${advice}`
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    return `has "${value}", which is not encrypted (only this machine may be without https:). ${advice}`
  }
  const whole = url.href === `${url.origin}/` && /^https?:\/\/[^/?#@*\\]+\/?$/i.test(value)
  return whole ? undefined : `has "${value}", which is more than an origin. ${advice}`
}

/**
 * The bytes of a key written in hex or base64 (also URL-safe).
 *
 * @returns `undefined` when it is neither, or less than 32 bytes
 */
export function keyBytes(value: string): Uint8Array<ArrayBuffer> | undefined {
  if (/^([0-9a-f]{2})+$/i.test(value)) {
    const bytes = Uint8Array.from(value.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    return bytes.length >= 32 ? bytes : undefined
  }
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(value)) return undefined
  try {
    const binary = atob(value.replaceAll('-', '+').replaceAll('_', '/'))
    return binary.length >= 32 ? Uint8Array.from(binary, (character) => character.charCodeAt(0)) : undefined
  } catch {
    return undefined
  }
}
