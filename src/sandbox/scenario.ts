/** The types of scenarios, with which the sandbox misbehaves on demand, and what all APIs can do. */
import type { Answer, messageFor } from './answer.ts'
import { htmlError, jsonText } from './service-answers.ts'

export interface Stage {
  publicUrl: string
  signal: AbortSignal
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  reset: () => Response
}

/** What happens to the report of an event: accepted, refused as unknown, accepted late, or answered with a server error. */
export type TrackingFate = 'accept' | 'refuse' | 'late' | 'break'

/** The order of a call: key, kind of body, parsing, *before*, validation, *refuses*, then accepted, *changes* or *spoils* or *tracking*. */
export type Play =
  /** Instead of validating the registration: it is not accepted. */
  | { type: 'before'; answer: (stage: Stage) => Response }
  /** After validation has passed: a 400 with this body. */
  | { type: 'refuses'; errors: Record<string, string[]> }
  /** Accepted, with another answer. It is made from the two-button answer, whatever the state's flow; `message` makes the text. */
  | { type: 'changes'; answer: (answer: Answer) => Answer; message?: typeof messageFor; expiresIn?: number }
  | { type: 'spoils'; answer: (text: string, stage: Stage) => Response | Promise<Response> }
  /** Accepted and answered as usual; the report of the press fails or is late. */
  | { type: 'tracking'; fate: TrackingFate }

export interface Scenario {
  /** The part of the e-mail address after the `+`. */
  name: string
  upstream: string
  /** What the voter should see. */
  voter: string
  screen?: 'form' | 'not-sent' | 'outcome-unknown'
  /** How many buttons of the answer lead on, if that does not depend on the state or the time. */
  ways?: number
  play: Play
}

/** Misbehavior of every API. `text` is the JSON of its usual response. */
export const misbehavior = {
  slow: async (text: string, { sleep, signal }: Stage) => {
    await sleep(3_000, signal)
    return jsonText(200, text)
  },
  slowHour: async (text: string, { sleep, signal }: Stage) => {
    await sleep(12_000, signal)
    return jsonText(200, text)
  },
  hang: async (_text: string, { sleep, signal }: Stage) => {
    await sleep(120_000, signal)
    return htmlError(504, 'Gateway Timeout')
  },
  reset: (_text: string, { reset }: Stage) => reset(),
  badJson: (text: string) => jsonText(200, text.slice(0, text.length / 2)),
  html200: () => htmlError(200, 'All is well'),
  busy: () => htmlError(429, 'Too Many Requests', { 'Retry-After': '17' }),
  redirect: ({ publicUrl }: Stage) => htmlError(302, 'Moved', { Location: `${publicUrl}/_sandbox/redirected` }),
}
