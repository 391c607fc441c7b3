/** Notices when the service's answers change: members that the specification does not have, and types that it does not
 *  say. Names only, each logged once, so that a new release of the service is seen before it hurts. */
import type { Log } from '../observability/log.ts'
import type { Meter } from '../observability/meter.ts'
import type { RegistrationOutcome } from './outcome.ts'

/** The most names that are kept apart: a service that makes them up must not fill the memory. */
const most = 50

const known = new Set(['message_markdown', 'buttons'])
const knownOfButton = new Set(['message_text', 'primary', 'url', 'url_expiry', 'event_tracking'])

/**
 * Makes a watch.
 *
 * @returns to be told of each answer, and of its departures as {@link readResponse} names them
 */
export function createDriftWatch(
  log: Log,
  meter: Meter,
): (outcome: Extract<RegistrationOutcome, { type: 'answered' }>, departures: readonly string[]) => void {
  const seen = new Set<string>()

  function note(name: string): void {
    const told = seen.has(name) || seen.size < most ? name : 'others'
    meter.drift(told)
    if (seen.has(told)) return
    seen.add(told)
    const message = "The service's answers are not as specified (said once for each name). Look for a newer version."
    log({ level: 'warn', code: 'drift', departures: [told], message })
  }

  return ({ read: { response } }, departures) => {
    for (const key of unknownIn(response, known)) note(`${key} is unknown`)
    for (const button of response.buttons) {
      for (const key of unknownIn(button, knownOfButton)) note(`buttons[].${key} is unknown`)
    }
    for (const departure of departures) note(departure.replace(/\[\d+\]/g, '[]').replace(/^\d+ /, ''))
  }
}

/** Keys of `object` that are not in `names`. What does not look like a name could be anything, and is not repeated. */
function unknownIn(object: object, names: ReadonlySet<string>): string[] {
  return Object.keys(object)
    .filter((key) => !names.has(key))
    .map((key) => (/^[A-Za-z][A-Za-z_]{0,39}$/.test(key) ? key : 'a member with an odd name'))
}
