/** `GET /healthz`: whether this process accepts requests; `GET /readyz`: whether a load balancer should send it any. */
import { type Handler, Hono, type MiddlewareHandler } from 'hono'
import { type Clock, monotonicClock } from '../../contract/clock.ts'
import { bffPaths } from '../../contract/routes.ts'
import type { Meter } from '../observability/meter.ts'
import type { Env } from '../problem.ts'
import { version, withTimeout } from '../utils.ts'

interface HealthDeps {
  stopping: AbortController
  checks: Readonly<Record<string, ReadinessCheck>>
  meter: Meter | undefined
}

export function healthRoutes({ stopping, checks, meter }: HealthDeps): Hono<Env> {
  const findMissing = createReadiness({ running: async () => !stopping.signal.aborted, ...checks })
  meter?.gauge('ready', async () => ((await findMissing()).length === 0 ? 1 : 0))
  meter?.gauge('storage_ready', async () => ((await findMissing()).includes('storage') ? 0 : 1))
  return new Hono<Env>().get(bffPaths.health, healthRoute(stopping)).get(bffPaths.ready, readyRoute(findMissing))
}

function healthRoute({ signal }: AbortController): Handler<Env> {
  return (c) => (signal.aborted ? c.json({ status: 'shutting_down', version }, 503) : c.json({ status: 'ok', version }))
}

/** Middleware for `OPTIONS /`, HAProxy's health check by default. A preflight is none: it names an origin. */
export function optionsCheck({ signal }: AbortController): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (c.req.method !== 'OPTIONS' || c.req.header('origin') !== undefined) return next()
    return c.body(null, signal.aborted ? 503 : 204)
  }
}

/** Checks whether one dependency is ready; may reject instead of returning `false`. */
export type ReadinessCheck = () => Promise<boolean>

/** Timeout of a check, in milliseconds. */
const maxCheckTime = 2_000

/** How long a result is cached, in milliseconds: with a write for each request anyone could overload the database. */
const resultLifetimeMs = 1_000

/** The registration service is not a check: when it is down, voters still need a response of some process. */
export function createReadiness(
  checks: Readonly<Record<string, ReadinessCheck>>,
  clock: Clock = monotonicClock,
): () => Promise<string[]> {
  let lastResult: { checkedAt: number; missing: Promise<string[]> } | undefined
  return () => {
    const time = clock.now()
    if (lastResult === undefined || time - lastResult.checkedAt >= resultLifetimeMs)
      lastResult = { checkedAt: time, missing: findFailedChecks(checks) }
    return lastResult.missing
  }
}

export function readyRoute(findMissing: () => Promise<string[]>): Handler<Env> {
  return async (c) => {
    const missing = await findMissing()
    if (missing.length === 0) return c.json({ status: 'ready' })
    c.get('addLogFields')({ code: 'not_ready', problems: missing })
    return c.json({ status: 'not_ready', not_ready: missing }, 503, { 'Retry-After': '5' })
  }
}

async function findFailedChecks(checks: Readonly<Record<string, ReadinessCheck>>): Promise<string[]> {
  const results = Object.entries(checks).map(async ([name, check]) => {
    // A check written without types may return or throw synchronously.
    const isReady = await withTimeout(Promise.resolve().then(check), maxCheckTime).catch(() => false)
    return isReady === true ? [] : [name]
  })
  return (await Promise.all(results)).flat()
}
