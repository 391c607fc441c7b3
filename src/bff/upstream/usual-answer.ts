/** Reads the answer that the service nearly always gives by hand, several times as fast as the schema, which still has the
 *  last word on everything else. */
import { type Button, type ReadResponse, readResponse } from '../../contract/registration.ts'

/** {@link readResponse} for many answers a second: the same result, for whatever value. */
export function quickRead(value: unknown): ReadResponse | undefined {
  return usualAnswer(value) ?? readResponse(value)
}

/**
 * What {@link readResponse} makes of a value; `undefined` when the value departs from the specification in anything, or
 * has more than the specification names.
 */
export function usualAnswer(value: unknown): ReadResponse | undefined {
  if (!isPlain(value)) return undefined
  const { message_markdown, buttons } = value
  if (typeof message_markdown !== 'string' || !Array.isArray(buttons) || Object.keys(value).length !== 2) {
    return undefined
  }
  if (buttons.length > 2) return undefined
  const read: Button[] = []
  const places: number[] = []
  let primaries = 0
  for (const [place, item] of buttons.entries()) {
    const button = usualButton(item)
    if (button === undefined) return undefined
    if (button.primary) primaries++
    read.push(button)
    places.push(place)
  }
  if (primaries !== Math.min(1, read.length)) return undefined
  return { response: { message_markdown, buttons: read }, places, departures: [] }
}

function usualButton(item: unknown): Button | undefined {
  if (!isPlain(item)) return undefined
  const { message_text, primary, url, url_expiry, event_tracking } = item
  if (typeof message_text !== 'string' || !/\S/.test(message_text)) return undefined
  if (typeof primary !== 'boolean' || typeof url !== 'string') return undefined
  const button: Button = { message_text, url, primary }
  let named = 3
  if (url_expiry !== undefined) {
    if (!isUtc(url_expiry)) return undefined
    button.url_expiry = url_expiry
    named++
  }
  if (event_tracking !== undefined) {
    button.event_tracking = event_tracking
    named++
  }
  return Object.keys(item).length === named ? button : undefined
}

/** As `UtcDateTime` has it. */
function isUtc(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|\+00:00)$/.test(value) &&
    !Number.isNaN(Date.parse(value))
  )
}

/** What `JSON.parse` makes of an object. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
