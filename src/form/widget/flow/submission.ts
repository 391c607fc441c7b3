/** Sends a completed form, one at a time, with one idempotency key until the form changes. */
import { isAboutKey } from '../../../contract/outcome-table.ts'
import type { RegistrationRequest } from '../../../contract/registration.ts'
import { serialize } from '../form/to-request.ts'
import type { BffClient, SubmitResult } from './bff-client.ts'

export interface CompletedForm {
  request: RegistrationRequest
  consentVersion: string
  consentShown: string | undefined
}

export interface FormSender {
  /** Reuses the key of an unchanged form that was certainly not sent. After an unknown outcome, first sends the old key, since the
   *  BFF may know the outcome by now, and a new key only if it does not; until then nothing is reported as "not sent". Returns
   *  `undefined` if nothing was sent, or the submission was cleared. */
  send: (form: CompletedForm) => Promise<SubmitResult | undefined>
  last: () => CompletedForm | undefined
  isPending: () => boolean
  /** Ignores an answer that arrives later. */
  clear: () => void
}

/** Whether the previous attempt with this key was certainly not sent. Any other "not sent" is about this request only. */
export function settlesKey(result: SubmitResult): boolean {
  return result.type === 'invalid' || (result.type === 'not-sent' && isAboutKey(result.code))
}

/** Whether the BFF does not know the outcome of an earlier request with the same key. This request sent nothing. */
export function isReplayedUnknown(outcome: SubmitResult): boolean {
  return outcome.type === 'outcome-unknown' && outcome.replayed === true
}

export function createSubmission(register: BffClient['register']): FormSender {
  let pending: object | undefined
  let attempt: { key: string; fingerprint: string } | undefined
  let unknownAttempt: { key: string; fingerprint: string } | undefined
  let lastForm: CompletedForm | undefined

  return {
    async send(form) {
      if (pending !== undefined) return undefined
      const token = {}
      pending = token
      lastForm = form
      const { request, ...consent } = form
      // Without the wording: consent to a new wording does not change the form.
      const fingerprint = serialize(request)
      const registerWithKey = (idempotencyKey: string): Promise<SubmitResult> => {
        attempt = { key: idempotencyKey, fingerprint }
        return register(request, { idempotencyKey, ...consent })
      }
      const previousUnknown = unknownAttempt
      const previous = previousUnknown ?? attempt
      const isRepeat = previous?.fingerprint === fingerprint
      let outcome = await registerWithKey(isRepeat ? previous.key : createKey())
      /** Whether the outcome of the previous attempt is still unknown. */
      let isOpen = previousUnknown !== undefined && !(isRepeat && settlesKey(outcome))
      if (isOpen && isRepeat && isReplayedUnknown(outcome) && pending === token)
        outcome = await registerWithKey(createKey())
      if (pending !== token) return undefined
      pending = undefined
      if (isOpen && outcome.type === 'not-sent') outcome = { ...outcome, type: 'outcome-unknown' }
      else isOpen &&= outcome.type === 'consent-outdated' || outcome.type === 'invalid'
      unknownAttempt = isOpen ? previousUnknown : outcome.type === 'outcome-unknown' ? attempt : undefined
      // Only a form that was certainly not sent keeps its key.
      if (outcome.type !== 'not-sent') attempt = undefined
      return outcome
    },
    last: () => lastForm,
    isPending: () => pending !== undefined,
    clear() {
      pending = undefined
      attempt = undefined
      unknownAttempt = undefined
      lastForm = undefined
    },
  }
}

/** Creates a UUID (version 4), also on pages without https, where `crypto.randomUUID` does not exist. */
export function createKey(random: Crypto = crypto): string {
  if (typeof random.randomUUID === 'function') return random.randomUUID()
  const bytes = random.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte, index) => {
    const value = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte
    return value.toString(16).padStart(2, '0')
  }).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
