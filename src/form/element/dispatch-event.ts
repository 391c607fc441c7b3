/** Dispatches the element's events, and forwards them where the page has asked for that. Never contains personal data. */
import { asksForPrivacy } from '../widget/asks-for-privacy.ts'
import { version } from '../widget/version.ts'
import { cancelable, type ElementEventDetails, type ElementEventName } from './element-events.ts'

/** Dispatches an event on an element. Returns `false` when the page prevents the default action. */
export function dispatchEvent<Name extends ElementEventName>(
  element: Element,
  instanceId: string,
  { partner, dataLayer }: { partner?: string | undefined; dataLayer?: string | false | undefined },
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
  if (dataLayer && !asksForPrivacy()) pushToDataLayer(dataLayer, name, detail)
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
  const lists = Object.entries(detail).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
  list.push({
    event: event.replace('-', '_'),
    ...Object.fromEntries(entries.map(([key, value]) => [`vr_${key}`, value])),
    ...Object.fromEntries(lists.map(([key, value]) => [`vr_${key}`, value.join(' ')])),
    ...Object.fromEntries(Object.entries(detail.tracking ?? {}).map(([key, value]) => [`vr_${key}`, value])),
  })
}
