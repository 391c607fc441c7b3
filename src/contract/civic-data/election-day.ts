/** The day of the next federal general election, and the current day in a state. */
import { isBefore, weekdayOf } from '../calendar-day.ts'
import type { StateCode } from '../states.ts'
import type { CalendarDay } from '../text.ts'

/**
 * Returns the next federal general election: the Tuesday after the first Monday of November in every even year (2 U.S.C. § 1
 * and § 7). States hold other elections in between, which are not known here.
 *
 * @param today an election on this day still counts as the next
 */
export function nextGeneralElection(today: CalendarDay): CalendarDay {
  const year = today.year % 2 === 0 ? today.year : today.year + 1
  const day = generalElectionOf(year)
  return isBefore(day, today) ? generalElectionOf(year + 2) : day
}

function generalElectionOf(year: number): CalendarDay {
  const first = weekdayOf({ year, month: 11, day: 1 })
  const firstMonday = 1 + ((8 - first) % 7)
  return { year, month: 11, day: firstMonday + 1 }
}

/** The westernmost time zone of each state, where a day ends last. */
const zones: Readonly<Record<string, string>> = {
  'America/New_York': 'CT DC DE GA MA MD ME NC NH NJ NY OH PA RI SC VA VT WV',
  'America/Chicago': 'AL AR FL IA IL IN KY LA MI MN MO MS OK TN WI',
  'America/Denver': 'CO KS MT ND NE NM SD TX UT WY',
  'America/Phoenix': 'AZ',
  'America/Los_Angeles': 'CA ID NV OR WA',
  'America/Adak': 'AK',
  'Pacific/Honolulu': 'HI',
}

/** Returns the calendar day in a state, wherever the voter is; in its westernmost part if it has two time zones. */
export function dayInState(state: StateCode, moment: Date): CalendarDay {
  const timeZone = Object.keys(zones).find((zone) => zones[zone]?.includes(state)) ?? 'UTC'
  const parts = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', { timeZone }).formatToParts(moment)
  const part = (name: string) => Number(parts.find(({ type }) => type === name)?.value)
  return { year: part('year'), month: part('month'), day: part('day') }
}
