/** Dispatches the element's events, and passes them on where the page has asked for that. Never anything personal. */
import type { Tracking } from '../contract/campaign.ts'
import { version } from '../widget/version.ts'
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

/** An event's detail; which keys there are depends on the event. */
type Detail = Readonly<Record<string, unknown>>

/** Appends an event to a global array as tag managers read it: `{ event: 'vr_result', vr_state: 'TX' }`. */
function pushToDataLayer(name: string, event: ElementEventName, detail: Detail, tracking: Tracking = {}): void {
  const globals = globalThis as unknown as Record<string, unknown>
  const list = Array.isArray(globals[name]) ? globals[name] : []
  globals[name] = list
  const entries = Object.entries(detail).filter(([key, value]) => key !== 'tracking' && typeof value !== 'object')
  list.push({
    event: event.replace('-', '_'),
    ...Object.fromEntries(entries.map(([key, value]) => [`vr_${key}`, value])),
    ...(Array.isArray(detail.fields) && { vr_fields: detail.fields.join(' ') }),
    ...Object.fromEntries(Object.entries(tracking).map(([key, value]) => [`vr_${key}`, value])),
  })
}

/**
 * Dispatches what VoteAmerica's embeds call `VoteAmericaEvent` on the window, without the name, e-mail and ZIP code that
 * those carry: `action-start` when the form is sent, `action-finish` when the voter goes on to another site or when there
 * is nowhere to go on to.
 */
function dispatchVoteAmericaEvent(element: Element, event: ElementEventName, detail: Detail): void {
  const action = actionOf(event, detail)
  if (action === undefined) return
  const data = { tool: 'register', ...action, ...(detail.state !== undefined && { state: detail.state }) }
  window.dispatchEvent(new CustomEvent('VoteAmericaEvent', { detail: { data, embedEl: element } }))
}

function actionOf(event: ElementEventName, detail: Detail): { event: string; method?: string } | undefined {
  if (event === 'vr-submit') return { event: 'action-start' }
  if (event === 'vr-action' && detail.expired !== true) return { event: 'action-finish', method: 'external' }
  if (event === 'vr-result' && detail.buttons === 0) return { event: 'action-finish', method: 'ineligible-state' }
  return undefined
}
