/** Validators for the value of one option. Each returns the problem without advice and a period at its end. Web platform only. */
import { placeNames, trackingNames } from '../../contract/campaign.ts'
import { requestFields } from '../../contract/request-fields.ts'
import { isOlderVersion } from '../../contract/strings.ts'
import { isLoopback } from '../../contract/text.ts'
import { unencryptedProblem } from '../storage/postgres-checks.ts'
import { countedColumns } from '../store/store.ts'
import { version } from '../version.ts'

/** The key that the sandbox accepts; no real service does. */
export const sandboxKeyId = '00000000-0000-4000-8000-000000000001'

/**
 * Whether the service is the sandbox; only its key decides. An address on this machine does not, since it may be a tunnel
 * to the real service.
 */
export function isSandbox({ apiKeyId }: { apiKeyId?: unknown }): boolean {
  return apiKeyId === sandboxKeyId
}

/**
 * Returns the API keys, the new one first. A secret may have a comma in it, so it is split only where there are two ids.
 *
 * @returns a key with an empty secret where the numbers differ
 */
export function readApiKeys(options: { apiKeyId: string; apiKeySecret: string }): { id: string; secret: string }[] {
  const ids = options.apiKeyId.split(',').map((id) => id.trim())
  const secrets = ids.length === 1 ? [options.apiKeySecret] : options.apiKeySecret.split(',').map((one) => one.trim())
  return ids.map((id, at) => ({ id, secret: secrets.length === ids.length ? (secrets[at] ?? '') : '' }))
}

/** Whether an address is on this machine itself. `undefined` when it is not a URL. */
export function isOnThisMachine(address: unknown): boolean | undefined {
  const url = typeof address === 'string' ? urlOf(address) : undefined
  return url === undefined ? undefined : isLoopback(url.hostname)
}

/** Problem of a service's base address. */
export function addressProblem(value: string): string | undefined {
  const url = urlOf(value)
  if (url === undefined) return 'is not an address'
  if (url.username !== '' || url.password !== '') return 'has a user name or password in it'
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(value)) return 'has a query or fragment'
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) return undefined
  return url.protocol === 'http:' ? 'is not encrypted (http:)' : 'is not an https: address'
}

/** Problem of a service's base address to which we add the version. */
export function unversionedProblem(value: string): string | undefined {
  return addressProblem(value) ?? (/\/v\d+\/*$/.test(value) ? 'has the version in it' : undefined)
}

/** Problem of a PostgreSQL address: one on another machine must specify whether the connection is encrypted. */
export function databaseProblem(value: string): string | undefined {
  const url = urlOf(value)
  if (url === undefined) return 'is not an address'
  if (!['postgres:', 'postgresql:'].includes(url.protocol)) return 'does not begin with postgres://'
  return url.pathname.length > 1 ? unencryptedProblem(value) : 'names no database'
}

/** Problem of a page's origin: it must be exactly one origin. */
export function originProblem(value: string): string | undefined {
  if (value === '*' || value === 'null') return `must not have "${value}": it would let any page in`
  const url = urlOf(value)
  if (url === undefined) return `has "${value}", which is not an origin`
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    return `has "${value}", which is not encrypted (only this machine may be without https:)`
  }
  const whole = url.href === `${url.origin}/` && /^https?:\/\/[^/?#@*\\]+\/?$/i.test(value)
  return whole ? undefined : `has "${value}", which is more than an origin`
}

/** Problem of the oldest form version: the form on the BFF's own page has the BFF's version and must never be too old. */
export function formVersionProblem(value: string): string | undefined {
  if (!/^\d{1,9}(\.\d{1,9}){2}$/.test(value)) return `is not a version, got "${value}"`
  return isOlderVersion(version, value)
    ? `is newer than this BFF itself, which is ${version}; got "${value}"`
    : undefined
}

/** Problem of one half of a key: it must fit into an `Authorization` header, and the first half has no colon (RFC 7617). */
export function keyHalfProblem(value: string): string | undefined {
  if (/^[\x20-\x39\x3b-\x7e]+$/.test(value)) return undefined
  return 'has a colon, a line break or a character outside ASCII (its value is not shown here)'
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Problem of one or two key ids of the registration service: it answers 500 to anything but a UUID (R-A100). */
export function keyIdsProblem(value: string): string | undefined {
  const ids = value.split(',').map((id) => id.trim())
  if (ids.length > 2) return 'has more than two ids (its value is not shown here)'
  if (ids.length > 1 && ids.includes(sandboxKeyId)) return "has the sandbox's id, which must be the only one"
  return ids.every((id) => uuid.test(id)) ? undefined : 'is not a UUID (its value is not shown here)'
}

/** Problem of a key id that is not a UUID. */
export function keyIdProblem(value: string): string | undefined {
  return / /.test(value) ? 'has a blank in it (its value is not shown here)' : keyHalfProblem(value)
}

/**
 * Decodes a key written in hex or base64 (also URL-safe).
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

/**
 * Decodes keys separated by commas.
 *
 * @returns `undefined` when one of them is not a valid key
 */
export function keyList(value: string): Uint8Array<ArrayBuffer>[] | undefined {
  const keys = value.split(',').flatMap((each) => keyBytes(each.trim()) ?? [])
  return keys.length === value.split(',').length ? keys : undefined
}

/** Problem of a text of one or several keys, as {@link keyList} reads it. */
export function keyListProblem(value: string): string | undefined {
  const keys = keyList(value)
  if (keys === undefined) return 'is not base64 or hex of at least 32 bytes (its value is not shown here)'
  const isZero = keys.some((key) => key.every((byte) => byte === 0))
  return isZero ? 'is nothing but zeros, which everybody can guess' : undefined
}

/** Problem of a text of one key. */
export function keyProblem(value: string): string | undefined {
  return keyListProblem(keyBytes(value) === undefined ? '' : value)
}

function urlOf(value: string): URL | undefined {
  return URL.canParse(value) ? new URL(value) : undefined
}

/** Problem of a custom parameter in `ATTRIBUTION_PARAMS`: it must not be one of ours or a field of the form. */
export function ownNameProblem(name: string): string | undefined {
  if (!/^[a-z][a-z0-9_]{0,31}$/.test(name)) return `has "${name}", which is no name of small letters, digits and _`
  const taken: readonly string[] = [
    ...trackingNames,
    ...placeNames,
    ...requestFields,
    'day',
    'week',
    'campaign',
    ...Object.keys(countedColumns),
    'locale',
    'lang',
    'theme',
  ]
  return taken.includes(name) ? `has "${name}", which has a meaning already` : undefined
}
