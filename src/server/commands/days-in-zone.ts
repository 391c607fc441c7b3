/** The days of a time zone, with the moments at which they begin and end. */
import { addDays, isBefore, readDay, utcOf, weekdayOf } from '../../contract/calendar-day.ts'
import { type CalendarDay, isoDate } from '../../contract/text.ts'

/** A day of a time zone. */
export interface ZoneDay {
  /** `2026-10-05` */
  day: string
  /** The Monday of its week. */
  week: string
  /** Its first moment, in milliseconds since 1970. */
  from: number
  /** The first moment after it. */
  to: number
}

/** Returns the day that a moment belongs to, as `2026-10-05`. */
export function dayAt(time: number, zone: string): string {
  return dayReader(zone)(time)
}

/** Returns the days from one to another, which is not included. Days have 23 to 25 hours; none overlap, and nothing is between. */
export function daysInZone(from: string, to: string, zone: string): ZoneDay[] {
  const read = dayReader(zone)
  const first = readDay(from)
  const last = readDay(to)
  const days: ZoneDay[] = []
  if (first === undefined || last === undefined) return days
  let start = startOf(first, read)
  for (let day = first; isBefore(day, last); day = addDays(day, 1)) {
    const end = startOf(addDays(day, 1), read)
    days.push({ day: isoDate(day), week: isoDate(mondayOf(day)), from: start, to: end })
    start = end
  }
  return days
}

/** Returns the Monday of a day's week. */
export function mondayOf(day: CalendarDay): CalendarDay {
  return addDays(day, -((weekdayOf(day) + 6) % 7))
}

/** Returns the first moment of a day, to the minute: where clocks are turned at midnight, no hour counts twice. */
function startOf(day: CalendarDay, read: (time: number) => string): number {
  const name = isoDate(day)
  const noon = utcOf(day)
  let [before, after] = [noon - 15 * 3_600_000, noon + 15 * 3_600_000]
  while (after - before > 60_000) {
    const middle = before + Math.floor((after - before) / 120_000) * 60_000
    if (read(middle) < name) before = middle
    else after = middle
  }
  return after
}

function dayReader(zone: string): (time: number) => string {
  const format = new Intl.DateTimeFormat('en-US', {
    calendar: 'gregory',
    numberingSystem: 'latn',
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return (time) => {
    const [, month, day, year] = /^(\d+)\/(\d+)\/(\d+)$/.exec(format.format(time)) ?? []
    return `${year}-${month}-${day}`
  }
}
