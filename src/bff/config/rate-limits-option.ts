/** The limits as an option: all, none, or some by name. */
import * as z from 'zod/mini'
import type { OptionKind } from '../../options/option.ts'
import { limitNames } from '../middleware/rate-limiter.ts'

const unreadable = {
  error: `cannot be read. Write on, off, or limits as in phone=2/86400,ip=60/600 (so many in so many seconds) with the names ${limitNames.join(', ')}.`,
}

const from1To = (max: number) => z.int(unreadable).check(z.minimum(1, unreadable), z.maximum(max, unreadable))

const schema = z.union(
  [
    z.boolean(unreadable),
    z.partialRecord(
      z.enum(limitNames, unreadable),
      z.strictObject({ count: from1To(1_000_000_000), seconds: from1To(2_592_000) }, unreadable),
      unreadable,
    ),
  ],
  unreadable,
)

/** `true` for the defaults, `false` for none, or limits by name; in a variable `on`, `off` or `phone=2/86400,ip=60/600`. */
export const rateLimits: OptionKind<typeof schema> = {
  what: 'on, off, or some limits as in phone=4/86400,ip=600/600',
  schema,
  read: (value) => (value === 'on' ? true : value === 'off' ? false : (readLimits(value) ?? value)),
}

function readLimits(value: string): Record<string, { count: number; seconds: number }> | undefined {
  const limits = new Map<string, { count: number; seconds: number }>()
  for (const item of value.split(',')) {
    const [, name, count, seconds] = /^\s*([a-z_]+)=(\d{1,12})\/(\d{1,12})\s*$/.exec(item) ?? []
    if (name === undefined) return undefined
    limits.set(name, { count: Number(count), seconds: Number(seconds) })
  }
  return Object.fromEntries(limits)
}
