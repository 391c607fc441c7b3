/**
 * A stand-in for the route handlers of Next.js, which would weigh 340 MB as a development dependency: calls exported
 * functions named after methods with a `Request` made of what `node:http` brings, its body as a stream that is read while
 * it comes, and writes the `Response` back piece by piece, without its `Content-Encoding`, as Next.js 16 does. Unknown methods are 405, and `HEAD` is answered by `GET`.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Host } from './host.ts'
import { listen } from './listen.ts'

/** What Next.js 16.4 takes off what a route answers. */
const droppedHeaders: ReadonlySet<string> = new Set(['content-length', 'content-encoding', 'transfer-encoding'])

type Handler = (request: Request) => Response | Promise<Response>

/** What a `route.ts` exports. */
export type RouteHandlers = Partial<Record<'GET' | 'POST' | 'OPTIONS', Handler>>

/** Starts one that serves everything below `/api/register` with these handlers. */
export async function routeHandlersHost(routes: RouteHandlers, finish: () => Promise<void>): Promise<Host> {
  const host = await listen(
    createServer((incoming, outgoing) => {
      answer(routes, incoming, outgoing).catch(() => outgoing.destroy())
    }),
    finish,
  )
  return { ...host, url: `${host.url}/api/register` }
}

async function answer(routes: RouteHandlers, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const method = incoming.method === 'HEAD' ? 'GET' : (incoming.method ?? 'GET')
  const handler = method === 'GET' || method === 'POST' || method === 'OPTIONS' ? routes[method] : undefined
  if (handler === undefined) {
    outgoing.writeHead(405).end()
    return
  }
  const response = await handler(requestOf(incoming))
  const kept = [...response.headers].filter(([name]) => !droppedHeaders.has(name))
  outgoing.writeHead(response.status, kept.flat())
  if (response.body !== null && incoming.method !== 'HEAD')
    for await (const chunk of response.body) outgoing.write(chunk)
  outgoing.end()
}

function requestOf(incoming: IncomingMessage): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const each of [value].flat()) if (each !== undefined) headers.append(name, each)
  }
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
  const body = hasBody && { body: webStream(incoming), duplex: 'half' }
  return new Request(new URL(incoming.url ?? '/', `http://${incoming.headers.host}`), {
    method: incoming.method ?? 'GET',
    headers,
    ...body,
  })
}

/** The body as it comes, piece by piece; nobody who stops reading it is waited for. */
function webStream(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = incoming[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next()
      if (next.done === true) controller.close()
      else controller.enqueue(next.value)
    },
    cancel() {
      incoming.resume()
    },
  })
}
