import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMonths, getWeekday, isBefore, parseDateTime, parseDay, pickLaterDate } from './dates.ts'

describe('days and months from a day', () => {
  it('span months, years and leap days', () => {
    expect(addDays({ year: 2026, month: 11, day: 3 }, -34)).toEqual({ year: 2026, month: 9, day: 30 })
    expect(addDays({ year: 2026, month: 12, day: 31 }, 1)).toEqual({ year: 2027, month: 1, day: 1 })
    expect(addDays({ year: 2028, month: 3, day: 1 }, -1)).toEqual({ year: 2028, month: 2, day: 29 })
    expect(addMonths({ year: 2008, month: 2, day: 29 }, 18 * 12)).toEqual({ year: 2026, month: 3, day: 1 })
    expect(addMonths({ year: 2026, month: 8, day: 31 }, -6)).toEqual({ year: 2026, month: 3, day: 1 })
  })

  it('are compared, and have a day of the week', () => {
    expect(isBefore({ year: 2026, month: 9, day: 30 }, { year: 2026, month: 10, day: 1 })).toBe(true)
    expect(isBefore({ year: 2026, month: 10, day: 1 }, { year: 2026, month: 10, day: 1 })).toBe(false)
    expect(getWeekday({ year: 2026, month: 11, day: 3 })).toBe(2)
  })

  it('are parsed from YYYY-MM-DD alone', () => {
    expect(parseDay('2026-11-03')).toEqual({ year: 2026, month: 11, day: 3 })
    for (const text of ['2026-02-30', '2026-11-3', 'November 3, 2026', '']) expect(parseDay(text)).toBeUndefined()
  })
})

describe('a datetime of the service (R-C21)', () => {
  it.each([
    ['2026-03-02T15:04:05.123456Z', '2026-03-02T15:04:05.123Z'],
    ['2026-03-02T15:04:05Z', '2026-03-02T15:04:05.000Z'],
    ['2026-03-02T15:04:05.5+00:00', '2026-03-02T15:04:05.500Z'],
    ['2026-03-02T10:04:05-0500', '2026-03-02T15:04:05.000Z'],
    ['2026-03-02 15:04:05.123456', '2026-03-02T15:04:05.123Z'],
    ['2026-03-02T15:04', '2026-03-02T15:04:00.000Z'],
    ['2026-03-02', '2026-03-02T00:00:00.000Z'],
  ])('is parsed from %s', (text, iso) => {
    expect(parseDateTime(text)?.toISOString()).toBe(iso)
  })

  it.each(['', 'yesterday', '2026-13-02', '2026-03-02T25:00:00Z', '03/02/2026', '1772463845'])('is not %j', (text) => {
    expect(parseDateTime(text)).toBeUndefined()
  })

  it('never throws, whatever the input', () => {
    fc.assert(
      fc.property(
        fc.string(),
        (text) => parseDateTime(text) === undefined || !Number.isNaN(parseDateTime(text)?.getTime()),
      ),
    )
  })

  it('is kept as written if it is the later of two, in any order', () => {
    const [early, late] = [{ modified_at: '2026-03-02T15:04:05.9Z' }, { modified_at: '2026-03-02T16:04:06+00:00' }]
    expect([pickLaterDate(early, late), pickLaterDate(late, early)]).toEqual([late, late])
    expect([pickLaterDate({}, late), pickLaterDate(late, {}), pickLaterDate(undefined, {})]).toEqual([late, late, {}])
  })
})
