/** The sealed tokens that a browser sends back unopened. A module of its own, so that no form carries these schemas. */
import * as z from 'zod/mini'

/** The body of `POST /presses`; the response is 202 once the report is accepted. */
export const Press = z.strictObject({ press: z.string().check(z.minLength(1)) })
export type Press = z.infer<typeof Press>

/** The body of `POST /answers`: the `again` of an answer. */
export const Again = z.strictObject({ again: z.string().check(z.minLength(1)) })
export type Again = z.infer<typeof Again>

/** Any JSON value: object, array, string, number, boolean or `null`. Presence is decided by the key, so `null`, `0`,
 *  `""` and `false` are events too (X13). Only the service may interpret it: it is returned unchanged. */
export const TrackingEvent = z.json()
export type TrackingEvent = z.infer<typeof TrackingEvent>
