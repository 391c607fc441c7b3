/** A circuit breaker: when the service keeps failing, voters hear it at once for a while, and the service has a rest. */

/** What the breaker says to a call. */
export type Pass =
  | { type: 'go'; settle: (result: 'worked' | 'failed') => void }
  /** Not now; `ms` until it makes sense to ask again. */
  | { type: 'open'; ms: number }

/** A breaker: closed lets calls through, open does not, half-open lets one through to see. */
export interface Breaker {
  /** Asks for one call, whose result must be told by `settle`. */
  ask(): Pass
  state(): 'closed' | 'open' | 'half_open'
}

/** When it opens, and for how long. Times in milliseconds. */
export interface BreakerLimits {
  /** Opens after so many failures … */
  failures: number
  /** … among so many results … */
  of: number
  /** … of the last so many milliseconds. */
  within: number
  openFor: number
}

export const defaultBreaker: BreakerLimits = { failures: 5, of: 10, within: 30_000, openFor: 15_000 }

/** A closed breaker. @param onChange called with each new state */
export function createBreaker(
  { failures, of, within, openFor }: BreakerLimits,
  now: () => number = Date.now,
  onChange: (state: 'closed' | 'open') => void = () => undefined,
): Breaker {
  let results: { failed: boolean; at: number }[] = []
  let openUntil: number | undefined
  let trial = false

  function open(): void {
    results = []
    openUntil = now() + openFor
    onChange('open')
  }

  function count(result: 'worked' | 'failed'): void {
    // What began before it opened says nothing new.
    if (openUntil !== undefined) return
    const from = now() - within
    results.push({ failed: result === 'failed', at: now() })
    if (results.length > of) results.shift()
    if (result === 'failed' && results.filter(({ failed, at }) => failed && at > from).length >= failures) open()
  }

  function tried(result: 'worked' | 'failed'): void {
    trial = false
    if (result === 'failed') {
      open()
      return
    }
    openUntil = undefined
    onChange('closed')
  }

  return {
    ask() {
      if (openUntil === undefined) return { type: 'go', settle: count }
      const ms = openUntil - now()
      if (ms > 0) return { type: 'open', ms }
      if (trial) return { type: 'open', ms: 2_000 }
      trial = true
      return { type: 'go', settle: tried }
    },
    state() {
      if (openUntil === undefined) return 'closed'
      return openUntil > now() ? 'open' : 'half_open'
    },
  }
}
