/** What a scenario is: how the sandbox misbehaves on demand. */
import type { Answer } from './answer.ts'
import type { TrackingFate } from './issued-events.ts'

/** What a scenario may use while it plays. */
export interface Stage {
  publicUrl: string
  /** Aborts when the caller goes away. */
  signal: AbortSignal
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** Cuts the connection. */
  reset: () => Response
}

/**
 * When a scenario steps in. The order of a call is: key, kind of body, parsing, *before*, validation, *refuses*, then
 * the registration is accepted, then *changes* or *spoils* or *tracking*.
 */
export type Play =
  /** Instead of looking at the registration: it is not accepted. */
  | { type: 'before'; answer: (stage: Stage) => Response }
  /** After validation has passed: a 400 with this body. */
  | { type: 'refuses'; errors: Record<string, string[]> }
  /** Accepted; the answer is another one. It is made from the two-button answer, whatever the state's flow. */
  | { type: 'changes'; answer: (answer: Answer) => Answer; expiresIn?: number }
  /** Accepted, but the answer does not arrive as it should. */
  | { type: 'spoils'; answer: (text: string, stage: Stage) => Response | Promise<Response> }
  /** Accepted and answered as usual; the report of the press fares badly. */
  | { type: 'tracking'; fate: TrackingFate }

/** One scenario. */
export interface Scenario {
  /** The part of the e-mail address after the `+`. */
  name: string
  /** What the service does. */
  upstream: string
  /** What the voter should see. */
  voter: string
  play: Play
}
