/** Sends a filled form: one at a time, and under one idempotency key for as long as it is the same form. */
import type { RegistrationRequest } from '../../contract/registration.ts'
import { serialize } from '../form/to-request.ts'
import type { BffClient, RegistrationOutcome } from './bff-client.ts'

/** A filled form, as it is sent. */
export interface Filled {
  request: RegistrationRequest
  /** The version of the wording that was on the screen. */
  consentVersion: string
}

/** See {@link createSubmission}. */
export interface Submission {
  /**
   * Sends a filled form. Does nothing while another one is being sent.
   *
   * @param as `first`: under the key of the last attempt if that one was certainly not sent and nothing has changed
   * since; `again`: the voter asked for a second attempt. After one with an unknown outcome its own key asks first: by
   * now the BFF may know, and nothing is sent twice. Only when it does not, there is a new key
   * @returns the outcome; `undefined` when nothing was sent, and when the form has been forgotten since
   */
  send: (filled: Filled, as: 'first' | 'again') => Promise<RegistrationOutcome | undefined>
  /** What was sent last, to send it again. */
  last: () => Filled | undefined
  /** Forgets what was sent; an answer that is still to come is dropped. */
  forget: () => void
}

/** The codes of a problem by which the BFF says that neither this request nor an earlier one under its key was sent: it
 *  has looked the key up. Any other (a limit by address, a storage that is away, a server that stops) is said without. */
const saidOfKey = /^(overloaded|upgrade_required|upstream_\w+)$/

/** Makes the submission of one voter's form. */
export function createSubmission(register: BffClient['register']): Submission {
  let pending: object | undefined
  let attempt: { key: string; fingerprint: string } | undefined
  /** The last attempt, when its outcome is unknown. */
  let inDoubt: { key: string; fingerprint: string } | undefined
  let lastFilled: Filled | undefined

  return {
    async send(filled, as) {
      if (pending !== undefined) return undefined
      const token = {}
      pending = token
      lastFilled = filled
      const { request, consentVersion } = filled
      const fingerprint = `${consentVersion} ${serialize(request)}`
      const registerAs = (idempotencyKey: string): Promise<RegistrationOutcome> => {
        attempt = { key: idempotencyKey, fingerprint }
        return register(request, { idempotencyKey, consentVersion })
      }
      const before = as === 'first' ? attempt : inDoubt
      const isRepeat = before?.fingerprint === fingerprint
      const isInDoubt = isRepeat && before === inDoubt
      let outcome = await registerAs(isRepeat ? before.key : newKey())
      if (isInDoubt && outcome.type === 'not-sent' && !saidOfKey.test(outcome.code)) {
        // The BFF has not come as far as the key: it speaks of this request alone.
        outcome = { ...outcome, type: 'may-have-been-sent' }
      }
      const isUnknown = outcome.type === 'may-have-been-sent' && outcome.replayed === true
      if (as === 'again' && isUnknown && pending === token) outcome = await registerAs(newKey())
      if (pending !== token) return undefined
      pending = undefined
      inDoubt = outcome.type === 'may-have-been-sent' ? attempt : undefined
      // Only what was certainly not sent keeps its key.
      if (outcome.type !== 'not-sent') attempt = undefined
      return outcome
    },
    last: () => lastFilled,
    forget() {
      pending = undefined
      attempt = undefined
      inDoubt = undefined
      lastFilled = undefined
    },
  }
}

/**
 * Makes an idempotency key: a random UUID (version 4), also on pages without https, where `crypto.randomUUID` does not
 * exist.
 */
export function newKey(random: Crypto = crypto): string {
  if (typeof random.randomUUID === 'function') return random.randomUUID()
  const bytes = random.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte, index) => {
    const value = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte
    return value.toString(16).padStart(2, '0')
  }).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
