import { describe, expect, it } from 'vitest'
import { type CalendarDay, isoDate } from '../text.ts'
import {
  type DeadlineKind,
  dateDeadline,
  getDayInState,
  getDeadlineKind,
  getNextDeadline,
  getNextGeneralElection,
  parseDeadline,
} from './deadline.ts'

const election = { year: 2026, month: 11, day: 3 }
const dates = (text: string, kind: DeadlineKind = 'mail', on: CalendarDay = election) =>
  dateDeadline(text, kind, on)?.days.map(isoDate)

it.each([
  [{ year: 2024, month: 11, day: 5 }, '2024-11-05'],
  [{ year: 2024, month: 11, day: 6 }, '2026-11-03'],
  [{ year: 2025, month: 1, day: 1 }, '2026-11-03'],
  [{ year: 2026, month: 11, day: 21 }, '2028-11-07'],
  [{ year: 2029, month: 6, day: 1 }, '2030-11-05'],
  [{ year: 2032, month: 11, day: 1 }, '2032-11-02'],
])('the next general election after %j is %s: the Tuesday after the first Monday', (day, expected) => {
  expect(isoDate(getNextGeneralElection(day))).toBe(expected)
})

describe('a deadline relative to Election Day', () => {
  it.each([
    ['29 days before Election Day', '2026-10-05'],
    ['**1 day** before Election Day.', '2026-11-02'],
    ['Postmarked 15 days before Election Day.', '2026-10-19'],
    ['received by 1 day before Election Day', '2026-11-02'],
    ['Received the day before Election Day', '2026-11-02'],
    ['Received by 5 p.m., 11 days before Election Day', '2026-10-23'],
    ['Received by 11:59 p.m., 12 days before Election Day', '2026-10-22'],
    ['Received by noon, the day before Election Day', '2026-11-02'],
    ['Received by 5 p.m. or close of office, the day before Election Day', '2026-11-02'],
    ['Received by close of business, 7 days before Election Day', '2026-10-27'],
    ['Received by 6 p.m., 11 days before Election Day (second Friday before)', '2026-10-23'],
    ['Through Election Day', '2026-11-03'],
    ['Received by Election Day', '2026-11-03'],
    ['By 5 p.m. on the second Friday before Election Day', '2026-10-23'],
    ['The Tuesday before Election Day', '2026-10-27'],
    ['The Monday before Election Day', '2026-11-02'],
  ])('“%s” is %s', (text, date) => {
    expect(dates(text)).toEqual([date])
  })

  it('with two conditions has two dates, and is over with the first', () => {
    const rule = 'Received 10 days before and postmarked 15 days before'
    expect(dates(rule)).toEqual(['2026-10-24', '2026-10-19'])
    expect(dateDeadline(rule, 'mail', election)?.date).toEqual({ year: 2026, month: 10, day: 19 })
  })

  it('spans leap days and years', () => {
    expect(dates('30 days before Election Day', 'mail', { year: 2028, month: 3, day: 14 })).toEqual(['2028-02-13'])
    expect(dates('30 days before Election Day', 'mail', { year: 2027, month: 3, day: 14 })).toEqual(['2027-02-12'])
    expect(dates('30 days before Election Day', 'mail', { year: 2028, month: 1, day: 11 })).toEqual(['2027-12-12'])
  })

  it.each([
    [30, true],
    [29, false],
    [24, true],
    [22, true],
    [21, false],
    [15, false],
  ])('of %i days before November 3, 2026 is on a weekend or Columbus Day: %s', (days, isDayOff) => {
    expect(dateDeadline(`${days} days before Election Day`, 'online', election)?.isDayOff).toBe(isDayOff)
  })

  it('that is a date already is that date', () => {
    expect(dates('2026-06-01')).toEqual(['2026-06-01'])
  })
})

describe('a text without a computable deadline', () => {
  it.each([
    ['Received by 5 p.m. on the fifth business day before Election Day', 'words'],
    ['11 days before Election Day, or 20 for a primary', 'words'],
    ['29 days before Election Day (or the Monday after)', 'words'],
    ['11 days before Election Day (third Friday before)', 'words'],
    ['30 days before the primary', 'words'],
    ['Received 7 days before Election Day (Tuesday before; for mail delivery)', 'words'],
    ['30 days before Election Day and in person', 'words'],
    ['same-day registration in the early voting period', 'words'],
    ['Applications are not taken by mail', 'words'],
    ['2026-02-30', 'words'],
    ['No fixed deadline', 'none'],
    ['N/A', 'none'],
    [' ', 'none'],
  ])('$0 has no date: a wrong date is worse than none (R-C46)', (text, is) => {
    expect(parseDeadline(text, 'mail').is).toBe(is)
    expect(dates(text)).toBeUndefined()
  })

  it('can be a postmark if nothing is sent by mail', () => {
    expect(dates('Postmarked 15 days before Election Day', 'online')).toBeUndefined()
    expect(dates('Postmarked 15 days before Election Day', 'in_person')).toBeUndefined()
  })
})

describe('the deadline of the next election', () => {
  it('depends on the day in the state, whatever the local clock', () => {
    const moment = new Date('2026-11-04T05:30:00Z')
    expect(isoDate(getDayInState('VT', moment))).toBe('2026-11-04')
    expect(isoDate(getDayInState('TX', moment))).toBe('2026-11-03')
    expect(isoDate(getDayInState('HI', moment))).toBe('2026-11-03')
    const electionOf = (state: 'VT' | 'HI') =>
      isoDate(
        getNextDeadline('Through Election Day', 'in_person', { state, currentTime: moment })?.election ?? election,
      )
    expect([electionOf('VT'), electionOf('HI')]).toEqual(['2028-11-07', '2026-11-03'])
  })

  it('is past when its day is over in the state, also after a clock change', () => {
    const isPast = (moment: string) =>
      getNextDeadline('Postmarked 30 days before Election Day', 'mail', { state: 'AK', currentTime: new Date(moment) })
        ?.isPast
    expect(isPast('2026-10-05T08:59:00Z')).toBe(false)
    expect(isPast('2026-10-05T09:01:00Z')).toBe(true)
    expect(isPast('2026-11-03T20:00:00Z')).toBe(true)
  })
})

it('the slug of a deadline names its method', () => {
  expect(getDeadlineKind('registration_deadline_in_person')).toBe('in_person')
  expect(getDeadlineKind('absentee_deadline_mail')).toBe('mail')
  expect(getDeadlineKind('ballot_return_deadline_mail')).toBeUndefined()
  expect(getDeadlineKind('registration_laws')).toBeUndefined()
})
