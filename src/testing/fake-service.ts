/** A registration service made of one `node:http` server, which answers as a test tells it and keeps what it heard. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { servicePaths } from '../contract/routes.ts'
import { aResponse } from './samples.ts'

/** What the service heard. */
export interface Heard {
  path: string
  headers: IncomingMessage['headers']
  body: string
}

/** Answers a request whose body has arrived. */
export type Answer = (response: ServerResponse, heard: Heard) => void

/** A service that runs. */
export interface FakeService {
  url: string
  /** Oldest first. */
  heard: Heard[]
  registrations(): Heard[]
  events(): Heard[]
  /** Sets how registrations are answered. */
  answerWith(answer: Answer): void
  /** Sets how events are answered; without it: 201. */
  answerEventsWith(answer: Answer): void
  /** Makes it as it was when it started: nothing heard, the first answers. */
  reset(): void
  close(): Promise<void>
}

/** An answer with a status, a body and headers. */
export function respond(status: number, body: string, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  }
}

const accepted = respond(201, '{}')

/**
 * Starts one on a free port of this machine.
 *
 * @param first how it answers everything but events until a test says otherwise; left out: as the specification's example
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
  // On a busy machine the service's clock and the BFF's may be seconds late: closing an idle connection would then meet a
  // request on its way, which nobody can tell from one that was lost.
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
