/** States' sites that a tester has taken down: their placeholder pages fail until they are brought back. */
import { isStateCode, type StateCode, states } from '../contract/states.ts'

/** How a site that is down fails: with a 503, without ever responding, or by cutting the connection. */
export const failures = ['error', 'hang', 'reset'] as const
export type Failure = (typeof failures)[number]

/** The sites that are down. */
export class DownedSites {
  readonly #down = new Map<StateCode, Failure>()
  readonly #onChange: (state: StateCode, failure: Failure | undefined) => void

  /** @param onChange called with each state whose sites went down (and how they fail) or came back */
  constructor(onChange: (state: StateCode, failure: Failure | undefined) => void) {
    this.#onChange = onChange
  }

  /** Returns how a state's sites fail; `undefined` while they are up. */
  failureOf(state: string): Failure | undefined {
    return isStateCode(state) ? this.#down.get(state) : undefined
  }

  /** The states whose sites are down, by code. */
  list(): Record<string, Failure> {
    return Object.fromEntries(this.#down)
  }

  /**
   * Takes a state's sites down.
   *
   * @param body the request body: `{"fails": "hang"}`, or nothing for `error`
   * @returns a sentence when the request is invalid
   */
  take(state: string, body: unknown): string | undefined {
    if (!isStateCode(state)) return `There is no state "${state}". Use one of ${Object.keys(states).join(', ')}.`
    const asked = typeof body === 'object' && body !== null && 'fails' in body ? body.fails : 'error'
    const failure = failures.find((each) => each === asked)
    if (failure === undefined) return `"fails" must be one of ${failures.join(', ')}.`
    this.#down.set(state, failure)
    this.#onChange(state, failure)
    return undefined
  }

  /** Brings a state's sites back, or all of them. */
  bringBack(state?: string): void {
    for (const each of this.#down.keys()) {
      if (state !== undefined && each !== state) continue
      this.#down.delete(each)
      this.#onChange(each, undefined)
    }
  }
}
