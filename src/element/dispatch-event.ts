/** Dispatches the element's events, and passes them on where the page has asked for that. Never anything personal. */
import { version } from '../widget/version.ts'
import { dispatchVoteAmericaEvent, pushToDataLayer } from './analytics-bridges.ts'
import { cancelable, type ElementEventDetails, type ElementEventName } from './element-events.ts'
import type { ElementOptions } from './element-options.ts'

/** Dispatches an event on an element. `false` when the page takes over what was about to happen. */
export function dispatchEvent<Name extends ElementEventName>(
  element: Element,
  instanceId: string,
  { partner, dataLayer, voteAmericaEvents, tracking }: Partial<ElementOptions>,
  name: Name,
  own: ElementEventDetails[Name],
): boolean {
  const detail = {
    instanceId,
    ...(partner !== undefined && { partner }),
    version,
    ...own,
    ...(tracking && { tracking }),
  }
  const event = new CustomEvent(name, { bubbles: true, composed: true, cancelable: cancelable.has(name), detail })
  const goesOn = element.dispatchEvent(event)
  if (typeof dataLayer === 'string' && dataLayer !== '') pushToDataLayer(dataLayer, name, detail, tracking)
  if (voteAmericaEvents === true && goesOn) dispatchVoteAmericaEvent(element, name, detail)
  return goesOn
}
