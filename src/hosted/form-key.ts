/** The key of one filled form, for browsers without scripts: posting the same form twice, by a double click, the back
 *  button or a reload, never registers twice. */
import type { RegistrationRequest } from '../contract/registration.ts'

/** A key for a page that is being rendered. It tells when that was. */
export function newFormKey(now: number): string {
  return `${crypto.randomUUID()}.${now.toString(36)}`
}

/**
 * How old the page with this key is, in milliseconds.
 *
 * @returns `undefined` when the text is no such key, or comes from the future
 */
export function ageOf(key: string, now: number): number | undefined {
  const [, made = ''] = /^[0-9a-f-]{36}\.([0-9a-z]{1,9})$/.exec(key) ?? []
  const age = made === '' ? Number.NaN : now - Number.parseInt(made, 36)
  return age >= -clockDifference ? Math.max(0, age) : undefined
}

/** The clocks of several processes may differ by so much. */
const clockDifference = 60_000

/** The idempotency key of what was filled in under a key: the same form has the same one, a changed form another. That is
 *  what the form with scripts does, which makes a new key when something has changed. */
export async function idempotencyKeyOf(key: string, request: RegistrationRequest): Promise<string> {
  const text = new TextEncoder().encode(`${key} ${JSON.stringify(request)}`)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  const hex = Array.from(hash.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Names an attempt of which nobody knows whether it was sent, for the pages after it: the key of its page and the key under
 *  which it was sent. */
export async function doubtOf(key: string, request: RegistrationRequest): Promise<string> {
  return `${key} ${await idempotencyKeyOf(key, request)}`
}

/**
 * The key of the page whose attempt is in doubt, to ask for its outcome.
 *
 * @param doubt as {@link doubtOf} has made it; a page of release 0.1.0 posts the key alone
 * @returns `undefined` when that attempt was of another request: the form was edited since
 */
export async function keyInDoubt(doubt: string, request: RegistrationRequest): Promise<string | undefined> {
  const [key = ''] = doubt.split(' ')
  return doubt === key || doubt === (await doubtOf(key, request)) ? key : undefined
}
