/** Dates of deadlines, which are relative to Election Day (R-C46). A text counts only as a whole: a wrong date is worse than none. */
import { addDays, getWeekday, isBefore, parseDay, toUtcMs } from '../dates.ts'
import type { StateCode } from '../states.ts'
import type { CalendarDay } from '../text.ts'

/** The ways to register, or to request a ballot, that have their own deadlines. */
export const deadlineKinds = ['online', 'mail', 'in_person'] as const

/** A way to register, each with a deadline. */
export type DeadlineKind = (typeof deadlineKinds)[number]

/** One condition of a rule: a form must be postmarked, or received, by a day; `unsaid` when the rule does not specify it. */
export interface DeadlinePart {
  counts: 'postmarked' | 'received' | 'unsaid'
  /** Days before Election Day, 0 for the day itself; or the last, second-last … such weekday before it (0 is Sunday). */
  offset: { days: number } | { weekday: number; nth: number }
}

/** The meaning of a deadline's text.
 *  - `relative`: conditions that must all be met, counted from Election Day
 *  - `date`: a fixed date
 *  - `none`: there is no deadline, or nothing is known
 *  - `words`: something that cannot be calculated: business days (state holidays are not known here), periods, exceptions */
export type DeadlineRule =
  | { is: 'relative'; parts: readonly DeadlinePart[] }
  | { is: 'date'; date: CalendarDay }
  | { is: 'none' }
  | { is: 'words' }

/** A deadline with its date, for one election. */
export interface DatedDeadline {
  /** The day of each condition, in the order of the rule. */
  days: readonly CalendarDay[]
  /** The earliest of them: acting by this day meets all of them. */
  date: CalendarDay
  /** Whether it is a Saturday, a Sunday or Columbus Day, when offices are closed and no mail is postmarked: states differ in which day counts then. */
  isDayOff: boolean
}

/** A deadline of the next general election. */
export interface NextDeadline extends DatedDeadline {
  election: CalendarDay
  /** How many days the date is before that election: 0 on the day itself, negative after it. */
  daysBefore: number
  /** Whether that day is over everywhere in the state. */
  isPast: boolean
}

