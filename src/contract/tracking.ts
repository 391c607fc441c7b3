/** The opaque event of a button, which is sent back to the service when the button is pressed (R-A69, R-A70). */
import * as z from 'zod/mini'

/**
 * Any JSON value: object, array, string, number, boolean or `null`. Presence is decided by the key, so `null`, `0`,
 * `""` and `false` are events too (X13). Only the service may interpret it: it is returned unchanged.
 */
export const TrackingEvent = z.json()
export type TrackingEvent = z.infer<typeof TrackingEvent>
