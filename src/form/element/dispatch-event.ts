/** Dispatches the element's events, and forwards them where the page has asked for that. Never contains personal data. */
import { version } from '../widget/version.ts'
import { cancelable, type ElementEventDetails, type ElementEventName } from './element-events.ts'
import type { ElementOptions } from './element-options.ts'

/** Dispatches an event on an element. Returns `false` when the page prevents the default action. */
export function dispatchEvent<Name extends ElementEventName>(
  element: Element,
  instanceId: string,
  { partner, dataLayer, voteAmericaEvents }: Partial<ElementOptions>,
  name: Name,
  own: ElementEventDetails[Name],
): boolean {
  const detail = {
    instanceId,
    ...(partner !== undefined && { partner }),
    version,
    ...own,
  }
  const event = new CustomEvent(name, { bubbles: true, composed: true, cancelable: cancelable.has(name), detail })
  const goesOn = element.dispatchEvent(event)
  if (typeof dataLayer === 'string' && dataLayer !== '') pushToDataLayer(dataLayer, name, detail)
  if (voteAmericaEvents === true && goesOn) dispatchVoteAmericaEvent(element, name, detail)
  return goesOn
}

/** An event's detail; its keys depend on the event. */
type Detail = Readonly<Record<string, unknown>>

/** Appends an event to a global array in the format of tag managers: `{ event: 'vr_result', vr_state: 'TX' }`. */
function pushToDataLayer(name: string, event: ElementEventName, detail: Detail): void {
  const globals = globalThis as unknown as Record<string, unknown>
  const list = Array.isArray(globals[name]) ? globals[name] : []
  globals[name] = list
  const entries = Object.entries(detail).filter(([key, value]) => key !== 'tracking' && typeof value !== 'object')
  list.push({
    event: event.replace('-', '_'),
    ...Object.fromEntries(entries.map(([key, value]) => [`vr_${key}`, value])),
    ...(Array.isArray(detail.fields) && { vr_fields: detail.fields.join(' ') }),
    ...Object.fromEntries(Object.entries(detail.tracking ?? {}).map(([key, value]) => [`vr_${key}`, value])),
  })
}

/** The elements whose voter has already followed a button: the next press is a follow-up. */
const finished = new WeakSet<Element>()

/**
 * Dispatches the `VoteAmericaEvent`s of VoteAmerica's embeds on the window, without the name, e-mail and ZIP code that
 * those contain: `action-start` when the form is sent; `action-finish` when the voter follows a button, `external` online and
 * `pdf` by mail, or when there is no button; `action-follow-up` when the voter comes back and follows one once more.
 */
function dispatchVoteAmericaEvent(element: Element, event: ElementEventName, detail: Detail): void {
  const action = actionOf(event, detail, finished.has(element))
  if (event === 'vr-submit' || event === 'vr-reset') finished.delete(element)
  if (action === undefined) return
  if (event === 'vr-action') finished.add(element)
  const data = { tool: 'register', ...action, ...(detail.state !== undefined && { state: detail.state }) }
  window.dispatchEvent(new CustomEvent('VoteAmericaEvent', { detail: { data, embedEl: element } }))
}

function actionOf(
  event: ElementEventName,
  detail: Detail,
  isFinished: boolean,
): { event: string; method?: string } | undefined {
  if (event === 'vr-submit') return { event: 'action-start' }
  if (event === 'vr-action' && detail.expired !== true) {
    const method = detail.method === 'mail' ? 'pdf' : 'external'
    return { event: isFinished ? 'action-follow-up' : 'action-finish', method }
  }
  if (event === 'vr-result' && detail.buttons === 0) return { event: 'action-finish', method: 'ineligible-state' }
  return undefined
}
