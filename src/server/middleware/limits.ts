/** The limits of registrations, and how they are configured. */
import * as z from 'zod/mini'
import { toggleValues, wholeValue } from '../options/option.ts'

export const limitNames = ['address', 'phone', 'email'] as const
export type LimitName = (typeof limitNames)[number]

/** Maximum count within a window of `seconds`, by name; a missing limit does not limit. */
export type Limits = Partial<Record<LimitName, { count: number; seconds: number }>>

const from1To = (max: number) => z.int().check(z.minimum(1), z.maximum(max))
/** `true` for the defaults, `false` for none, or limits by name in place of some defaults. */
export const rateLimits = () =>
  wholeValue(
    z.union([
      z.boolean(),
      z.partialRecord(
        z.enum(limitNames),
        z.strictObject({ count: from1To(1_000_000_000), seconds: from1To(2_592_000) }),
      ),
    ]),
    () => 'cannot be read',
  )

/** Parses limits as a variable has them: `on`, `off`, `phone=4/86400,address=50/600`; a malformed text stays one. */
export function parseLimits(value: string): unknown {
  const isOn = toggleValues.get(value)
  if (isOn !== undefined) return isOn
  const limits = new Map<string, { count: number; seconds: number }>()
  for (const item of value.split(',')) {
    const [, name, count, seconds] = /^\s*([a-z_]+)=(\d{1,12})\/(\d{1,12})\s*$/.exec(item) ?? []
    if (name === undefined) return value
    limits.set(name, { count: Number(count), seconds: Number(seconds) })
  }
  return Object.fromEntries(limits)
}

export const defaultLimits = {
  address: { count: 20, seconds: 600 },
  phone: { count: 2, seconds: 86_400 },
  email: { count: 3, seconds: 86_400 },
} as const satisfies Limits

export function getLimits(option: boolean | Limits): Limits {
  if (option === false) return {}
  return option === true ? defaultLimits : { ...defaultLimits, ...option }
}
