/** Dispatches the element's events. Never contains personal data. */
import { version } from '../widget/version.ts'
import { cancelable, type ElementEventDetails, type ElementEventName } from './element-events.ts'

/** Dispatches an event on an element. Returns `false` when the page prevents the default action. */
export function dispatchEvent<Name extends ElementEventName>(
  element: Element,
  instanceId: string,
  { partner }: { partner?: string | undefined },
  name: Name,
  ownDetail: ElementEventDetails[Name],
): boolean {
  const detail = { instanceId, ...(partner !== undefined && { partner }), version, ...ownDetail }
  const event = new CustomEvent(name, { bubbles: true, composed: true, cancelable: cancelable.has(name), detail })
  return element.dispatchEvent(event)
}
