/** Turns options into the configuration that the BFF uses, or reports all their problems at once. */
import * as z from 'zod/mini'
import { Settings } from '../../contract/bff-api.ts'
import { joinUrl } from '../../contract/routes.ts'
import { allowedFields } from '../civic-data/field-allowlist.ts'
import type { KeyRing } from '../crypto/provider.ts'
import { defaultLimits, type Limits } from '../middleware/limits.ts'
import { programSentence } from '../options/check-options.ts'
import { ConfigurationError } from '../options/configuration-error.ts'
import type { CivicAccess } from '../upstream/civic-upstream.ts'
import type { UptimeAccess } from '../upstream/uptime-upstream.ts'
import { problemsOf } from './check-config.ts'
import { isSandbox, keyBytes, keyList, readApiKeys } from './check-values.ts'
import { BffOptions } from './options.ts'
import { approvedOf, wordingSettings } from './wording-settings.ts'

/** The configuration that the BFF uses. Holds the key: never logged, never sent in a response. */
export type Config = ReturnType<typeof readConfig>

/**
 * Reads options.
 *
 * @throws ConfigurationError with every problem at once, each with the option's name and its variable
 */
export function readConfig(given: BffOptions) {
  const problems = problemsOf({ ...given })
  if (problems.length > 0) throw new ConfigurationError(problems.map((one) => programSentence(one, BffOptions)))
  const options = BffOptions.parse(given)
  const [key, oldKey] = readApiKeys(options)
  return {
    upstreamUrl: options.upstreamUrl,
    isSandbox: isSandbox(options),
    /** The value of the `Authorization` header of the registration call. */
    authorization: basicOf(key?.id, key?.secret),
    /** The same for the previous key, while a new one replaces it. */
    spareAuthorization: oldKey && basicOf(oldKey.id, oldKey.secret),
    ...keysOf(options),
    settings: settingsOf(options),
    civic: civicOf(options),
    uptime: uptimeOf(options),
    basePath: options.basePath ?? '',
    page: options.page,
    pageLayout: options.pageLayout,
    pagePrefill: options.pagePrefill ?? [],
    limits: limitsOf(options),
    trustProxyHops: options.trustProxyHops,
    publicHosts: options.publicHosts ?? [],
    botCheck: botCheckOf(options),
    keepFor: {
      failedPresses: options.outboxKeepDays,
      receipts: options.consentKeepDays,
    },
    logLevel: options.logLevel,
  }
}

/** Returns the value of an `Authorization` header (RFC 7617). */
const basicOf = (id: string | undefined, secret: string | undefined) => `Basic ${btoa(`${id}:${secret}`)}`

const bytesOf = (secret: string) => new TextEncoder().encode(secret)

/** Returns the keys that ours are derived from. */
export function keysOf({
  sealKey = '',
  receiptKey = '',
  apiKeyId,
  apiKeySecret,
}: Pick<BffOptions, 'sealKey' | 'receiptKey' | 'apiKeyId' | 'apiKeySecret'>) {
  const [secret = '', ...oldSecrets] = readApiKeys({ apiKeyId, apiKeySecret }).map((key) => key.secret)
  const [first, ...others] = keyList(sealKey) ?? []
  const ring: KeyRing = first === undefined ? [bytesOf(secret), ...oldSecrets.map(bytesOf)] : [first, ...others]
  return {
    /** Key material from which our own keys are derived: `SEAL_KEY`, else the API secrets. */
    ring,
    /** Key material that hashes phone numbers in receipts, for years: `RECEIPT_KEY`, else the oldest of the ring. */
    receiptMaterial: keyBytes(receiptKey) ?? ring.at(-1) ?? ring[0],
  }
}

function limitsOf(options: BffOptions): Limits {
  const given = options.rateLimits ?? !isSandbox(options)
  if (typeof given === 'boolean') return given ? defaultLimits : {}
  return { ...defaultLimits, ...given }
}

function botCheckOf({ apiKeyId, rateLimits, botCheck }: BffOptions): 'off' | 'proof' {
  return botCheck ?? (isSandbox({ apiKeyId }) || rateLimits === false ? 'off' : 'proof')
}

const { civicUrl, civicKeyId, civicKeySecret, civicVersion, civicFields } = BffOptions.shape
/** The options of the Civic Data API. */
export const CivicOptions = z.object({ civicUrl, civicKeyId, civicKeySecret, civicVersion, civicFields })
const { uptimeUrl, uptimeKeyId, uptimeKeySecret } = BffOptions.shape
/** The options of the Uptime API. */
export const UptimeOptions = z.object({ uptimeUrl, uptimeKeyId, uptimeKeySecret })

/** Returns the access to the Civic Data API, from options without problems; `undefined` where none is configured. */
export function civicOf(
  options: z.input<typeof CivicOptions>,
): (CivicAccess & { shown: readonly string[] }) | undefined {
  const { civicUrl: url, civicVersion: version, ...rest } = CivicOptions.parse(options)
  if (url === undefined) return undefined
  const authorization = basicOf(rest.civicKeyId, rest.civicKeySecret)
  return { url, authorization, version, shown: rest.civicFields ?? allowedFields }
}

/** Returns the access to the Uptime API, from options without problems; `undefined` where none is configured. */
export function uptimeOf(options: z.input<typeof UptimeOptions>): UptimeAccess | undefined {
  const { uptimeUrl: url, ...key } = UptimeOptions.parse(options)
  if (url === undefined) return undefined
  return { url, authorization: key.uptimeKeyId && basicOf(key.uptimeKeyId, key.uptimeKeySecret) }
}

/** Returns the response of `GET /settings`, from options without problems. */
export function settingsOf(options: BffOptions): Settings {
  const sandbox = isSandbox(options)
  const consent = wordingSettings(options)
  if (consent === undefined) throw new Error('problemsOf() lets no such options through.')
  return Settings.parse({
    ...consent,
    wording: approvedOf(consent, options),
    official_site: { url: options.officialSiteUrl ?? joinUrl(options.upstreamUrl, '/_sandbox/official') },
    ...(options.attributionParams !== undefined && { attribution: [...options.attributionParams] }),
    ...(options.checkRegistrationUrl !== undefined && { check_registration: { url: options.checkRegistrationUrl } }),
    ...(options.under18Url !== undefined && { under_18: { url: options.under18Url } }),
    ...(options.prefillDisabledStates !== undefined && { prefill_off: [...options.prefillDisabledStates] }),
    ...(options.leastFormVersion !== undefined && { least_form_version: options.leastFormVersion }),
    features: {
      ...consent.features,
      sandbox: sandbox || options.rehearsal === true,
      ...(options.civicUrl !== undefined && { state_facts: true }),
      ...(options.uptimeUrl !== undefined && { sites: true }),
    },
  })
}
