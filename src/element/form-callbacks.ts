/** Makes of what the form tells the events that the page hears. */
import type { VoterRegistrationCallbacks } from '../widget/options.ts'
import type { ElementEventDetails, ElementEventName } from './element-events.ts'

/** Tells the page. `false` when the page takes over what was about to happen. */
export type TellPage = <Name extends ElementEventName>(name: Name, detail: ElementEventDetails[Name]) => boolean

/** What the element itself does about it, before the page hears. */
export interface OwnReactions {
  onReady(): void
  onStart(): void
  onError(code: string): void
  onReset(): void
  /** The element's height in pixels. */
  height(): number
  /** Why the form is empty again, when the element knows better than the form. */
  resetReason(): ElementEventDetails['vr-reset']['reason'] | undefined
}

/** The form's callbacks. Made once: the form calls the same ones for as long as it lives. */
export function formCallbacks(tell: TellPage, own: OwnReactions): Required<VoterRegistrationCallbacks> {
  return {
    onReady(detail) {
      own.onReady()
      tell('vr-ready', { ...detail, height: own.height() })
    },
    onStart(detail) {
      own.onStart()
      tell('vr-start', detail)
    },
    onInvalid: (detail) => void tell('vr-invalid', detail),
    onSubmit(told) {
      // oxlint-disable-next-line typescript/unbound-method -- it is left out, not called.
      const { preventDefault: _, ...detail } = told
      if (!tell('vr-submit', detail)) told.preventDefault()
    },
    onResult: (detail) => void tell('vr-result', detail),
    onAction(told) {
      // oxlint-disable-next-line typescript/unbound-method -- it is left out, not called.
      const { preventDefault: _, ...detail } = told
      if (!tell('vr-action', detail)) told.preventDefault()
    },
    onTrack: (detail) => void tell('vr-track', detail),
    onError(detail) {
      own.onError(detail.code)
      tell('vr-error', detail)
    },
    onReset(detail) {
      own.onReset()
      tell('vr-reset', { ...detail, reason: own.resetReason() ?? detail.reason })
    },
  }
}
