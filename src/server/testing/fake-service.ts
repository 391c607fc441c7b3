/** A fake registration service on one `node:http` server: it returns the responses that a test sets, and records requests. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { servicePaths } from '../../contract/routes.ts'
import { aResponse } from '../../contract/testing/samples.ts'

/** A recorded request. */
export interface Heard {
  path: string
  headers: IncomingMessage['headers']
  body: string
}

/** Responds to a request, after its body was received. */
export type Answer = (response: ServerResponse, heard: Heard) => void

/** A running service. */
export interface FakeService {
  url: string
  /** Oldest first. */
  heard: Heard[]
  registrations(): Heard[]
  events(): Heard[]
  /** Sets the response to registrations. */
  answerWith(answer: Answer): void
  /** Sets the response to events; 201 by default. */
  answerEventsWith(answer: Answer): void
  /** Resets it: no recorded requests, the initial responses. */
  reset(): void
  close(): Promise<void>
}

/** A response with a status, a body and headers. */
export function respond(status: number, body: string, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  }
}

const accepted = respond(201, '{}')

/**
 * Starts a service on a free port of this machine.
 *
 * @param first the response to everything but events until a test sets another; by default the specification's example
 */
export async function startFakeService(
  first: Answer = respond(200, JSON.stringify(aResponse())),
): Promise<FakeService> {
  const heard: Heard[] = []
  let answer = first
  let answerEvent = accepted
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const entry = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString('utf8') }
      heard.push(entry)
      if (entry.path === servicePaths.tracking) answerEvent(response, entry)
      else answer(response, entry)
    })
  })
  // On a busy machine the clocks of service and BFF may differ by seconds: closing an idle connection could then cut a
  // request in flight, which looks the same as a lost one.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The fake service listens on no port.')
  const on = (path: string) => heard.filter((each) => each.path === path)
  return {
    url: `http://127.0.0.1:${address.port}`,
    heard,
    registrations: () => on(servicePaths.registration),
    events: () => on(servicePaths.tracking),
    answerWith(next) {
      answer = next
    },
    answerEventsWith(next) {
      answerEvent = next
    },
    reset() {
      heard.length = 0
      answer = first
      answerEvent = accepted
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
