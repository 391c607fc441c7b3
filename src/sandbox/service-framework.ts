/** What the service's web framework adds around every answer of an API, and refuses before it looks at the path. */
import type { MiddlewareHandler } from 'hono'
import { isLoopback } from '../contract/text.ts'
import type { Env } from './context.ts'
import { htmlError } from './service-answers.ts'

/** The names by which a service may be called: `any` well-formed one, or those of a list. */
export type HostNames = 'any' | readonly string[]

/** Answers 400 to a `Host` that is malformed or none of the service's names. This machine's own names are always good. */
export function refuseHost(names: HostNames): MiddlewareHandler<Env> {
  return async (c, next) => {
    const host = c.req.header('host')
    if (host !== undefined && !isServed(host, names)) return htmlError(400, 'Bad Request (400)')
    return next()
  }
}

function isServed(host: string, names: HostNames): boolean {
  const [, name] = /^([a-z0-9.-]+|\[[a-f0-9:.]+\])(?::\d+)?$/i.exec(host) ?? []
  if (name === undefined) return false
  return names === 'any' || isLoopback(name.toLowerCase()) || names.includes(name.toLowerCase())
}

/** Adds `Allow` and `Vary` to the JSON of an API, as the framework does whatever the status. */
export function apiHeaders(allow: string): MiddlewareHandler<Env> {
  return async (c, next) => {
    await next()
    if (c.res.headers.get('content-type') !== 'application/json') return
    c.res.headers.set('Allow', allow)
    c.res.headers.set('Vary', 'Accept')
  }
}
