/** The element's events. Never contain personal data. */
import type { EventDetail, OwnDetail, VoterRegistrationCallbacks } from '../widget/options.ts'
import { version } from '../widget/version.ts'

/** What every event carries. */
export type ElementEventDetail = EventDetail

export const eventNames = {
  onReady: 'vr-ready',
  onStart: 'vr-start',
  onStep: 'vr-step',
  onTooYoung: 'vr-too-young',
  onInvalid: 'vr-invalid',
  onSubmit: 'vr-submit',
  onResult: 'vr-result',
  onAction: 'vr-action',
  onFollowUp: 'vr-follow-up',
  onTrack: 'vr-track',
  onError: 'vr-error',
  onReset: 'vr-reset',
} as const satisfies Record<keyof VoterRegistrationCallbacks, string>

/** Events of a form with `display="dialog"`. */
export interface DialogEventDetails {
  /** The form was opened in its dialog. */
  'vr-open': object
  /** The dialog was closed. Typed values stay. */
  'vr-close': object
}

/** Details by event: the callback's, and those of the dialog. `vr-submit` and `vr-action` can be prevented. */
export type ElementEventDetails = DialogEventDetails & {
  [Name in keyof typeof eventNames as (typeof eventNames)[Name]]: Omit<OwnDetail<Name>, 'preventDefault'>
} & { 'vr-ready': { height: number } }

export type ElementEventName = keyof ElementEventDetails

/** The element's events, as `addEventListener` types them. */
export type VoterRegistrationEventMap = {
  [Name in ElementEventName]: CustomEvent<ElementEventDetail & ElementEventDetails[Name]>
}

/** Dispatches an event on an element. Returns `false` when the page prevents the default action: sending, or following a button. */
export function dispatchEvent<Name extends ElementEventName>(
  element: Element,
  name: Name,
  { partner, ...ownDetail }: ElementEventDetails[Name] & { instanceId: string; partner: string | undefined },
): boolean {
  const detail = { ...(partner !== undefined && { partner }), version, ...ownDetail }
  const cancelable = name === 'vr-submit' || name === 'vr-action'
  return element.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, cancelable, detail }))
}

export function createCallbacks(
  dispatch: (name: ElementEventName, detail: { code?: string; message?: string; reason?: string }) => boolean,
): Required<VoterRegistrationCallbacks> {
  const callbacks = Object.entries(eventNames).map(([callback, name]) => [
    callback,
    (callbackDetail: { preventDefault?: () => void }) => {
      const { preventDefault: _, ...detail } = callbackDetail
      if (!dispatch(name, detail)) callbackDetail.preventDefault?.()
    },
  ])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table has each callback.
  return Object.fromEntries(callbacks) as Required<VoterRegistrationCallbacks>
}
