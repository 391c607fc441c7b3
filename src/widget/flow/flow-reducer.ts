/** The voter's way through the form as one union of steps: exactly one of them is on the screen. */
import type { SealedAnswer } from '../../contract/bff-api.ts'

/** What is known of a registration that the service does not have. */
export interface NotSent {
  code: string
  reference?: string
  /** When trying again makes sense, by `performance.now()`. */
  retryAt?: number
  /** Whether the form sends it again by itself at that time. */
  isAutomatic?: boolean
  /** Within how many hours the voter's phone number or e-mail address may be used again. */
  limitedHours?: number
}

/** Where the voter is. The root element carries it as `data-step`. */
export type Step =
  | { type: 'form' }
  | { type: 'sending' }
  /** `receivedAt`: when the answer came, in milliseconds of `performance.now()`; `isBack`: it is one of before. */
  | { type: 'answer'; answer: SealedAnswer; receivedAt: number; isBack: boolean }
  /** The service does not have the registration. */
  | ({ type: 'not-sent' } & NotSent)
  /** Nobody knows whether the service has the registration. */
  | { type: 'may-have-been-sent'; code: string; reference?: string }

/** What happens to a step. `back` is the voter returning to the form with everything kept, `correct` the same after an
 *  answer; `restored` is an answer of before, on a page that was built anew. */
export type FlowAction =
  | { type: 'send' }
  | { type: 'refused' }
  | { type: 'back' }
  | { type: 'correct' }
  | { type: 'reset' }
  | { type: 'answered' | 'restored'; answer: SealedAnswer; receivedAt: number }
  | ({ type: 'not-sent' } & NotSent)
  | { type: 'may-have-been-sent'; code: string; reference?: string }

/** Where the voter is before anything has happened. */
export const firstStep: Step = { type: 'form' }

/** The next step. What cannot happen at a step, such as an answer when nothing is being sent, changes nothing. */
export function next(step: Step, action: FlowAction): Step {
  switch (action.type) {
    case 'send':
      return { type: 'sending' }
    case 'reset':
      return firstStep
    case 'back':
      return step.type === 'not-sent' ? firstStep : step
    case 'correct':
      return step.type === 'answer' ? firstStep : step
    case 'refused':
      return step.type === 'sending' ? firstStep : step
    case 'answered':
    case 'restored': {
      const { type, ...rest } = action
      const isBack = type === 'restored'
      return step.type === (isBack ? 'form' : 'sending') ? { type: 'answer', ...rest, isBack } : step
    }
    case 'not-sent':
    case 'may-have-been-sent':
      return step.type === 'sending' ? action : step
    default:
      return action satisfies never
  }
}

/** Whether a problem's code says that no further try of this form is taken: it is too old, or its partner is not known. */
export const isFinal = (code: string): boolean => code === 'upgrade_required' || code === 'partner_unknown'
