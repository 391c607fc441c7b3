import { describe, expect, it } from 'vitest'
import { idleSecondsOf } from './options.ts'

describe('how long a shared device waits', () => {
  it.each([undefined, null, false, 'false'])('%j is one voter’s own device', (kiosk) => {
    expect(idleSecondsOf(kiosk)).toBeUndefined()
  })

  it.each([
    [{ idleSeconds: 120 }, 120],
    [30, 30],
    ['45', 45],
    [true, 90],
    ['', 90],
    ['true', 90],
  ])('%j is %i seconds', (kiosk, seconds) => {
    expect(idleSecondsOf(kiosk)).toBe(seconds)
  })

  it.each(['9O', 'yes', '-90', 5, '29', 0, Number.NaN, 45.5, {}, { idleSeconds: '' }, { idleSeconds: 5 }])(
    '%j is no time, so it is on with 90 seconds',
    (kiosk) => {
      expect(idleSecondsOf(kiosk)).toBe(90)
    },
  )
})
