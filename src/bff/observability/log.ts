/** What the BFF writes down. Only the keys listed here leave the process, and none of them holds a value that a person
 *  typed, a link, an event, a header or the text of an error: names, counts, codes and durations only. */

import type { Tracking } from '../../contract/campaign.ts'

/** How grave a line is; `error` wants a person to look. */
export const levels = ['debug', 'info', 'warn', 'error'] as const
export type Level = (typeof levels)[number]

/** One line of the log. */
export interface LogLine {
  level: Level
  /** A fixed sentence, never put together from data. */
  message?: string
  /** The path as written in the contract, or `other`: never the address as it came. */
  route?: string
  method?: string
  /** Our status. */
  status?: number
  /** How long the request took, in milliseconds. */
  ms?: number
  /** The reference that the voter's page was given. */
  reference?: string
  /** `not_sent`, `may_have_been_sent`, or the outcome of a report. */
  outcome?: string
  /** The service's status. */
  upstream_status?: number
  /** The names of the fields that were refused; unknown ones count as `unknown`. */
  field_names?: readonly string[]
  /** One word for programs: a problem code or the name of an occasion. */
  code?: string
  /** The code of a network error, for example `ECONNREFUSED`. */
  cause?: string
  /** Where the service's answer departs from the specification. */
  departures?: readonly string[]
  /** Whether the answer had been kept from an earlier request with the same key. */
  replayed?: boolean
  /** How often a report was tried. */
  tries?: number
  /** Names an event without telling it. */
  event_hash?: string
  /** How many. */
  count?: number
  /** A receipt of consent, where there is no disk to keep it on: its id, the wording's version and language, the boxes
   *  that say yes, the form's version, the page's origin, and the phone number's HMAC or `none`. */
  receipt?: string
  wording?: string
  locale?: string
  boxes?: readonly string[]
  form?: string
  site?: string
  phone_hmac?: string
  /** Where the voter came from, as the page said: short plain words, none of which the voter has typed. */
  campaign?: Tracking
  /** Which limit was hit, by its name. */
  limit?: string
  /** The partner's public name for the page, as the link to it says. */
  partner?: string
  /** The trace and the span that a `traceparent` header named, else new ones (W3C Trace Context). */
  trace_id?: string
  span_id?: string
}

/** Where lines go. Must not throw. */
export type Log = (line: LogLine) => void

const allowed = [
  'level',
  'message',
  'route',
  'method',
  'status',
  'ms',
  'reference',
  'outcome',
  'upstream_status',
  'field_names',
  'code',
  'cause',
  'departures',
  'replayed',
  'tries',
  'event_hash',
  'count',
  'receipt',
  'wording',
  'locale',
  'boxes',
  'form',
  'site',
  'phone_hmac',
  'campaign',
  'limit',
  'partner',
  'trace_id',
  'span_id',
] as const satisfies readonly (keyof LogLine)[]

/** Wraps a log so that only the listed keys pass, whatever an object carries besides, and only from a level upwards. */
export function onlyAllowed(log: Log, from: Level = 'info'): Log {
  const least = levels.indexOf(from)
  return (line) => {
    if (levels.indexOf(line.level) < least) return
    const kept: Record<string, unknown> & { level: Level } = { level: line.level }
    for (const [key, value] of Object.entries(line)) if (value !== undefined && names.has(key)) kept[key] = value
    log(kept)
  }
}

const names: ReadonlySet<string> = new Set(allowed)

/** Writes each line to the console as one line of JSON with the time `t`. */
export function consoleLog(now: () => Date = () => new Date()): Log {
  return (line) => console.log(JSON.stringify({ t: now().toISOString(), ...line }))
}
