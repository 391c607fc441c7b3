/** The BFF as a listener of `node:http`, which Express, Fastify and Connect can mount as well. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Bff } from './create-bff.ts'
import { problemBody } from './problem.ts'

/**
 * Makes a listener of a BFF. Mount it before anything that reads bodies (`express.json()`): a body can be read once.
 *
 * @param own whether this process belongs to the BFF alone; only then may the faster `Request` and `Response` of the
 * adapter take the place of the global ones
 * @returns a listener that never throws
 */
export function createNodeListener(
  bff: Pick<Bff, 'fetch'>,
  { own = false }: { own?: boolean } = {},
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const listen = getRequestListener(
    (request, { incoming }) => bff.fetch(request, { remoteAddress: incoming.socket.remoteAddress }),
    {
      overrideGlobalObjects: own,
      errorHandler: () => {
        const { status, headers, text } = problemParts(400, 'bad_request', unreadable)
        return new Response(text, { status, headers })
      },
    },
  )
  const refusedOn = new WeakSet<Socket>()
  return (incoming, outgoing) => {
    // What came behind a refused request in the same breath may be a smuggled one: Node has parsed it already.
    if (refusedOn.has(incoming.socket)) return
    const refused = refusalOf(incoming)
    if (refused === undefined) {
      listen(incoming, outgoing).catch(() => outgoing.destroy())
      return
    }
    const { status, headers, text } = refused
    refusedOn.add(incoming.socket)
    outgoing.writeHead(status, { ...headers, Connection: 'close' }).end(text)
  }
}

const unreadable = 'The request line or the Host header cannot be read.'

/** What is wrong with a request that Node lets through: it takes two hosts, an address in the place of the path, and
 *  transfer encodings that it does not know. */
function refusalOf({ rawHeaders, headers, readableDidRead, url = '' }: IncomingMessage) {
  if (readableDidRead) {
    const detail = 'Another handler has read the body. Mount the BFF before express.json() and the like.'
    return problemParts(500, 'internal', detail)
  }
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  const encoding = headers['transfer-encoding']
  const isKnown = encoding === undefined || encoding.toLowerCase() === 'chunked'
  return hosts.length > 1 || !isKnown || !url.startsWith('/') ? problemParts(400, 'bad_request', unreadable) : undefined
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
