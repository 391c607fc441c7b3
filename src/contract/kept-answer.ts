/** The API between the widget and the backend-for-frontend for an answer that a voter returns to. */
import * as z from 'zod/mini'
import { SealedAnswer } from './bff-api.ts'

/** The response: the answer as of now, and the registration it belongs to, so that nothing has to be typed twice. */
export const KeptAnswer = z.object({
  ...SealedAnswer.shape,
  request: z.looseObject({ state: z.string() }),
  consent_version: z.string(),
})
export type KeptAnswer = z.infer<typeof KeptAnswer>
