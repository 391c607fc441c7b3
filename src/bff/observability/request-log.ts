/** Writes one line about each request when it is answered. */
import type { MiddlewareHandler } from 'hono'
import { bffPaths } from '../../contract/routes.ts'
import type { Env } from '../problem.ts'
import type { Log } from './log.ts'
import type { Meter } from './meter.ts'
import { traceOf } from './trace.ts'

/** @param basePath what stands in front of the routes, see {@link BffOptions} */
export function watch(log: Log, meter: Meter, basePath: string, now: () => number): MiddlewareHandler<Env> {
  const routes = new Map(Object.values(bffPaths).map((path) => [basePath + path, path]))
  const below = [
    [`${basePath}${bffPaths.states}/`, `${bffPaths.states}/{code}`],
    [`${basePath}${bffPaths.words}/`, `${bffPaths.words}/{language}`],
    [`${basePath}${bffPaths.page}/`, `${bffPaths.page}/{file}`],
  ] as const
  const methods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])
  return async (c, next) => {
    const began = now()
    const line: Env['Variables']['line'] = {}
    c.set('line', line)
    await next()
    const { status } = c.res
    const route = routes.get(c.req.path) ?? below.find(([start]) => c.req.path.startsWith(start))?.[1] ?? 'other'
    if (route === bffPaths.registrations && c.req.method === 'POST') {
      const { outcome = 'not_sent', code } = line
      const isRefused = code === undefined && outcome === 'not_sent'
      meter.registration(isRefused ? 'refused' : outcome, code ?? 'ok', c.get('state') ?? 'none')
    }
    log({
      level: status >= 500 ? 'error' : status >= 400 ? 'warn' : 'info',
      route,
      method: methods.has(c.req.method) ? c.req.method : 'other',
      status,
      ms: Math.round((now() - began) * 10) / 10,
      reference: c.get('requestId'),
      ...traceOf(c.req.header('traceparent')),
      ...line,
    })
  }
}
