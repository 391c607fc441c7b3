/** The options of the Civic Data and Uptime APIs, which the BFF shares with the monitor and the Civic commands. */
import * as z from 'zod/mini'
import { allowedFields } from '../civic-data/state-facts.ts'
import type { CivicAccess } from '../upstream/civic-upstream.ts'
import type { UptimeAccess } from '../upstream/uptime-upstream.ts'
import { isOnThisMachine, keyHalfProblem, keyIdProblem, sandboxKeyId, unversionedProblem } from './check-values.ts'
import { type Contradiction, crossCheck, list, option, otherThan, text, variablesOf } from './option.ts'
import { type Environment, optionsFrom } from './read-options.ts'

const isSecret = true
/** Says what an address of a service has to be. */
export const describeBase = (service: string, version = '') =>
  `the base address of ${service}, https://… without ${version}user name, query or fragment; for the sandbox http://127.0.0.1:8788`

const Civic = z.strictObject({
  civicUrl: option(text(unversionedProblem), describeBase('the Civic Data API', '/v2, '), {
    otherwise: 'no facts about states',
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
    z._default(z.literal([1, 2], otherThan('is neither 1 nor 2')), 2),
    'the version of the Civic Data API: 2, or the deprecated 1, which is migrated on the way',
  ),
  civicFields: option(
    list((slug) => (/^[a-z][a-z0-9_]*$/.test(slug) ? undefined : `has "${slug}", which is not a slug`)),
    'the facts that may be shown, in their order, as V2 slugs such as gov_tool_verify,registration_laws',
    { otherwise: 'those a voter needs to register' },
  ),
})

const Uptime = z.strictObject({
  uptimeUrl: option(text(unversionedProblem), describeBase('the Uptime API or of a monitor of yours', '/v1, '), {
    otherwise: 'no status of sites',
  }),
  // R-U20.
  uptimeKeyId: option(z.optional(text(keyIdProblem)), 'the id of the Uptime API’s key, where it needs one', {
    isSecret,
  }),
  uptimeKeySecret: option(z.optional(text(keyHalfProblem)), 'the secret of the Uptime API’s key', {
    isSecret,
  }),
})

/** The sandbox's key may not be used with a real service. */
export function* findSandboxKey(
  [keyOption, key]: readonly [string, string | undefined],
  [urlVariable, url]: readonly [string, string | undefined],
): Iterable<Contradiction> {
  const message = `is the sandbox's key, but ${urlVariable} is a real service. Set both to the one or both to the other.`
  if (key === sandboxKeyId && isOnThisMachine(url) === false) yield [keyOption, message]
}

/** Civic data need an address and both halves of a key, or nothing. */
export const civicCheck = crossCheck<Partial<z.output<typeof Civic>>>(function* (options) {
  const names = ['civicUrl', 'civicKeyId', 'civicKeySecret'] as const
  const message = 'is missing, and without all of CIVIC_… there are no facts about states'
  if (options.civicFields !== undefined || names.some((name) => options[name] !== undefined))
    for (const name of names) if (options[name] === undefined) yield [name, message]
  yield* findSandboxKey(['civicKeyId', options.civicKeyId], ['CIVIC_URL', options.civicUrl])
})

/** The Uptime API needs an address, and both halves of a key or neither. */
export const uptimeCheck = crossCheck<Partial<z.output<typeof Uptime>>>(function* (options) {
  const halves = ['uptimeKeyId', 'uptimeKeySecret'] as const
  for (const [index, half] of halves.entries()) {
    const other = halves[1 - index] ?? half
    if (options.uptimeUrl === undefined && options[half] !== undefined)
      yield [half, 'is set, but UPTIME_URL is not: there is nothing to use it for. Set both, or leave both out.']
    if (options.uptimeUrl !== undefined && options[half] === undefined && options[other] !== undefined) {
      const message = `is missing, and ${variablesOf(Uptime)[other]} is set. Set both halves of the key, or neither: the Uptime API may need none.`
      yield [half, message]
    }
  }
  yield* findSandboxKey(['uptimeKeyId', options.uptimeKeyId], ['UPTIME_URL', options.uptimeUrl])
})

/** Returns the value of an `Authorization` header (RFC 7617). */
export const basicOf = (id: string | undefined, secret: string | undefined) => `Basic ${btoa(`${id}:${secret}`)}`

/** The options of the Civic Data API. */
export const CivicOptions = Civic.check(civicCheck)
/** The options of the Uptime API. */
export const UptimeOptions = Uptime.check(uptimeCheck)

/** Returns the access to the Civic Data API, from options without problems; `undefined` where none is configured. */
export function civicOf(
  options: z.output<typeof CivicOptions>,
): (CivicAccess & { shown: readonly string[] }) | undefined {
  const { civicUrl: url, civicVersion: version, civicFields: shown = allowedFields } = options
  return url === undefined
    ? undefined
    : { url, authorization: basicOf(options.civicKeyId, options.civicKeySecret), version, shown }
}

/**
 * Reads only the access to the Civic Data API, for programs that need nothing else.
 *
 * @returns `undefined` when none of `CIVIC_…` is set
 * @throws ConfigurationError that lists every problem; never a secret
 */
export const civicFromEnvironment = (env: Environment): CivicAccess | undefined =>
  civicOf(CivicOptions.parse(optionsFrom(CivicOptions, env)))

/** Returns the access to the Uptime API, from options without problems; `undefined` where none is configured. */
export function uptimeOf({ uptimeUrl: url, ...key }: z.output<typeof UptimeOptions>): UptimeAccess | undefined {
  if (url === undefined) return undefined
  return { url, authorization: key.uptimeKeyId && basicOf(key.uptimeKeyId, key.uptimeKeySecret) }
}
