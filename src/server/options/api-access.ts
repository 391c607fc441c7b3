/** The options of the Civic Data and Uptime APIs, which the BFF shares with the monitor and the Civic commands. */
import * as z from 'zod/mini'
import { isLoopback } from '../../contract/text.ts'
import { allowedFields } from '../civic-data/state-facts.ts'
import { formatBasicAuth, keyHalfProblem, keyIdProblem, sandboxKeyId } from '../crypto/keys.ts'
import type { CivicAccess } from '../upstream/civic-upstream.ts'
import type { UptimeAccess } from '../upstream/uptime-upstream.ts'
import { addressProblem, type Contradiction, crossCheck, list, option, showInput, text, toVariable } from './option.ts'
import { type Environment, readOptionsFrom } from './read-options.ts'

const isSecret = true
export const describeBase = (service: string, version = '') =>
  `the base URL of ${service}, https://… without ${version}user name, query or fragment; for the sandbox http://127.0.0.1:8788`
const unversioned = () =>
  text((value) => addressProblem(value) ?? (/\/v\d+\/*$/.test(value) ? 'contains the version' : undefined))

const Civic = z.strictObject({
  civicUrl: option(unversioned(), describeBase('the Civic Data API', '/v2, '), {
    defaultText: 'no facts about states',
  }),
  // R-C29.
  civicKeyId: option(z.optional(text(keyIdProblem)), 'the id of the Civic Data key, as the dashboard shows it', {
    isSecret,
  }),
  civicKeySecret: option(
    z.optional(text(keyHalfProblem)),
    'the secret of the Civic Data key, as the dashboard shows it',
    { isSecret },
  ),
  civicVersion: option(
    z._default(z.literal([1, 2], showInput('is neither 1 nor 2')), 2),
    'the version of the Civic Data API: 2, or the deprecated 1, whose data is converted',
  ),
  civicFields: option(
    list((slug) => (/^[a-z][a-z0-9_]*$/.test(slug) ? undefined : `has "${slug}", which is not a slug`)),
    'the facts to show, in this order, as V2 slugs such as gov_tool_verify,registration_laws',
    { defaultText: 'those a voter needs to register' },
  ),
})

const Uptime = z.strictObject({
  uptimeUrl: option(unversioned(), describeBase('the Uptime API or of your own monitor', '/v1, '), {
    defaultText: 'no status of sites',
  }),
  // R-U20.
  uptimeKeyId: option(z.optional(text(keyIdProblem)), 'the id of the Uptime API’s key, if it needs one', {
    isSecret,
  }),
  uptimeKeySecret: option(z.optional(text(keyHalfProblem)), 'the secret of the Uptime API’s key', { isSecret }),
})

export function findSandboxKey<Name extends string>(
  options: Readonly<Partial<Record<Name, unknown>>>,
  keyName: Name,
  urlName: Name,
): Contradiction[] {
  const { [keyName]: key, [urlName]: url } = options
  const isRemote = typeof url === 'string' && URL.canParse(url) && !isLoopback(new URL(url).hostname)
  const message = `is the sandbox's key, but ${toVariable(urlName)} is a real service. Use the sandbox for both, or for neither.`
  return key === sandboxKeyId && isRemote ? [[keyName, message]] : []
}

/** Civic data need an address and both halves of a key, or nothing. */
export const civicCheck = crossCheck<Partial<z.output<typeof Civic>>>(function* (options) {
  const names = ['civicUrl', 'civicKeyId', 'civicKeySecret'] as const
  const message =
    'is missing, and facts about states need CIVIC_URL, CIVIC_KEY_ID and CIVIC_KEY_SECRET. Set all three or none.'
  if (options.civicFields !== undefined || names.some((name) => options[name] !== undefined))
    for (const name of names) if (options[name] === undefined) yield [name, message]
  yield* findSandboxKey(options, 'civicKeyId', 'civicUrl')
})

/** The Uptime API needs an address, and both halves of a key or neither. */
export const uptimeCheck = crossCheck<Partial<z.output<typeof Uptime>>>(function* (options) {
  for (const half of ['uptimeKeyId', 'uptimeKeySecret'] as const) {
    const otherHalf = half === 'uptimeKeyId' ? 'uptimeKeySecret' : 'uptimeKeyId'
    if (options.uptimeUrl === undefined && options[half] !== undefined)
      yield [half, 'is set, but UPTIME_URL is not. Set both or neither.']
    if (options.uptimeUrl !== undefined && options[half] === undefined && options[otherHalf] !== undefined) {
      const message = `is missing, and ${toVariable(otherHalf)} is set. Set both halves of the key or neither: the Uptime API may need none.`
      yield [half, message]
    }
  }
  yield* findSandboxKey(options, 'uptimeKeyId', 'uptimeUrl')
})

export const CivicOptions = Civic.check(civicCheck)
export const UptimeOptions = Uptime.check(uptimeCheck)

export function getCivicAccess(
  options: z.output<typeof CivicOptions>,
): (CivicAccess & { visibleFields: readonly string[] }) | undefined {
  const { civicUrl: url, civicVersion: version, civicFields: visibleFields = allowedFields } = options
  const authorization = formatBasicAuth(options.civicKeyId, options.civicKeySecret)
  return url === undefined ? undefined : { url, authorization, version, visibleFields }
}

/** @returns `undefined` when none of `CIVIC_…` is set. @throws ConfigurationError that lists every problem; never a secret */
export const civicFromEnvironment = (env: Environment): CivicAccess | undefined =>
  getCivicAccess(CivicOptions.parse(readOptionsFrom(CivicOptions, env)))

export function getUptimeAccess({ uptimeUrl: url, ...key }: z.output<typeof UptimeOptions>): UptimeAccess | undefined {
  if (url === undefined) return undefined
  return { url, authorization: key.uptimeKeyId && formatBasicAuth(key.uptimeKeyId, key.uptimeKeySecret) }
}
