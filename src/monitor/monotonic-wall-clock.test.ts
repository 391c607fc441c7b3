import { describe, expect, it } from 'vitest'
import { createMonotonicWallClock } from './create-monitor.ts'

const start = Date.UTC(2026, 10, 1, 5, 30)
const minute = 60_000
const year = 365 * 24 * 60 * minute

/** A machine whose wall clock is changed by hand. */
function aMachine() {
  let passed = 0
  let offset = start
  const jumps: number[] = []
  const clock = createMonotonicWallClock((ms) => jumps.push(ms), {
    wall: { now: () => offset + passed },
    monotonic: { now: () => passed },
  })
  const now = () => clock.now()
  return {
    now,
    jumps,
    set: (ms: number) => {
      offset += ms
    },
    /** Lets time pass, and reads the clock every minute. */
    pass: (minutes: number) => {
      for (let i = 0; i < minutes; i++) {
        passed += minute
        now()
      }
    },
  }
}

describe('the clock', () => {
  it('follows the time of day and its small corrections', () => {
    const { now, set, pass, jumps } = aMachine()
    pass(5)
    expect(now()).toBe(start + 5 * minute)
    for (let i = 0; i < 100; i++) {
      set(-50)
      pass(1)
    }
    expect(now()).toBe(start + 105 * minute - 5_000)
    expect(jumps).toEqual([])
  })

  it.each([year, -year, 90 * minute, -90 * minute])('ignores a jump of %i ms that is undone', (jump) => {
    const { now, set, pass, jumps } = aMachine()
    set(jump)
    pass(5)
    expect(now()).toBe(start + 5 * minute)
    set(-jump)
    pass(30)
    expect(now()).toBe(start + 35 * minute)
    expect(jumps).toEqual([])
  })

  it.each([year, -90 * minute])('accepts a lasting correction of %i ms once', (jump) => {
    const { now, set, pass, jumps } = aMachine()
    set(jump)
    pass(9)
    expect(now()).toBe(start + 9 * minute)
    pass(30)
    expect(now()).toBe(start + 39 * minute + jump)
    expect(jumps).toEqual([jump])
  })
})
