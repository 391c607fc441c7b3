/** What the service's web framework adds to every response of an API, and refuses before routing. */
import type { Handler, Hono, MiddlewareHandler } from 'hono'
import { isLoopback } from '../contract/text.ts'
import type { SandboxEnv, SandboxOptions } from './context.ts'
import { htmlError } from './service-answers.ts'

type HostNames = NonNullable<SandboxOptions['hosts']>

/** Middleware that returns 400 for a `Host` that is malformed or unknown to the service. Always allows this machine's names. */
export function rejectHost(names: HostNames): MiddlewareHandler<SandboxEnv> {
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

/** The response is the 403 page of what stands in front of the service (R-A106): the specification does not define it. */
export function rejectAddress(mayPost: NonNullable<SandboxOptions['mayPost']>): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    // Without a server there are no bindings at all.
    const connection: SandboxEnv['Bindings'] | undefined = c.env
    if (c.req.method === 'POST' && !mayPost(connection?.incoming?.socket?.remoteAddress)) {
      return htmlError(403, 'Sorry, you have been blocked')
    }
    return next()
  }
}

/** JSON responses have `Allow` and `Vary`, as those of the framework; a call without the trailing slash is redirected (X31). */
export function addApiPath(
  app: Hono<SandboxEnv>,
  { path, allow }: { path: string; allow: string },
  answer: Handler<SandboxEnv>,
) {
  app.all(path.slice(0, -1), (c) => {
    const { pathname, search } = new URL(c.req.url)
    return c.body(null, 301, { Location: `${pathname}/${search}`, 'Content-Type': 'text/html; charset=utf-8' })
  })
  app.use(path, async (c, next) => {
    await next()
    if (c.res.headers.get('content-type') !== 'application/json') return
    c.res.headers.set('Allow', allow)
    c.res.headers.set('Vary', 'Accept')
  })
  app.all(path, answer)
}
