/**
 * A replacement for the route handlers of Next.js, which would weigh 340 MB as a development dependency: calls exported
 * functions named after methods with a `Request` made from the one of `node:http`, its body as a stream, and writes the
 * `Response` back in chunks, without its `Content-Encoding`, as Next.js 16 does. Unknown methods are 405; `GET` handles `HEAD`.
 */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import express from 'express'
import type { Host } from './listen.ts'
import { listen } from './listen.ts'

/** The headers that Next.js 16.4 removes from a route's response. */
const droppedHeaders: ReadonlySet<string> = new Set(['content-length', 'content-encoding', 'transfer-encoding'])

type Handler = (request: Request) => Response | Promise<Response>

/** The exports of a `route.ts`. */
export type RouteHandlers = Partial<Record<'GET' | 'POST' | 'OPTIONS', Handler>>

/** Starts a host that serves everything below `/api/register` with these handlers. */
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

/** The body as a stream; does not wait for a reader that stops. */
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

/** Starts the host. Express strips the mount path, as always. */
export async function expressHost(listener: RequestListener, finish: () => Promise<void>): Promise<Host> {
  const app = express()
  app.use('/api/register', listener)
  app.use(express.json())
  app.post('/other', (request, response) => {
    response.json({ read: request.body })
  })
  const host = await listen(createServer(app), finish)
  return { ...host, url: `${host.url}/api/register` }
}
