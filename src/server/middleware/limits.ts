/** The names of the limits. */
export const limitNames = ['address', 'phone', 'email'] as const
export type LimitName = (typeof limitNames)[number]

/** Maximum count within a window of `seconds`, by name; a missing limit does not limit. */
export type Limits = Partial<Record<LimitName, { count: number; seconds: number }>>

/** Default limits for a real service. */
export const defaultLimits = {
  address: { count: 20, seconds: 600 },
  phone: { count: 2, seconds: 86_400 },
  email: { count: 3, seconds: 86_400 },
} as const satisfies Limits
