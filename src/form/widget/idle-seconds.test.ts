import { describe, expect, it } from 'vitest'
import { parseIdleSeconds } from './options.ts'

describe('the timeout of a shared device', () => {
  it.each([undefined, null, false, 'false'])('is off for %j', (kiosk) => {
    expect(parseIdleSeconds(kiosk)).toBeUndefined()
  })

  it.each([
    [{ idleSeconds: 120 }, 120],
    [30, 30],
    ['45', 45],
    [true, 90],
    ['', 90],
    ['true', 90],
  ])('%j is %i seconds', (kiosk, seconds) => {
    expect(parseIdleSeconds(kiosk)).toBe(seconds)
  })

  it.each(['9O', 'yes', '-90', 5, '29', 0, Number.NaN, 45.5, {}, { idleSeconds: '' }, { idleSeconds: 5 }])(
    'is 90 seconds for the invalid %j',
    (kiosk) => {
      expect(parseIdleSeconds(kiosk)).toBe(90)
    },
  )
})
