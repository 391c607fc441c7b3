/** The types of scenarios, with which the sandbox misbehaves on demand, and what all APIs can do. */
import type { Answer, createMessage } from './answer.ts'
import { htmlError, jsonText } from './service-answers.ts'

export interface ScenarioContext {
  publicUrl: string
  signal: AbortSignal
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  reset: () => Response
}

/** What happens to a click report: accepted, rejected as unknown, accepted late, or answered with a server error. */
export type TrackingOutcome = 'accept' | 'reject' | 'delay' | 'fail'

/** The order of a call: key, kind of body, parsing, *early-response*, validation, *rejection*, then accepted with one of the
 *  others. */
export type Behavior =
  /** Instead of validating the registration: it is not accepted. */
  | { type: 'early-response'; answer: (context: ScenarioContext) => Response }
  /** After validation has passed: a 400 with this body. */
  | { type: 'rejection'; errors: Record<string, string[]> }
  /** Accepted, with another answer. It is made from the two-button answer, whatever the state's flow; `message` makes the text. */
  | { type: 'altered-answer'; answer: (answer: Answer) => Answer; message?: typeof createMessage; expiresIn?: number }
  | { type: 'broken-response'; answer: (text: string, context: ScenarioContext) => Response | Promise<Response> }
  /** Accepted and answered as usual; the click report fails or is late. */
  | { type: 'tracking'; outcome: TrackingOutcome }

export interface Scenario {
  /** The part of the e-mail address after the `+`. */
  name: string
  upstream: string
  /** What the voter should see. */
  voter: string
  screen?: 'form' | 'not-sent' | 'outcome-unknown'
  /** How many buttons of the answer lead on, if that does not depend on the state or the time. */
  methods?: number
  behavior: Behavior
}

/** Misbehavior of every API. `text` is the JSON of its usual response. */
export const misbehavior = {
  slow: async (text: string, { sleep, signal }: ScenarioContext) => {
    await sleep(3_000, signal)
    return jsonText(200, text)
  },
  slowHour: async (text: string, { sleep, signal }: ScenarioContext) => {
    await sleep(12_000, signal)
    return jsonText(200, text)
  },
  hang: async (_text: string, { sleep, signal }: ScenarioContext) => {
    await sleep(120_000, signal)
    return htmlError(504, 'Gateway Timeout')
  },
  reset: (_text: string, { reset }: ScenarioContext) => reset(),
  badJson: (text: string) => jsonText(200, text.slice(0, text.length / 2)),
  html200: () => htmlError(200, 'All is well'),
  busy: () => htmlError(429, 'Too Many Requests', { 'Retry-After': '17' }),
  redirect: ({ publicUrl }: ScenarioContext) =>
    htmlError(302, 'Moved', { Location: `${publicUrl}/_sandbox/redirected` }),
}
