import { describe, expect, it } from 'vitest'
import { addDays, addMonths, isBefore, readDay, weekdayOf } from './calendar-day.ts'

describe('days and months from a day', () => {
  it('go over months, years and leap days', () => {
    expect(addDays({ year: 2026, month: 11, day: 3 }, -34)).toEqual({ year: 2026, month: 9, day: 30 })
    expect(addDays({ year: 2026, month: 12, day: 31 }, 1)).toEqual({ year: 2027, month: 1, day: 1 })
    expect(addDays({ year: 2028, month: 3, day: 1 }, -1)).toEqual({ year: 2028, month: 2, day: 29 })
    expect(addMonths({ year: 2008, month: 2, day: 29 }, 18 * 12)).toEqual({ year: 2026, month: 3, day: 1 })
    expect(addMonths({ year: 2026, month: 8, day: 31 }, -6)).toEqual({ year: 2026, month: 3, day: 1 })
  })

  it('are compared, and have a day of the week', () => {
    expect(isBefore({ year: 2026, month: 9, day: 30 }, { year: 2026, month: 10, day: 1 })).toBe(true)
    expect(isBefore({ year: 2026, month: 10, day: 1 }, { year: 2026, month: 10, day: 1 })).toBe(false)
    expect(weekdayOf({ year: 2026, month: 11, day: 3 })).toBe(2)
  })

  it('are read from YYYY-MM-DD alone', () => {
    expect(readDay('2026-11-03')).toEqual({ year: 2026, month: 11, day: 3 })
    for (const text of ['2026-02-30', '2026-11-3', 'November 3, 2026', '']) expect(readDay(text)).toBeUndefined()
  })
})
