/** The BFF as a listener of `node:http`, which Express, Fastify and Connect can mount, too. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Bff } from './create-bff.ts'
import { problemBody } from './problem.ts'

/**
 * Creates a listener for a BFF. Mount it before any middleware that reads bodies (`express.json()`): a body can be read only
 * once.
 *
 * @param own whether this process runs only the BFF; only then may the faster `Request` and `Response` of the adapter
 * replace the global ones
 * @param hostname the host of a request that names none, such as a health check in HTTP/1.0
 * @returns a listener that never throws
 */
export function createNodeListener(
  bff: Pick<Bff, 'fetch'>,
  { own = false, hostname = 'localhost' }: { own?: boolean; hostname?: string | undefined } = {},
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const listen = getRequestListener(
    (request, { incoming }) => bff.fetch(request, { remoteAddress: incoming.socket.remoteAddress }),
    {
      overrideGlobalObjects: own,
      hostname,
      errorHandler: () => {
        const { status, headers, text } = problemParts(400, 'bad_request', unreadable)
        return new Response(text, { status, headers })
      },
    },
  )
  const refusedOn = new WeakSet<Socket>()
  return (incoming, outgoing) => {
    // Data right after a rejected request may be a smuggled request, which Node has already parsed.
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

/** Returns the problem of a request that Node accepts nevertheless: Node allows two hosts, a host that no URL can have
 *  (`1.2.3.4.5`), a URL in place of the path, and unknown transfer encodings. */
function refusalOf({ rawHeaders, headers, httpVersion, readableDidRead, url = '' }: IncomingMessage) {
  if (readableDidRead) {
    const detail = 'Another handler has read the body. Mount the BFF before express.json() and the like.'
    return problemParts(500, 'internal', detail)
  }
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  const encoding = headers['transfer-encoding']
  const isKnown = encoding === undefined || encoding.toLowerCase() === 'chunked'
  // HTTP/1.0 and HTTP/2 need no Host header.
  const hasOneHost = hosts.length === 1 || (hosts.length === 0 && /^[12]\.0$/.test(httpVersion))
  const isReadable = hasOneHost && URL.canParse(`http://${headers.host || 'localhost'}`)
  return isReadable && isKnown && url.startsWith('/') ? undefined : problemParts(400, 'bad_request', unreadable)
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
