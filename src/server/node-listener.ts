/** The BFF as a listener of `node:http`, which Express, Fastify and Connect can mount, too. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Bff } from './create-bff.ts'
import { isReadable } from './http-server.ts'
import { problemBody } from './problem.ts'

/** Creates a listener for a BFF, which never throws. Mount it before any middleware that reads bodies (`express.json()`): a body
 *  can be read only once. `isStandalone`: this process runs only the BFF, so the faster `Request` and `Response` of the adapter
 *  may replace the global ones. `hostname`: for requests that name none, such as a health check in HTTP/1.0. */
export function createNodeListener(
  bff: Pick<Bff, 'fetch'>,
  { isStandalone = false, hostname = 'localhost' }: { isStandalone?: boolean; hostname?: string | undefined } = {},
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const listen = getRequestListener(
    (request, { incoming }) => bff.fetch(request, { remoteAddress: incoming.socket.remoteAddress }),
    {
      overrideGlobalObjects: isStandalone,
      hostname,
      errorHandler: () => {
        const { status, headers, text } = problemParts(400, 'bad_request', unreadable)
        return new Response(text, { status, headers })
      },
    },
  )
  const rejectedSockets = new WeakSet<Socket>()
  return (incoming, outgoing) => {
    // Data right after a rejected request may be a smuggled request, which Node has already parsed.
    if (rejectedSockets.has(incoming.socket)) return
    const rejection = getRequestProblem(incoming)
    if (rejection === undefined) {
      listen(incoming, outgoing).catch(() => outgoing.destroy())
      return
    }
    const { status, headers, text } = rejection
    rejectedSockets.add(incoming.socket)
    outgoing.writeHead(status, { ...headers, Connection: 'close' }).end(text)
  }
}

const unreadable = 'The request line or the Host header cannot be read.'

function getRequestProblem(incoming: IncomingMessage) {
  if (incoming.readableDidRead) {
    const detail = 'Another handler has read the body. Mount the BFF before express.json() or similar handlers.'
    return problemParts(500, 'internal', detail)
  }
  return isReadable(incoming) ? undefined : problemParts(400, 'bad_request', unreadable)
}

function problemParts(status: 400 | 500, code: 'bad_request' | 'internal', detail: string) {
  const headers = {
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  }
  const answer = { status, code, detail, outcome: 'not_sent' } as const
  return { status, headers, text: problemBody(answer, crypto.randomUUID().slice(0, 18)) }
}
