/** The opaque event of a button: what the service wants back when the button is pressed (R-A69, R-A70). */
import * as z from 'zod/mini'

/**
 * Any JSON value: object, array, string, number, boolean or `null`. Presence is decided by the key, so `null`, `0`,
 * `""` and `false` are events too (X13). Nobody but the service may read meaning into it: it goes back as it came.
 */
export const TrackingEvent = z.json()
export type TrackingEvent = z.infer<typeof TrackingEvent>
