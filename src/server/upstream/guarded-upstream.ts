/** The registration service behind its concurrency limit and a circuit breaker: while the service cannot be reached, calls fail
 *  fast for a while. */
import type { BffDependencies } from '../bff-dependencies.ts'
import type { Log } from '../observability/log.ts'
import type { Meter } from '../observability/meter.ts'
import type { Config } from '../options/bff-config.ts'
import { httpUpstream, type Upstream } from './client.ts'
import { createConcurrencyLimit, defaultConcurrency, type Strain } from './concurrency-limit.ts'
import type { ServiceOutcome } from './outcome.ts'
import type { Transport } from './transport.ts'

/** Creates an {@link Upstream} from the options. The meter exposes its state. */
export function createUpstream(
  config: Pick<Config, 'upstreamUrl' | 'authorization' | 'spareAuthorization'>,
  { concurrency, deadlines }: Pick<BffDependencies, 'concurrency' | 'deadlines'>,
  { transport, now, log, meter }: { transport: Transport; now: () => number; log: Log; meter: Meter | undefined },
): Upstream {
  const { upstreamUrl: url, authorization, spareAuthorization } = config
  const limits = { ...defaultConcurrency, ...concurrency }
  const limit = createConcurrencyLimit(limits, (room) =>
    log(
      room === limits.inFlight
        ? {
            level: 'info',
            code: 'service_at_full',
            message: 'The service has recovered: the concurrency limit ("count") is back at its maximum.',
            count: room,
          }
        : {
            level: 'warn',
            code: 'service_strained',
            message:
              'The service is overloaded or slow, so the concurrency limit is lowered to "count". Nothing to do here; if it goes on, tell the operator.',
            count: room,
          },
    ),
  )
  const breaker = createBreaker(defaultBreaker, now, (state) =>
    log({ level: state === 'open' ? 'error' : 'warn', code: `breaker_${state}`, message: messages[state] }),
  )
  meter?.gauge('breaker_state', async () => ['closed', 'half_open', 'open'].indexOf(breaker.state()))
  meter?.gauge('upstream_in_flight', async () => limit.inFlight())
  meter?.gauge('upstream_queued', async () => limit.queued())
  const upstream = httpUpstream({
    url,
    key: { authorization, spareAuthorization },
    onSpare: logOldKey(log, now),
    transport,
    ...(deadlines && { deadlines }),
  })
  return guardedUpstream(upstream, { limit, breaker, meter })
}

/** Logs at most once a minute how often the old key was needed since the last line. */
function logOldKey(log: Log, now: () => number): () => void {
  const message =
    'The service rejects API_KEY_ID (401), so the old key was used. Ask the operator whether the new key is active, and keep the old one until it is.'
  let count = 0
  let quietUntil = 0
  return () => {
    count++
    if (now() < quietUntil) return
    log({ level: 'warn', code: 'old_api_key_used', count, message })
    count = 0
    quietUntil = now() + 60_000
  }
}

const messages = {
  open: 'The service cannot be reached, so the circuit breaker is open: for 15 s nothing is sent, and voters get an error at once. Check DNS, the network and the certificate with the command "check".',
  closed: 'The service can be reached again.',
} as const

/**
 * An {@link Upstream} that calls another one only when the concurrency limit has room and the circuit breaker permits it. A
 * call that it refuses was certainly not sent. A call that timed out for the voter frees its slot: its answer is still
 * awaited, but a hanging service must not block other voters after it has recovered.
 */
function guardedUpstream(
  upstream: Upstream,
  {
    limit,
    breaker,
    meter,
  }: {
    limit: ReturnType<typeof createConcurrencyLimit>
    breaker: ReturnType<typeof createBreaker>
    meter: Meter | undefined
  },
): Upstream {
  return {
    async register(body, from) {
      const leave = await limit.enter(from?.sender)
      if (leave === undefined) return { outcome: { type: 'overloaded', retryAfter: spread(2) } }
      const pass = breaker.ask()
      if (pass.type === 'open') {
        leave('neither')
        return { outcome: { type: 'paused', retryAfter: spread(Math.max(1, Math.ceil(pass.ms / 1000))) } }
      }
      const began = performance.now()
      const result = await upstream.register(body, from)
      leave(strainOf(result.outcome))
      // An answer, or none in time, may be the doing of one sender, who must not close the service for everybody.
      pass.settle(result.outcome.type === 'unreachable' ? 'failed' : 'worked')
      meter?.upstream('registration', result.outcome.type, (performance.now() - began) / 1000)
      return result
    },
    async report(event, deadline) {
      const began = performance.now()
      const outcome = await upstream.report(event, deadline)
      meter?.upstream('event', outcome.type, (performance.now() - began) / 1000)
      return outcome
    },
  }
}

/** Returns the seconds after which a voter may retry: `min` plus up to 10 s of jitter, so that not all retry at once. */
function spread(min: number): number {
  return min + Math.floor(Math.random() * 11)
}

/** Returns what an outcome shows about the load of the service. */
function strainOf(outcome: ServiceOutcome): Strain {
  if (outcome.type === 'busy' || outcome.type === 'timeout') return 'strained'
  if (outcome.type === 'unknown') return outcome.status === 503 || outcome.status === 504 ? 'strained' : 'neither'
  return outcome.type === 'unreachable' ? 'neither' : 'answered'
}

/** The circuit breaker's decision about a call. */
type Pass =
  | { type: 'go'; settle: (result: 'worked' | 'failed') => void }
  /** Not now; `ms` until a retry makes sense. */
  | { type: 'open'; ms: number }

/** When the breaker opens, and for how long. Times in milliseconds. */
interface BreakerLimits {
  /** Opens after this number of failures … */
  failures: number
  /** … among this number of results … */
  of: number
  /** … within this time. */
  within: number
  openFor: number
}

export const defaultBreaker: BreakerLimits = { failures: 5, of: 10, within: 30_000, openFor: 15_000 }

/** Creates a closed circuit breaker: closed lets calls through, open does not, half-open lets one through as a trial.
 *  @param onChange called with each new state */
export function createBreaker(
  { failures, of, within, openFor }: BreakerLimits,
  now: () => number = Date.now,
  onChange: (state: 'closed' | 'open') => void = () => undefined,
) {
  let results: { failed: boolean; at: number }[] = []
  let openUntil: number | undefined
  let trial = false

  function open(): void {
    results = []
    openUntil = now() + openFor
    onChange('open')
  }

  function count(result: 'worked' | 'failed'): void {
    // A call that began before it opened is no new information.
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
    /** Requests permission for one call, whose result must be reported to `settle`. */
    ask(): Pass {
      if (openUntil === undefined) return { type: 'go', settle: count }
      const ms = openUntil - now()
      if (ms > 0) return { type: 'open', ms }
      if (trial) return { type: 'open', ms: 2_000 }
      trial = true
      return { type: 'go', settle: tried }
    },
    state(): 'closed' | 'open' | 'half_open' {
      if (openUntil === undefined) return 'closed'
      return openUntil > now() ? 'open' : 'half_open'
    },
  }
}
