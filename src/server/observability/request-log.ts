/** Middleware that logs one line for each request, after its response. */
import type { MiddlewareHandler } from 'hono'
import type { Clock } from '../../contract/clock.ts'
import { bffPaths, scriptsPath } from '../../contract/routes.ts'
import type { Env } from '../problem.ts'
import type { Log, LogLine } from './log.ts'
import type { Meter } from './meter.ts'

interface RequestLogOptions {
  log: Log
  meter: Meter | undefined
  basePath: string
  clock: Clock
}

/** Creates the middleware. What a handler adds to its line with `addLogFields` comes last. */
export function requestLog({ log, meter, basePath, clock }: RequestLogOptions): MiddlewareHandler<Env> {
  const routes = new Map(Object.values(bffPaths).map((path) => [basePath + path, path]))
  const below = [
    [`${basePath}${bffPaths.states}/`, `${bffPaths.states}/{code}`],
    [`${basePath}${bffPaths.messages}/`, `${bffPaths.messages}/{language}`],
    [`${basePath}${bffPaths.page}/`, `${bffPaths.page}/{file}`],
    [`${basePath}${scriptsPath}/`, `${scriptsPath}/{version}/{file}`],
  ] as const
  const methods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])
  return async (c, next) => {
    const startedAt = clock.now()
    const line: Partial<LogLine> = {}
    // The reference is always ours: no header is read.
    c.set('requestId', crypto.randomUUID().slice(0, 18))
    c.set('logFields', line)
    c.set('addLogFields', (fields) => void Object.assign(line, fields))
    await next()
    const { status } = c.res
    const route = routes.get(c.req.path) ?? below.find(([start]) => c.req.path.startsWith(start))?.[1] ?? 'other'
    if (c.get('isRegistration') || (route === bffPaths.registrations && c.req.method === 'POST')) {
      const { outcome = 'not_sent', code } = line
      const label = code === undefined && outcome === 'not_sent' ? 'invalid' : outcome
      const [state, partner] = [c.get('state') ?? 'none', c.get('partner')?.label]
      meter?.registration({ outcome: label, code: code ?? 'ok', state, partner })
    }
    const method = methods.has(c.req.method) ? c.req.method : 'other'
    const durationMs = clock.now() - startedAt
    meter?.request?.({ route, method, status }, durationMs / 1000)
    log({
      level: status >= 500 ? 'error' : status >= 400 ? 'warn' : 'info',
      route,
      method,
      status,
      ms: Math.round(durationMs * 10) / 10,
      reference: c.get('requestId'),
      ...getTraceIds(c.req.header('traceparent')),
      ...line,
    })
  }
}

/** Trace and span ids of `traceparent` (W3C Trace Context), 32 and 16 hexadecimal digits; new ones without a valid one. */
export function getTraceIds(traceparent: string | undefined): { trace_id: string; span_id: string } {
  const [, version, trace, span] = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(?:-.{0,200})?$/.exec(
    traceparent ?? '',
  ) ?? ['', 'ff']
  const isValid =
    version !== 'ff' && trace !== undefined && !/^0+$/.test(trace) && span !== undefined && !/^0+$/.test(span)
  if (isValid) return { trace_id: trace, span_id: span }
  const randomHex = crypto.randomUUID().replaceAll('-', '') + crypto.randomUUID().replaceAll('-', '')
  return { trace_id: randomHex.slice(0, 32), span_id: randomHex.slice(32, 48) }
}
