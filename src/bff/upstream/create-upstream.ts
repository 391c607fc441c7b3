/** The registration service behind its concurrency limit and its circuit breaker. */
import type { BffDependencies } from '../bff-dependencies.ts'
import type { Config } from '../config/read-config.ts'
import type { Log } from '../observability/log.ts'
import type { Meter } from '../observability/meter.ts'
import { createBreaker, defaultBreaker } from './circuit-breaker.ts'
import { httpUpstream } from './client.ts'
import { createBulkhead, defaultBulkhead } from './concurrency-limit.ts'
import { guardedUpstream } from './guarded-upstream.ts'
import type { Transport } from './transport.ts'
import type { Upstream } from './upstream.ts'

/** An {@link Upstream} as the options have it. Its state is shown by the meter. */
export function createUpstream(
  { upstreamUrl: url, authorization, breaker: hasBreaker }: Pick<Config, 'upstreamUrl' | 'authorization' | 'breaker'>,
  { bulkhead: limits = defaultBulkhead, deadlines }: Pick<BffDependencies, 'bulkhead' | 'deadlines'>,
  { transport, now, log, meter }: { transport: Transport; now: () => number; log: Log; meter: Meter },
): Upstream {
  const bulkhead = createBulkhead(limits)
  const breaker = createBreaker(defaultBreaker, now, (state) =>
    log({ level: state === 'open' ? 'error' : 'warn', code: `breaker_${state}`, message: messages[state] }),
  )
  meter.gauge('breaker_state', () => ['closed', 'half_open', 'open'].indexOf(breaker.state()))
  meter.gauge('upstream_in_flight', bulkhead.inFlight)
  meter.gauge('upstream_queued', bulkhead.queued)
  const upstream = httpUpstream({ url, authorization, transport, ...(deadlines && { deadlines }) })
  return guardedUpstream(upstream, { bulkhead, breaker: hasBreaker ? breaker : undefined, meter })
}

const messages = {
  open: 'The service keeps failing; for 15 s voters hear so at once.',
  closed: 'The service works again.',
} as const
