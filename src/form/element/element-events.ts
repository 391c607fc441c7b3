/** The element's events: names, details, and which ones the page can prevent. Never contains personal data. */

import type { EventDetail, OwnDetail, VoterRegistrationCallbacks } from '../widget/options.ts'
import { version } from '../widget/version.ts'

/** What every event carries. */
export type ElementEventDetail = EventDetail

type DetailOf<Name extends keyof VoterRegistrationCallbacks> = Omit<OwnDetail<Name>, 'preventDefault'>

// oxlint-disable-next-line typescript/no-generated-empty-object-type -- events of which nothing more is to say.
type NoDetail = DetailOf<'onStart'>

/** Details by event. `vr-submit` and `vr-action` can be prevented. */
export interface ElementEventDetails {
  'vr-ready': DetailOf<'onReady'> & { mode: 'live' | 'sandbox'; height: number }
  'vr-start': NoDetail
  'vr-step': DetailOf<'onStep'>
  'vr-too-young': DetailOf<'onTooYoung'>
  'vr-invalid': DetailOf<'onInvalid'>
  'vr-submit': DetailOf<'onSubmit'>
  'vr-result': DetailOf<'onResult'>
  'vr-action': DetailOf<'onAction'>
  'vr-finish': DetailOf<'onFinish'>
  'vr-track': DetailOf<'onTrack'>
  'vr-error': DetailOf<'onError'>
  'vr-open': NoDetail
  'vr-close': NoDetail
  'vr-reset': DetailOf<'onReset'>
}

/** Name of an event. */
export type ElementEventName = keyof ElementEventDetails

/** The element's events, as `addEventListener` types them. */
export type VoterRegistrationEventMap = {
  [Name in ElementEventName]: CustomEvent<ElementEventDetail & ElementEventDetails[Name]>
}

/** The events whose default action the page can prevent with `preventDefault()`: sending, and following a button. */
const cancelable: ReadonlySet<ElementEventName> = new Set(['vr-submit', 'vr-action'])

/** Dispatches an event on an element. Returns `false` when the page prevents the default action. */
export function dispatchEvent<Name extends ElementEventName>(
  element: Element,
  name: Name,
  { partner, ...rest }: ElementEventDetails[Name] & { instanceId: string; partner: string | undefined },
): boolean {
  const detail = { ...(partner !== undefined && { partner }), version, ...rest }
  const event = new CustomEvent(name, { bubbles: true, composed: true, cancelable: cancelable.has(name), detail })
  return element.dispatchEvent(event)
}
