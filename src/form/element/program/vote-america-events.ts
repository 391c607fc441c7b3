/** VoteAmerica's own events, for pages that already listen to those. */
import type { ElementEventName } from '../element-events.ts'

/** An event's detail; its keys depend on the event. */
type Detail = Readonly<Record<string, unknown>>

/** The elements whose voter has already followed a button: the next press is a follow-up. */
const finished = new WeakSet<Element>()

/**
 * Dispatches the `VoteAmericaEvent`s of VoteAmerica's embeds on the window, without the name, e-mail and ZIP code that
 * those contain: `action-start` when the form is sent; `action-finish` when the voter follows a button, `external` online and
 * `pdf` by mail, or when there is no button; `action-follow-up` when the voter comes back and follows one once more.
 */
export function dispatchVoteAmericaEvent(element: Element, event: ElementEventName, detail: Detail): void {
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
