import { describe, expect, it } from 'vitest'
import type { StateFact } from '../../contract/civic/state-facts.ts'
import { aStateFact, theStateFacts } from '../../testing/civic-samples.ts'
import { datedDeadlines } from './deadline-dates.ts'
import { addDays, addMonths, nextGeneralElection } from './election-day.ts'

const today = { year: 2026, month: 3, day: 2 }
const online = (said: StateFact | string) => {
  const fact = typeof said === 'string' ? aStateFact('registration_deadline_online', said) : said
  return datedDeadlines(theStateFacts({ facts: [fact] }), today)[0]?.date
}

describe('the next general election', () => {
  it.each([
    [{ year: 2024, month: 11, day: 5 }, '2024-11-5'],
    [{ year: 2024, month: 11, day: 6 }, '2026-11-3'],
    [{ year: 2025, month: 1, day: 1 }, '2026-11-3'],
    [{ year: 2026, month: 11, day: 21 }, '2028-11-7'],
    [{ year: 2029, month: 6, day: 1 }, '2030-11-5'],
    [{ year: 2032, month: 11, day: 1 }, '2032-11-2'],
  ])('after %j is %s: the Tuesday after the first Monday', (day, expected) => {
    const { year, month, day: date } = nextGeneralElection(day)
    expect(`${year}-${month}-${date}`).toBe(expected)
  })
})

describe('days and months from a day', () => {
  it('go over months, years and leap days', () => {
    expect(addDays({ year: 2026, month: 11, day: 3 }, -34)).toEqual({ year: 2026, month: 9, day: 30 })
    expect(addDays({ year: 2026, month: 12, day: 31 }, 1)).toEqual({ year: 2027, month: 1, day: 1 })
    expect(addMonths({ year: 2008, month: 2, day: 29 }, 18 * 12)).toEqual({ year: 2026, month: 3, day: 1 })
    expect(addMonths({ year: 2026, month: 8, day: 31 }, -6)).toEqual({ year: 2026, month: 3, day: 1 })
  })
})

describe('a deadline', () => {
  it.each([
    ['29 days before Election Day', { year: 2026, month: 10, day: 5 }],
    ['Postmarked 15 days before Election Day.', { year: 2026, month: 10, day: 19 }],
    ['received by 1 day before Election Day', { year: 2026, month: 11, day: 2 }],
    ['Through Election Day', { year: 2026, month: 11, day: 3 }],
  ])('“%s” has a date for the next general election', (said, date) => {
    expect(online(said)).toEqual(date)
  })

  it('that is a date already is that date', () => {
    expect(
      online(aStateFact('registration_deadline_online', '', { value: { is: 'date', date: '2026-06-01' } })),
    ).toEqual({
      year: 2026,
      month: 6,
      day: 1,
    })
  })

  it.each([
    'Received by 5 p.m. on the fifth business day before Election Day',
    '11 days before Election Day, or 20 for a primary',
    '29 days before Election Day (or the Monday after)',
    'No fixed deadline',
    '',
  ])('“%s” is left to its words: deadlines are relative, and a wrong date is worse than none (R-C46)', (said) => {
    expect(online(said)).toBeUndefined()
  })

  it('that has passed is left out, not told for an election years away', () => {
    const late = { year: 2026, month: 10, day: 20 }
    const dated = datedDeadlines(theStateFacts(), late)
    expect(dated.map(({ slug }) => slug)).toEqual([])
    expect(datedDeadlines(theStateFacts(), { ...late, day: 6 }).map(({ slug }) => slug)).toEqual([
      'registration_deadline_online',
      'registration_deadline_mail',
      'registration_deadline_in_person',
    ])
  })

  it('that is no date at all has none', () => {
    for (const value of [{ is: 'none' }, { is: 'boolean', value: true }, { is: 'date', date: '2026-02-30' }] as const) {
      expect(online(aStateFact('registration_deadline_online', '', { value }))).toBeUndefined()
    }
  })
})
