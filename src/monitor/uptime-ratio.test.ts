import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getDailyDowntime, getUptime, type Interval, stripDays } from './uptime-ratio.ts'

const now = Date.parse('2026-03-02T12:00:00Z')
const hour = 3_600_000
const day = 24 * hour
const at = (text: string) => Date.parse(text)
const long = now - 100 * day

describe('the days of a site', () => {
  it('are 90, oldest first, today last; today counts as far as it has passed', () => {
    const days = getDailyDowntime([{ start: at('2026-03-02T06:00:00Z'), end: now }], long, now)
    expect(days).toHaveLength(stripDays)
    expect(days.at(-1)).toBe(0.5)
    expect(days.slice(0, -1).every((share) => share === 0)).toBe(true)
  })

  it('count an outage over midnight on both days', () => {
    const days = getDailyDowntime([{ start: at('2026-02-27T18:00:00Z'), end: at('2026-02-28T03:00:00Z') }], long, now)
    expect(days.slice(-5)).toEqual([0, 0.25, 0.125, 0, 0])
  })

  it('are unknown before the first check', () => {
    const days = getDailyDowntime([], at('2026-02-28T12:00:00Z'), now)
    expect(days.slice(-4)).toEqual([null, 0, 0, 0])
    expect(days.slice(0, 86).every((share) => share === null)).toBe(true)
    expect(getDailyDowntime([], Number.POSITIVE_INFINITY, now).every((share) => share === null)).toBe(true)
  })

  it('equal a count of minutes, whatever the intervals', () => {
    const minute = 60_000
    const when = fc.integer({ min: -95 * 24 * 60, max: 60 })
    const interval = fc
      .tuple(when, fc.integer({ min: -60, max: 3 * 24 * 60 }))
      .map(([from, length]): Interval => ({ start: now + from * minute, end: now + (from + length) * minute }))
    fc.assert(
      fc.property(fc.array(interval, { maxLength: 8 }), fc.integer({ min: 0, max: 100 * 24 * 60 }), (all, minutes) => {
        const knownFrom = now - minutes * minute
        const today = Math.floor(now / day) * day
        const counted = Array.from({ length: stripDays }, (_, index) => {
          const start = today - (stripDays - 1 - index) * day
          let known = 0
          let down = 0
          for (let moment = start; moment < Math.min(start + day, now); moment += minute) {
            if (moment < knownFrom) continue
            known++
            if (all.some(({ start: from, end: to }) => from <= moment && moment < to)) down++
          }
          return known === 0 ? null : down / known
        })
        const days = getDailyDowntime(all, knownFrom, now)
        days.forEach((share, index) => {
          const brute = counted[index]
          if (share === null || brute === null || brute === undefined) expect(share).toBe(brute)
          else expect(Math.abs(share - brute)).toBeLessThan(1e-9)
        })
      }),
      { numRuns: 20 },
    )
  })
})

describe('the uptime of a site', () => {
  const none = { day: null, week: null, month: null, quarter: null }

  it('covers the time since the first check: one that was down at every check was never up', () => {
    const first = now - 2 * day
    expect(getUptime([{ start: first, end: now }], first, now)).toEqual({ day: 0, week: 0, month: 0, quarter: 0 })
    expect(getUptime([{ start: now - 12 * hour, end: now }], first, now)).toEqual({
      day: 0.5,
      week: 0.75,
      month: 0.75,
      quarter: 0.75,
    })
  })

  it('is not shown for less than a day, nor for a site that was never checked', () => {
    expect(getUptime([], now - day + 1, now)).toEqual(none)
    expect(getUptime([], now - day, now).quarter).toBe(1)
    expect(getUptime([], Number.POSITIVE_INFINITY, now)).toEqual(none)
  })
})
