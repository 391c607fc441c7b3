/** The log of the BFF. Only the keys listed here are written: names, counts, codes and durations. None holds a value that a
 *  person typed, a link, an event, the text of an error, or a header other than a host that is not allowed. */
import * as z from 'zod/mini'
import { parseTracking } from '../../contract/campaign.ts'
import { systemClock } from '../../contract/clock.ts'
import type { RegistrationRequest } from '../../contract/registration.ts'

/** Severity of a line; `error` needs a person's attention. */
export const levels = ['debug', 'info', 'warn', 'error'] as const
export type Level = (typeof levels)[number]

const text = z.optional(z.string())
const number = z.optional(z.number())
const list = z.optional(z.readonly(z.array(z.string())))

const LogLine = z.object({
  level: z.enum(levels),
  /** A fixed sentence, never built from data. */
  message: text,
  /** The path as written in the contract, or `other`: never the address as it came. */
  route: text,
  method: text,
  /** Our status. */
  status: number,
  /** How long the request took, in milliseconds. */
  ms: number,
  /** The reference that the voter's page shows. */
  reference: text,
  /** `not_sent`, `unknown`, or the outcome of a report. */
  outcome: text,
  /** The host that is not allowed: at most 100 letters, digits and `.-:[]`. */
  host: text,
  /** The service's status. */
  upstream_status: number,
  /** Names of the invalid fields; `unknown` for those that do not exist. */
  field_names: list,
  /** Identifies the kind of line: a problem code or the name of an event. */
  code: text,
  /** The code of a network error, for example `ECONNREFUSED`. */
  cause: text,
  /** How the service's response violates its specification. */
  contract_violations: list,
  /** Whether the answer was stored by an earlier request with the same key. */
  replayed: z.optional(z.boolean()),
  /** Number of attempts to deliver a report. */
  attempts: number,
  /** A hash that identifies an event. */
  event_hash: text,
  /** A number of things that `message` or `code` names. */
  count: number,
  /** Age of the oldest of them, in seconds. */
  oldest_seconds: number,
  /** The page's origin. */
  site: text,
  /** The campaign that the page reported: short plain words, without anything that the voter typed. */
  campaign: z.optional(z.record(z.string(), z.string())),
  /** Which limit was hit, by its name. */
  limit: text,
  /** The partner that the form or the link names: one of `PARTNERS_FILE`, else `other`. */
  partner: text,
  /** Problems of an operator's file or of variables, by key or name; never a secret. */
  problems: list,
  /** Trace and span of the `traceparent` header, otherwise new ones (W3C Trace Context). */
  trace_id: text,
  span_id: text,
})
export type LogLine = z.infer<typeof LogLine>

/** Receives log lines. Must not throw. */
export type Log = (line: LogLine) => void

/** Wraps a log so that only the listed keys pass, and only lines of at least the given level. */
export function restrictLog(log: Log, minLevel: Level = 'info'): Log {
  const allowed: ReadonlySet<string> = new Set(Object.keys(LogLine.shape))
  const loggedLevels = levels.slice(levels.indexOf(minLevel))
  return (line) => {
    if (!loggedLevels.includes(line.level)) return
    const allowedFields: Record<string, unknown> & { level: Level } = { level: line.level }
    for (const [key, value] of Object.entries(line))
      if (value !== undefined && allowed.has(key)) allowedFields[key] = value
    log(allowedFields)
  }
}

/** Writes each line to the console as one line of JSON with the time `t`. */
export function consoleLog(clock = systemClock): Log {
  return (line) => console.log(JSON.stringify({ t: new Date(clock.now()).toISOString(), ...line }))
}

/** Fields that would identify the voter if a link were made for one person alone. Town and state would not. */
const identifyingFields = [
  'first_name',
  'middle_name',
  'last_name',
  'date_of_birth',
  'email',
  'phone',
  'address1',
  'address2',
  'zipcode',
] as const satisfies readonly (keyof RegistrationRequest)[]

/** The part of the campaign header that may be logged and stored: nothing that contains what this voter has typed, since a
 *  newsletter's links may carry the recipient's name. `params`: the partner's own (`ATTRIBUTION_PARAMS`). */
export function getSafeCampaign(
  header: string | undefined,
  request: RegistrationRequest,
  params: readonly string[],
): Record<string, string> | undefined {
  const tracking = header === undefined ? undefined : parseTracking(header, params)
  if (tracking === undefined) return undefined
  const typedTexts = new Set<string>()
  for (const field of identifyingFields) {
    const value = request[field] ?? ''
    // Of an e-mail address also the part before the `@`, of a phone number also the part after the country code.
    for (const form of [value, value.replace(/@.*/s, ''), value.replace(/^\+1/, '')])
      typedTexts.add(normalizeForMatch(form))
  }
  typedTexts.delete('')
  const safeEntries = Object.entries(tracking).filter(([, value]) => !containsTyped(value, typedTexts))
  return safeEntries.length === 0 ? undefined : Object.fromEntries(safeEntries)
}

/** Short names are searched as whole words: an "Al" is in many campaigns. */
function containsTyped(value: string, typedTexts: ReadonlySet<string>): boolean {
  if (value.split(/[\W_]+/).some((word) => typedTexts.has(normalizeForMatch(word)))) return true
  const normalized = normalizeForMatch(value)
  for (const typedText of typedTexts) if (typedText.length > 3 && normalized.includes(typedText)) return true
  return false
}

/** In lower case, without punctuation. */
function normalizeForMatch(value: string): string {
  return value.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
