/** Puts the bulkhead and the circuit breaker in front of the service, and measures what it does. */
import type { Meter } from '../observability/meter.ts'
import type { Breaker } from './circuit-breaker.ts'
import type { Bulkhead } from './concurrency-limit.ts'
import type { RegistrationOutcome } from './outcome.ts'
import type { Upstream } from './upstream.ts'

/**
 * An {@link Upstream} that asks another one only when there is room and the breaker lets it. What it refuses was
 * certainly not sent. A call whose voter has been told that time is up gives its place back: its answer is still waited
 * for, but a service that hangs must not keep out the voters after it has come back.
 */
export function guardedUpstream(
  upstream: Upstream,
  { bulkhead, breaker, meter }: { bulkhead: Bulkhead; breaker: Breaker | undefined; meter: Meter },
): Upstream {
  return {
    async register(body) {
      const leave = await bulkhead.enter()
      if (leave === undefined) return { outcome: { type: 'overloaded', retryAfter: 2 } }
      const pass = breaker?.ask()
      if (pass?.type === 'open') {
        leave()
        return { outcome: { type: 'paused', retryAfter: Math.max(1, Math.ceil(pass.ms / 1000)) } }
      }
      const began = performance.now()
      const asked = await upstream.register(body)
      leave()
      pass?.settle(isFailure(asked.outcome) ? 'failed' : 'worked')
      meter.upstream('registration', asked.outcome.type, (performance.now() - began) / 1000)
      return asked
    },
    async report(event) {
      const began = performance.now()
      const outcome = await upstream.report(event)
      meter.upstream('event', outcome.type, (performance.now() - began) / 1000)
      return outcome
    },
  }
}

/** Whether an outcome says that the service is not well. A refusal is an answer like any other. */
function isFailure({ type: at }: RegistrationOutcome): boolean {
  return at === 'unreachable' || at === 'unknown' || at === 'timeout'
}
