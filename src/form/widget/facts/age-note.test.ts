import { describe, expect, it } from 'vitest'
import { getFirstRegistrationDay } from './age-note.tsx'

const birth = { year: 2010, month: 4, day: 12 }

describe('the earliest registration date of a young person', () => {
  it.each([
    ['16 (votes at 18)', { year: 2026, month: 4, day: 12 }],
    ['17 (votes at 18)', { year: 2027, month: 4, day: 12 }],
    ['17', { year: 2027, month: 4, day: 12 }],
    ['6 months before turning 18', { year: 2027, month: 10, day: 12 }],
    ['2 months before turning 18.', { year: 2028, month: 2, day: 12 }],
    ['90 days before turning 18', { year: 2028, month: 1, day: 13 }],
  ])('is computed for “%s”', (rule, from) => {
    expect(getFirstRegistrationDay(rule, birth)).toEqual(from)
  })

  it.each(['18 by the next November general election', '17 and turning 18 by the next election', 'Ask', '99', ''])(
    'is not computed for “%s”, which depends on more than the birth date',
    (rule) => {
      expect(getFirstRegistrationDay(rule, birth)).toBeUndefined()
    },
  )

  it('after a birth on a leap day is the day after the 28th in other years', () => {
    expect(getFirstRegistrationDay('17 (votes at 18)', { year: 2008, month: 2, day: 29 })).toEqual({
      year: 2025,
      month: 3,
      day: 1,
    })
  })
})
