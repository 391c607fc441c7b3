/** Turns the form's callbacks into the element's events. */
import type { ResetReason, VoterRegistrationCallbacks } from '../../widget/options.ts'
import type { ElementEventDetails, ElementEventName } from '../element-events.ts'

/** Dispatches an event. Returns `false` when the page prevents the default action. */
export type Dispatch = <Name extends ElementEventName>(name: Name, detail: ElementEventDetails[Name]) => boolean

/** What the element itself does, before the page's listeners run. */
export interface OwnReactions {
  onReady(): void
  onError(code: string): void
  onReset(reason: ResetReason): void
  /** The element's height in pixels. */
  height(): number
}

/** Creates the form's callbacks. Create them once: the form calls the same ones as long as it lives. */
export function formCallbacks(dispatch: Dispatch, own: OwnReactions): Required<VoterRegistrationCallbacks> {
  return {
    onReady(detail) {
      own.onReady()
      dispatch('vr-ready', { ...detail, height: own.height() })
    },
    onStart: (detail) => void dispatch('vr-start', detail),
    onStep: (detail) => void dispatch('vr-step', detail),
    onTooYoung: (detail) => void dispatch('vr-too-young', detail),
    onInvalid: (detail) => void dispatch('vr-invalid', detail),
    onSubmit(given) {
      // oxlint-disable-next-line typescript/unbound-method -- it is left out, not called.
      const { preventDefault: _, ...detail } = given
      if (!dispatch('vr-submit', detail)) given.preventDefault()
    },
    onResult: (detail) => void dispatch('vr-result', detail),
    onAction(given) {
      // oxlint-disable-next-line typescript/unbound-method -- it is left out, not called.
      const { preventDefault: _, ...detail } = given
      if (!dispatch('vr-action', detail)) given.preventDefault()
    },
    onFinish: (detail) => void dispatch('vr-finish', detail),
    onTrack: (detail) => void dispatch('vr-track', detail),
    onError(detail) {
      own.onError(detail.code)
      dispatch('vr-error', detail)
    },
    onReset(detail) {
      own.onReset(detail.reason)
      dispatch('vr-reset', detail)
    },
  }
}
