/** The form's state as a union of steps, one of which is on the screen. */
import type { EncryptedAnswer, ProblemCode } from '../../../contract/bff-api.ts'
import { findOutcome } from '../../../contract/outcome-table.ts'

/** The form's own error codes, each with its message for developers. */
export const formErrors = {
  offline: 'The browser is offline. Nothing was sent.',
  timeout: 'There was no response within 20 seconds. The registration may have been submitted.',
  network: 'The request failed. The registration may have been submitted.',
  unreadable: 'The response could not be parsed. The registration may have been submitted.',
  settings_unavailable: 'The settings could not be loaded, so the form cannot be submitted.',
  unsupported: 'This page or browser lacks a feature that the form needs.',
  misconfigured: 'api-base is missing. Set it to the URL of your BFF.',
  broken: 'The form crashed. The fallback content is shown.',
} as const

const messages: Readonly<Record<string, string>> = {
  ...formErrors,
  partner_unknown: 'The BFF does not know the partner of this form.',
  upgrade_required: 'The BFF does not accept this version of the form any more. Update the package or the script.',
}

/** Returns the message of an error for developers. `detail` is the BFF's own: it has no personal data. */
export function getErrorMessage(code: FormErrorCode, detail?: string): string {
  return detail ?? (Object.hasOwn(messages, code) ? messages[code] : undefined) ?? `The response was ${code}.`
}

/** One of the form's own codes, one of the BFF's, or the status of a response that is not the BFF's (`http_502`). A newer BFF may
 *  send a code that is not listed: have a branch for all others. */
export type FormErrorCode = keyof typeof formErrors | ProblemCode | `http_${number}`

/** Whether `?vr-diagnose` can explain an error that the partner has to fix. */
export function hasDiagnosis(code: string): boolean {
  const { audience, retry } = findOutcome(code)
  return code === 'settings_unavailable' || (audience === 'partner' && retry === 'never')
}

/** A registration that was certainly not sent. */
export interface NotSent {
  code: FormErrorCode
  reference?: string
  /** By `performance.now()`. */
  retryAt?: number
  isAutomatic?: boolean
  limitedHours?: number
}

export interface UnknownOutcome {
  code: FormErrorCode
  reference?: string
  /** Whether the voter has returned to the form and submitted it again, which needs a confirmation. */
  mustConfirm?: boolean
}

export type Step =
  | { type: 'form' }
  | { type: 'sending' }
  /** `receivedAt` is by `performance.now()`; `isRestored`: from the history entry. */
  | { type: 'answer'; answer: EncryptedAnswer; receivedAt: number; isRestored: boolean }
  | ({ type: 'not-sent' } & NotSent)
  | ({ type: 'outcome-unknown' } & UnknownOutcome)

/** `back`: the voter returns to the form with all values; `correct`: the same after an answer; `restored`: an earlier answer is
 *  shown on a reloaded page; `online`: the connection is back. */
export type FlowAction =
  | { type: 'send' }
  | { type: 'invalid' }
  | { type: 'back' }
  | { type: 'correct' }
  | { type: 'reset' }
  | { type: 'answered' | 'restored'; answer: EncryptedAnswer; receivedAt: number }
  | ({ type: 'not-sent' } & NotSent)
  | ({ type: 'outcome-unknown' } & UnknownOutcome)
  | { type: 'online'; retryAt: number; isAutomatic: boolean }

export const firstStep: Step = { type: 'form' }

export function flowReducer(step: Step, action: FlowAction): Step {
  switch (action.type) {
    case 'send':
      return { type: 'sending' }
    case 'reset':
      return firstStep
    case 'back':
      return step.type === 'not-sent' || step.type === 'outcome-unknown' ? firstStep : step
    case 'online': {
      const { type: _, ...details } = action
      return isWaitingForNetwork(step) ? { ...step, ...details } : step
    }
    case 'correct':
      return step.type === 'answer' ? firstStep : step
    case 'invalid':
      return step.type === 'sending' ? firstStep : step
    case 'answered':
    case 'restored': {
      const { type, ...details } = action
      const isRestored = type === 'restored'
      return step.type === (isRestored ? 'form' : 'sending') ? { type: 'answer', ...details, isRestored } : step
    }
    case 'not-sent':
      return step.type === 'sending' ? action : step
    case 'outcome-unknown':
      return step.type === 'sending' || (step.type === 'form' && action.mustConfirm === true) ? action : step
    default:
      return action satisfies never
  }
}

export const isWaitingForNetwork = (step: Step) =>
  step.type === 'not-sent' && step.code === 'offline' && step.retryAt === undefined

/** Whether every retry will fail: the form is outdated, or its partner is unknown. */
export const isFinal = (code: string): boolean => findOutcome(code).retry === 'never'