/** Parses a deadline's text. Case, emphasis and a final period do not matter. */
export function parseDeadline(text: string, kind: DeadlineKind): DeadlineRule {
  const normalized = text.replaceAll('*', '').trim().replaceAll(/\s+/g, ' ').replace(/\.$/, '').toLowerCase()
  if (/^(?:n\/a|no(?: fixed)? deadline)?$/.test(normalized)) return { is: 'none' }
  const date = parseDay(normalized)
  if (date !== undefined) return { is: 'date', date }
  const parts = normalized.split(' and ').map(parsePart)
  const parsedParts = parts.filter((part) => part !== undefined)
  // Only mail is postmarked: with another kind, the word refers to something else.
  const fits = kind === 'mail' || parsedParts.every(({ counts }) => counts !== 'postmarked')
  return fits && parsedParts.length === parts.length ? { is: 'relative', parts: parsedParts } : { is: 'words' }
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const ordinals = ['', 'second ', 'third ', 'fourth ', 'fifth ']
const nthWeekday = `(${ordinals.join('|')})(${weekdays.join('|')})`
const hourPattern = String.raw`(?:noon|midnight|\d{1,2}(?::\d\d)? [ap]\.?m\.?)`
const timePattern = `(?:(?:by )?(?:${hourPattern}|(?:${hourPattern} or )?close of (?:business|office)),? (?:on )?)?`
export const deadlinePattern = new RegExp(
  [
    '^(?:(?<counts>postmarked|received)(?: by)? )?',
    timePattern,
    '(?:',
    String.raw`(?<days>\d{1,3}) days? before(?: election day)?`,
    `|(?<eve>the day before election day)`,
    `|(?:(?:through|until|on|by) )?(?<day>election day)`,
    `|(?:on )?the ${nthWeekday} before election day`,
    ')',
    String.raw`(?: \(${nthWeekday} before\))?$`,
  ].join(''),
)

function parsePart(condition: string): DeadlinePart | undefined {
  const match = deadlinePattern.exec(condition)
  if (match === null) return undefined
  const { counts, days, eve, day } = match.groups ?? {}
  const [, , , , , nth, weekday, repeatedNth, repeatedWeekday] = match
  const offset =
    days !== undefined
      ? { days: Number(days) }
      : eve !== undefined
        ? { days: 1 }
        : day !== undefined
          ? { days: 0 }
          : weekdayRule(nth, weekday)
  // "11 days before Election Day (second Friday before)" states it twice; Election Day is a Tuesday.
  if (
    repeatedWeekday !== undefined &&
    ('weekday' in offset || countDaysBefore(weekdayRule(repeatedNth, repeatedWeekday)) !== offset.days)
  ) {
    return undefined
  }
  return { counts: counts === 'postmarked' || counts === 'received' ? counts : 'unsaid', offset }
}

function weekdayRule(nth = '', weekday = ''): { weekday: number; nth: number } {
  return { weekday: weekdays.indexOf(weekday), nth: ordinals.indexOf(nth) + 1 }
}

const tuesday = 2

function countDaysBefore({ weekday, nth }: { weekday: number; nth: number }, electionWeekday = tuesday): number {
  return ((electionWeekday - weekday + 6) % 7) + 1 + (nth - 1) * 7
}

/** Returns the date of a deadline for an election.
 *  @param text the service's text of the deadline, for example `Postmarked 30 days before Election Day`
 *  @returns `undefined` when there is no deadline, or its date cannot be calculated */
export function dateDeadline(text: string, kind: DeadlineKind, election: CalendarDay): DatedDeadline | undefined {
  const rule = parseDeadline(text, kind)
  const days =
    rule.is === 'date'
      ? [rule.date]
      : rule.is === 'relative'
        ? rule.parts.map(({ offset }) =>
            addDays(election, -('days' in offset ? offset.days : countDaysBefore(offset, getWeekday(election)))),
          )
        : []
  const [first] = days
  if (first === undefined) return undefined
  const date = days.reduce((earliest, day) => (isBefore(day, earliest) ? day : earliest), first)
  return { days, date, isDayOff: isDayOff(date) }
}

/** Returns the date of a deadline for the next federal general election. Earlier elections have deadlines of their own.
 *  @param currentTime the calendar in the state decides which election is next and whether the day is over
 *  @returns `undefined` when there is no deadline, or its date cannot be calculated */
export function getNextDeadline(
  text: string,
  kind: DeadlineKind,
  { state, currentTime }: { state: StateCode; currentTime: Date },
): NextDeadline | undefined {
  const today = getDayInState(state, currentTime)
  const election = getNextGeneralElection(today)
  const deadline = dateDeadline(text, kind, election)
  if (deadline === undefined) return undefined
  const daysBefore = Math.round((toUtcMs(election) - toUtcMs(deadline.date)) / 86_400_000)
  return { ...deadline, election, daysBefore, isPast: isBefore(deadline.date, today) }
}

/** Returns the kind in a deadline's slug, for example `mail` for `registration_deadline_mail`; `undefined` for others. */
export function getDeadlineKind(slug: string): DeadlineKind | undefined {
  const kind = /^(?:registration|absentee)_deadline_(.+)$/.exec(slug)?.[1]
  return deadlineKinds.find((candidate) => candidate === kind)
}

/** The second Monday of October is the only federal holiday in the weeks of deadlines. */
function isDayOff(date: CalendarDay): boolean {
  const weekday = getWeekday(date)
  return weekday === 0 || weekday === 6 || (weekday === 1 && date.month === 10 && Math.ceil(date.day / 7) === 2)
}

/** Returns the next federal general election: the Tuesday after the first Monday of November in every even year (2 U.S.C. § 1
 *  and § 7). States hold other elections in between, which are not known here.
 *  @param today an election on this day still counts as the next */
export function getNextGeneralElection(today: CalendarDay): CalendarDay {
  const year = today.year % 2 === 0 ? today.year : today.year + 1
  const day = getGeneralElection(year)
  return isBefore(day, today) ? getGeneralElection(year + 2) : day
}

function getGeneralElection(year: number): CalendarDay {
  const first = getWeekday({ year, month: 11, day: 1 })
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
export function getDayInState(state: StateCode, time: Date): CalendarDay {
  const timeZone = Object.keys(zones).find((zone) => zones[zone]?.includes(state)) ?? 'UTC'
  const parts = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', { timeZone }).formatToParts(time)
  const part = (name: string) => Number(parts.find(({ type }) => type === name)?.value)
  return { year: part('year'), month: part('month'), day: part('day') }
}
