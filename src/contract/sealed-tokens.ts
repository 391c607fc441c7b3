/** The sealed tokens that a browser sends back unopened. A module of its own, so that no form carries these schemas. */
import * as z from 'zod/mini'

/** The body of `POST /choices`; the response is 202 once the report is accepted. */
export const ClickReport = z.strictObject({ click_token: z.string().check(z.minLength(1)) })
export type ClickReport = z.infer<typeof ClickReport>

/** The body of `POST /answers`: the `answer_token` of an answer. */
export const AnswerRequest = z.strictObject({ answer_token: z.string().check(z.minLength(1)) })
export type AnswerRequest = z.infer<typeof AnswerRequest>

/** Any JSON value: object, array, string, number, boolean or `null`. Presence is decided by the key, so `null`, `0`,
 *  `""` and `false` are events too (X13). Only the service may interpret it: it is returned unchanged. */
export const TrackingEvent = z.json()
export type TrackingEvent = z.infer<typeof TrackingEvent>
