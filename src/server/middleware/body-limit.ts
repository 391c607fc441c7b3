/** Limits the size of request bodies, and decodes them. */
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { type Env, type ProblemAnswer, problem } from '../problem.ts'

interface BodyLimit {
  maxSize: number
  /** Names the body at the beginning of a sentence, for example `A registration`. */
  name: string
  /** The outcome to report for a registration; left out for other bodies. */
  outcome?: ProblemAnswer['outcome']
}

/** Middleware that responds with 413 to a body of more than `maxSize` bytes: without reading it if `Content-Length` says so,
 *  otherwise as soon as Hono's body limit has counted that many. Hono's limit alone reads `request.body`, for which the Node
 *  adapter builds a whole `Request` with a stream: 0.6 ms of processor time more for each registration at 100 a second (2.0
 *  ms without). HTTP holds a sender to an announced length. */
export function limitBody({ maxSize, name, outcome }: BodyLimit): MiddlewareHandler<Env> {
  const reject = (c: Context<Env>) =>
    problem(c, { status: 413, code: 'too_large', outcome, detail: `${name} must not exceed ${maxSize} bytes.` })
  const count = bodyLimit({ maxSize, onError: reject })
  return async function limitBodySize(c, next) {
    const length = c.req.header('content-length')
    if (length !== undefined && c.req.header('transfer-encoding') === undefined)
      return Number(length) > maxSize ? reject(c) : next()
    const { url, method, headers, body, signal } = c.req.raw
    // Hono's limit copies the request with `new Request()`. Unless serve() has replaced it, that throws for the Node adapter's own.
    const init = { method, headers, signal, ...(body && { body, duplex: 'half' }) }
    c.req.raw = new Request(url, init)
    return count(c, next)
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

export type BodyText = { type: 'read'; text: string } | { type: 'rejected'; problem: ProblemAnswer }

/** After {@link limitBody}. Strict UTF-8 without a byte order mark. `rejected`: compressed, malformed or incomplete. */
export async function readText({ req }: Context<Env>): Promise<BodyText> {
  const encoding = req.header('content-encoding') ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') {
    return rejectBody(415, 'unsupported_media_type', 'Send the body without Content-Encoding.')
  }
  let bytes: ArrayBuffer
  try {
    bytes = await req.arrayBuffer()
  } catch {
    // The browser disconnected, or another handler has already read the body.
    return rejectBody(400, 'bad_request', 'The body is incomplete. Send the request again.')
  }
  try {
    return { type: 'read', text: utf8.decode(bytes) }
  } catch {
    return rejectBody(400, 'bad_request', 'The body is not UTF-8. Send it as UTF-8.')
  }
}

export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function rejectBody(status: ProblemAnswer['status'], code: ProblemAnswer['code'], detail: string): BodyText {
  return { type: 'rejected', problem: { status, code, detail } }
}
