import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UnderWay } from './pending-requests.ts'

const item = fc.nat({ max: 5 })

describe('what is under way', () => {
  it('is what was added and not taken away, as a set would have it', () => {
    const steps = fc.array(fc.record({ what: fc.constantFrom('add', 'delete'), item }))
    fc.assert(
      fc.property(steps, item, (story, sought) => {
        const set = new Set<number>()
        const underWay = new UnderWay<number>()
        for (const step of story) {
          if (step.what === 'delete') {
            set.delete(step.item)
            underWay.delete(step.item)
          } else if (!set.has(step.item)) {
            set.add(step.item)
            underWay.add(step.item)
          }
          expect(new Set(underWay)).toEqual(set)
          expect(underWay.size).toBe(set.size)
          expect(underWay.find((each) => each === sought)).toBe(set.has(sought) ? sought : undefined)
        }
      }),
    )
  })

  it('can be taken away while it is looked through', () => {
    const underWay = new UnderWay<number>()
    for (const each of [1, 2, 3]) underWay.add(each)
    const seen: number[] = []
    for (const each of underWay) {
      seen.push(each)
      underWay.delete(each)
    }
    expect(seen).toEqual([1, 2, 3])
    expect(underWay.size).toBe(0)
  })
})
