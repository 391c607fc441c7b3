import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EldestFirst } from './eldest-first.ts'

const keys = fc.constantFrom('a', 'b', 'c', 'd', '__proto__')
const steps = fc.array(
  fc.oneof(
    fc.record({ at: fc.constant('set' as const), key: keys, value: fc.nat() }),
    fc.record({ at: fc.constant('delete' as const), key: keys }),
    fc.record({ at: fc.constant('forget the eldest' as const) }),
  ),
)

describe('a map that knows its eldest', () => {
  it('holds the same in the same order as a Map, whatever is done to it', () => {
    fc.assert(
      fc.property(steps, (story) => {
        const map = new Map<string, number>()
        const eldestFirst = new EldestFirst<number>()
        for (const step of story) {
          if (step.at === 'set') {
            map.delete(step.key)
            map.set(step.key, step.value)
            eldestFirst.set(step.key, step.value)
          } else {
            const key = step.at === 'delete' ? step.key : eldestFirst.eldest()?.key
            if (key !== undefined) {
              map.delete(key)
              eldestFirst.delete(key)
            }
          }
          expect([...eldestFirst]).toEqual([...map])
          expect(eldestFirst.size).toBe(map.size)
          expect(eldestFirst.eldest()?.key).toBe([...map.keys()][0])
          expect(eldestFirst.get('a')).toBe(map.get('a'))
        }
      }),
    )
  })

  it('can be swept while it is gone through', () => {
    const swept = new EldestFirst<number>()
    for (let value = 0; value < 9; value++) swept.set(`${value}`, value)
    for (const [key, value] of swept) if (value % 3 !== 0) swept.delete(key)
    expect([...swept].map(([, value]) => value)).toEqual([0, 3, 6])
  })
})
