/** Parses datetimes of the Civic Data API, whose format the specification leaves open (R-C21). */

const pattern = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(\.\d+)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i

/**
 * Parses a datetime leniently: with or without a fraction of any length, with `Z`, an offset or none (then UTC), or the
 * date alone. Keep the original text: a `Date` holds milliseconds, the service writes microseconds.
 *
 * @returns `undefined` when it is not a datetime
 */
export function readDateTime(value: string): Date | undefined {
  const [, date, time = '00:00', fraction = '', zone = 'Z'] = pattern.exec(value.trim()) ?? []
  if (date === undefined) return undefined
  const seconds = time.length === 5 ? `${time}:00` : time
  const offset = /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase()
  const read = new Date(`${date}T${seconds}${fraction.slice(0, 4)}${offset}`)
  return Number.isNaN(read.getTime()) ? undefined : read
}

/**
 * Returns the `modified_at` of a fact merged from two: the later one, as it was written.
 *
 * @returns an object to spread, without the key when neither has a datetime
 */
export function laterOf(
  one: { modified_at?: string | undefined } | undefined,
  other: { modified_at?: string | undefined },
): { modified_at?: string } {
  const [a, b] = [one?.modified_at, other.modified_at]
  if (a === undefined || a === b) return b === undefined ? {} : { modified_at: b }
  if (b === undefined) return { modified_at: a }
  const [timeA, timeB] = [readDateTime(a)?.getTime() ?? 0, readDateTime(b)?.getTime() ?? 0]
  return { modified_at: timeA > timeB || (timeA === timeB && a > b) ? a : b }
}
