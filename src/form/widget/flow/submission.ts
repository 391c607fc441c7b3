/** Sends a completed form, one at a time, with one idempotency key until the form changes. */
import { isAboutKey } from '../../../contract/outcome-table.ts'
import type { RegistrationRequest } from '../../../contract/registration.ts'
import { serialize } from '../form/to-request.ts'
import type { BffClient, SubmitResult } from './bff-client.ts'

export interface Filled {
  request: RegistrationRequest
  consentVersion: string
  consentShown: string | undefined
}

export interface Submission {
  /** Reuses the key of an unchanged form that was certainly not sent. After an unknown outcome, first sends the old key, since the
   *  BFF may know the outcome by now, and a new key only if it does not; until then nothing is reported as "not sent". Returns
   *  `undefined` if nothing was sent, or the submission was cleared. */
  send: (filled: Filled) => Promise<SubmitResult | undefined>
  last: () => Filled | undefined
  isPending: () => boolean
  /** Ignores an answer that arrives later. */
  forget: () => void
}

/** Whether the previous attempt with this key was certainly not sent. Any other "not sent" is about this request only. */
export function settlesKey(result: SubmitResult): boolean {
  return result.type === 'invalid' || (result.type === 'not-sent' && isAboutKey(result.code))
}

/** Whether the BFF does not know the outcome of an earlier request with the same key. This request sent nothing. */
export function isReplayedUnknown(outcome: SubmitResult): boolean {
  return outcome.type === 'outcome-unknown' && outcome.replayed === true
}

export function createSubmission(register: BffClient['register']): Submission {
  let pending: object | undefined
  let attempt: { key: string; fingerprint: string } | undefined
  let inDoubt: { key: string; fingerprint: string } | undefined
  let lastFilled: Filled | undefined

  return {
    async send(filled) {
      if (pending !== undefined) return undefined
      const token = {}
      pending = token
      lastFilled = filled
      const { request, ...consent } = filled
      // Without the wording: consent to a new wording does not change the form.
      const fingerprint = serialize(request)
      const registerAs = (idempotencyKey: string): Promise<SubmitResult> => {
        attempt = { key: idempotencyKey, fingerprint }
        return register(request, { idempotencyKey, ...consent })
      }
      const doubt = inDoubt
      const before = doubt ?? attempt
      const isRepeat = before?.fingerprint === fingerprint
      let outcome = await registerAs(isRepeat ? before.key : newKey())
      /** Whether the outcome of the previous attempt is still unknown. */
      let isOpen = doubt !== undefined && !(isRepeat && settlesKey(outcome))
      if (isOpen && isRepeat && isReplayedUnknown(outcome) && pending === token) outcome = await registerAs(newKey())
      if (pending !== token) return undefined
      pending = undefined
      if (isOpen && outcome.type === 'not-sent') outcome = { ...outcome, type: 'outcome-unknown' }
      else isOpen &&= outcome.type === 'consent-outdated' || outcome.type === 'invalid'
      inDoubt = isOpen ? doubt : outcome.type === 'outcome-unknown' ? attempt : undefined
      // Only a form that was certainly not sent keeps its key.
      if (outcome.type !== 'not-sent') attempt = undefined
      return outcome
    },
    last: () => lastFilled,
    isPending: () => pending !== undefined,
    forget() {
      pending = undefined
      attempt = undefined
      inDoubt = undefined
      lastFilled = undefined
    },
  }
}

/** Creates a UUID (version 4), also on pages without https, where `crypto.randomUUID` does not exist. */
export function newKey(random: Crypto = crypto): string {
  if (typeof random.randomUUID === 'function') return random.randomUUID()
  const bytes = random.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte, index) => {
    const value = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte
    return value.toString(16).padStart(2, '0')
  }).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
