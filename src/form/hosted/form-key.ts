/** The key of one filled form, for browsers without scripts: posting the same form twice, by a double click, the back
 *  button or a reload, never registers twice. */
import type { RegistrationRequest } from '../../contract/registration.ts'

/** Returns a key for a page that is being rendered. It contains the time. */
export function newFormKey(now: number): string {
  return `${crypto.randomUUID()}.${now.toString(36)}`
}

/**
 * Returns the age of the page with this key, in milliseconds.
 *
 * @returns `undefined` when the text is not such a key, or its time is in the future
 */
export function ageOf(key: string, now: number): number | undefined {
  const [, made = ''] = /^[0-9a-f-]{36}\.([0-9a-z]{1,9})$/.exec(key) ?? []
  const age = made === '' ? Number.NaN : now - Number.parseInt(made, 36)
  return age >= -clockDifference ? Math.max(0, age) : undefined
}

/** Maximum difference between the clocks of several processes, in milliseconds. */
const clockDifference = 60_000

/** Returns the idempotency key of a form's content under a key: the same for the same content, another for changed content.
 *  The form with scripts does the same: it makes a new key when something has changed. */
export async function idempotencyKeyOf(key: string, request: RegistrationRequest): Promise<string> {
  const text = new TextEncoder().encode(`${key} ${JSON.stringify(request)}`)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  const hex = Array.from(hash.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Identifies an attempt with unknown outcome for the pages after it: the key of its page and the key under which it was
 *  sent. */
export async function doubtOf(key: string, request: RegistrationRequest): Promise<string> {
  return `${key} ${await idempotencyKeyOf(key, request)}`
}

/**
 * Returns the key of the page whose attempt is in doubt, to query its outcome.
 *
 * @param doubt as {@link doubtOf} returns it
 * @returns `undefined` when that attempt was another request: the form was edited since
 */
export async function keyInDoubt(doubt: string, request: RegistrationRequest): Promise<string | undefined> {
  const [key = ''] = doubt.split(' ')
  return doubt === (await doubtOf(key, request)) ? key : undefined
}
