/** The BFF as route handlers of Next.js, created at the first request: a build has no secrets. */
import type { BffDependencies } from './bff-dependencies.ts'
import { type Bff, createBff } from './create-bff.ts'
import { optionsFromEnvironment } from './options/bff-config.ts'
import type { BffOptions } from './options/bff-options.ts'
import { ConfigurationError } from './options/option.ts'

/** A serverless process may be frozen after its response: a press is delivered within its request, if possible. */
const firstAttemptMs = 5_000

/** The exports of a `route.ts`. */
export interface RouteHandlers {
  GET: (request: Request) => Promise<Response>
  POST: (request: Request) => Promise<Response>
  OPTIONS: (request: Request) => Promise<Response>
}

/** Creates the handlers for `app/api/[...path]/route.ts`. The environment is read at the first request. While it is invalid,
 *  every request gets a 503, and the problems are logged to the console once.
 *  @param options override the environment; `basePath` is the folder of the route, by default `/api`
 *  @param dependencies as of `createBff` */
export function routeHandlers(options: Partial<BffOptions> = {}, dependencies: BffDependencies = {}): RouteHandlers {
  let bff: Bff | undefined
  let loggedProblem: string | undefined
  const handle = async (request: Request): Promise<Response> => {
    try {
      bff ??= createBff(
        { basePath: '/api', ...optionsFromEnvironment(process.env), ...options },
        { firstAttemptMs, ...dependencies },
      )
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error
      if (loggedProblem !== error.message) console.error(error.message)
      loggedProblem = error.message
      const detail = 'The server is not configured. Its console names what is missing.'
      return Response.json(
        { title: 'Not configured', status: 503, detail, outcome: 'not_sent' },
        { status: 503, headers: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' } },
      )
    }
    return bff.fetch(withoutAcceptEncoding(request))
  }
  return { GET: handle, POST: handle, OPTIONS: handle }
}

/** Returns the request without `Accept-Encoding`. Next.js compresses by itself and drops `Content-Encoding` from a route's
 *  response, so a compressed one would be shown undecoded. Built from its parts, since Next.js passes a proxy object. */
function withoutAcceptEncoding({ url, method, headers: requestHeaders, body, signal }: Request): Request {
  const headers = new Headers([...requestHeaders])
  headers.delete('Accept-Encoding')
  const init = { method, headers, signal, ...(body && { body, duplex: 'half' }) }
  return new Request(url, init)
}
