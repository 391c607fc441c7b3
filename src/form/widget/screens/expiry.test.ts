import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getClockTimes, getRemaining, safetyMarginMs } from './expiry.ts'

const hour = 3_600_000
const day = 24 * hour
const received = { wall: 1_700_000_000_000, monotonic: 5_000 }
const later = (wall: number, monotonic = wall) => ({
  wall: received.wall + wall,
  monotonic: received.monotonic + monotonic,
})

describe('the remaining time of a link', () => {
  it('is what the service gave, less a minute of travel (R-A66, R-A67)', () => {
    expect(getRemaining({ expires_in_ms: hour }, received, received)).toEqual({
      type: 'working',
      minutes: 59,
      changesIn: 0,
    })
    expect(getRemaining({ expires_in_ms: hour }, received, later(90_000))).toMatchObject({
      minutes: 57,
      changesIn: 30_000,
    })
  })

  it('ends a minute early, never late (R-A68)', () => {
    expect(getRemaining({ expires_in_ms: hour }, received, later(hour - safetyMarginMs - 1))).toMatchObject({
      minutes: 0,
    })
    expect(getRemaining({ expires_in_ms: hour }, received, later(hour - safetyMarginMs))).toEqual({ type: 'expired' })
  })

  it('is zero when the service says so', () => {
    expect(getRemaining({ expires_in_ms: -1 }, received, received)).toEqual({ type: 'expired' })
    expect(getRemaining({ expires_in_ms: 0 }, received, received)).toEqual({ type: 'expired' })
  })

  it('does not depend on the voter’s clock (X12)', () => {
    for (const wrong of [-day, day]) {
      const skewed = { ...received, wall: received.wall + wrong }
      const then = { wall: skewed.wall + 60_000, monotonic: skewed.monotonic + 60_000 }
      const button = { expires_in_ms: hour, url_expiry: '2023-11-14T23:13:20Z' }
      expect(getRemaining(button, skewed, then)).toMatchObject({ type: 'working', minutes: 58 })
    }
  })

  it('does not grow when the clock is set back', () => {
    expect(getRemaining({ expires_in_ms: hour }, received, later(-day, hour))).toEqual({ type: 'expired' })
  })

  it('runs while the computer sleeps, when only the wall clock does', () => {
    expect(getRemaining({ expires_in_ms: hour }, received, later(2 * hour, 10))).toEqual({ type: 'expired' })
  })

  it('comes from the date alone if the BFF did not count', () => {
    const url_expiry = new Date(received.wall + hour).toISOString().replace('Z', '456+00:00')
    expect(getRemaining({ url_expiry }, received, later(60_000))).toMatchObject({ type: 'working', minutes: 58 })
    expect(getRemaining({ url_expiry }, received, later(hour))).toEqual({ type: 'expired' })
  })

  it('is unlimited without an expiry or with an unreadable one', () => {
    expect(getRemaining({}, received, later(day))).toEqual({ type: 'open-ended' })
    expect(getRemaining({ url_expiry: 'soon' }, received, later(day))).toEqual({ type: 'open-ended' })
  })

  it('is never shown past its end, whatever the two clocks do', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -hour, max: day }),
        fc.integer({ min: -2 * day, max: 2 * day }),
        fc.integer({ min: 0, max: 2 * day }),
        (expires_in_ms, wall, monotonic) => {
          const left = getRemaining({ expires_in_ms }, received, later(wall, monotonic))
          const over = Math.max(wall, monotonic) >= expires_in_ms - safetyMarginMs
          expect(left.type).toBe(over ? 'expired' : 'working')
        },
      ),
    )
  })
})

it('a time that one clock recorded is converted to the other', () => {
  const clocks = { clock: { now: () => 1_000_000 }, monotonicClock: { now: () => 700 } }
  expect(getClockTimes(500, clocks)).toEqual({ wall: 999_800, monotonic: 500 })
})
