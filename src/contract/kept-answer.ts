/** What the widget and the backend-for-frontend say to each other of an answer that a voter comes back to. */
import * as z from 'zod/mini'
import { SealedAnswer } from './bff-api.ts'

/** What `POST /answers` takes: the `again` of an answer. */
export const Again = z.strictObject({ again: z.string().check(z.minLength(1)) })
export type Again = z.infer<typeof Again>

/** What it answers: the answer as of now, and what it is the answer to, so that nothing has to be typed twice. */
export const KeptAnswer = z.object({
  ...SealedAnswer.shape,
  /** The registration as it was sent. */
  request: z.looseObject({ state: z.string() }),
  /** The `version` of the wording that was agreed to. */
  consent_version: z.string(),
})
export type KeptAnswer = z.infer<typeof KeptAnswer>
