import { describe, expect, it } from 'vitest'
import type { StateFact } from '../../../contract/civic-data/state-facts.ts'
import { aStateFact, theStateFacts } from '../../../contract/testing/civic-samples.ts'
import { findDeadline, getUpcomingDeadlines } from './deadline-dates.ts'

const now = new Date('2026-03-02T12:00:00Z')
const online = (value: StateFact['value']) =>
  findDeadline(aStateFact('registration_deadline_online', '', { value }), 'IL', now)?.date

describe('the date of a fact', () => {
  it('is that of its text, plain or Markdown, or its own', () => {
    const tuesday = { year: 2026, month: 10, day: 6 }
    expect(online({ is: 'markdown', markdown: '28 days before Election Day' })).toEqual(tuesday)
    expect(online({ is: 'text', text: '28 days before Election Day' })).toEqual(tuesday)
    expect(online({ is: 'date', date: '2026-06-01' })).toEqual({ year: 2026, month: 6, day: 1 })
  })

  it('is missing if the fact has none or is about something else', () => {
    expect(online({ is: 'none' })).toBeUndefined()
    expect(online({ is: 'boolean', value: true })).toBeUndefined()
    expect(online({ is: 'date', date: '2026-02-30' })).toBeUndefined()
    expect(findDeadline(aStateFact('registration_laws', '28 days before Election Day'), 'IL', now)).toBeUndefined()
    expect(
      findDeadline(aStateFact('registration_deadline_mail', '9 days before Election Day'), 'ZZ', now),
    ).toBeUndefined()
  })
})

it('the deadlines for a calendar omit a passed one, and do not move it to an election years away', () => {
  const slugs = (day: string) => getUpcomingDeadlines(theStateFacts(), new Date(day)).map(({ fact }) => fact.slug)
  expect(slugs('2026-10-20T12:00:00Z')).toEqual([])
  expect(slugs('2026-10-07T12:00:00Z')).toEqual(['registration_deadline_online'])
  expect(slugs('2026-10-06T12:00:00Z')).toEqual([
    'registration_deadline_online',
    'registration_deadline_mail',
    'registration_deadline_in_person',
  ])
})
