import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { laterOf, readDateTime } from './date-time.ts'

describe('a datetime of the service (R-C21)', () => {
  it.each([
    ['2026-03-02T15:04:05.123456Z', '2026-03-02T15:04:05.123Z'],
    ['2026-03-02T15:04:05Z', '2026-03-02T15:04:05.000Z'],
    ['2026-03-02T15:04:05.5+00:00', '2026-03-02T15:04:05.500Z'],
    ['2026-03-02T10:04:05-0500', '2026-03-02T15:04:05.000Z'],
    ['2026-03-02 15:04:05.123456', '2026-03-02T15:04:05.123Z'],
    ['2026-03-02T15:04', '2026-03-02T15:04:00.000Z'],
    ['2026-03-02', '2026-03-02T00:00:00.000Z'],
  ])('is read from %s', (text, iso) => {
    expect(readDateTime(text)?.toISOString()).toBe(iso)
  })

  it.each(['', 'yesterday', '2026-13-02', '2026-03-02T25:00:00Z', '03/02/2026', '1772463845'])('is not %j', (text) => {
    expect(readDateTime(text)).toBeUndefined()
  })

  it('never throws, whatever came', () => {
    fc.assert(
      fc.property(
        fc.string(),
        (text) => readDateTime(text) === undefined || !Number.isNaN(readDateTime(text)?.getTime()),
      ),
    )
  })

  it('of two the later one stays as it was written, in whichever order', () => {
    const [early, late] = [{ modified_at: '2026-03-02T15:04:05.9Z' }, { modified_at: '2026-03-02T16:04:06+00:00' }]
    expect([laterOf(early, late), laterOf(late, early)]).toEqual([late, late])
    expect([laterOf({}, late), laterOf(late, {}), laterOf(undefined, {})]).toEqual([late, late, {}])
  })
})
