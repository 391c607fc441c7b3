/** Reads replies and the read-only APIs. A body's headers are only hints: a proxy may set them wrong. */
import { joinUrl } from '../../contract/routes.ts'
import { decompress } from './decompress.ts'
import { errorCode, NotSentError, serviceHeaders, type Transport, type TransportReply } from './transport.ts'

/** Maximum size of an answer to a registration, in bytes, as it arrives and decompressed. */
export const answerLimit = 256 * 1024

/** The result of reading a body. `text` is exactly what `value` was parsed from. */
export type ReadJson =
  | { type: 'read'; value: unknown; text: string }
  | { type: 'unreadable'; reason: 'not_json' | 'encoded' | 'too_large' | 'cut' }

/** Reads a JSON body of any media type, also compressed (gzip, deflate, br), of at most `limit` bytes. Never throws. */
export async function readJson(reply: TransportReply, limit = answerLimit): Promise<ReadJson> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of reply.body) {
      size += chunk.byteLength
      chunks.push(chunk)
      if (size > limit) break
    }
  } catch {
    return { type: 'unreadable', reason: 'cut' }
  }
  if (size > limit) {
    reply.discard()
    return { type: 'unreadable', reason: 'too_large' }
  }
  const bytes = Buffer.concat(chunks)
  const charset = /charset\s*=\s*"?([\w.:-]+)/i.exec(reply.header('content-type') ?? '')?.[1]
  const plain = decodeJson(bytes, charset)
  if (plain !== undefined) return plain
  const unpacked = decompress(bytes, reply.header('content-encoding') ?? '', { limit })
  if (typeof unpacked === 'string') return { type: 'unreadable', reason: unpacked }
  return decodeJson(unpacked, charset) ?? { type: 'unreadable', reason: 'not_json' }
}

/** Parses JSON: in UTF-8, else in the encoding that a byte order mark or the header names. `undefined` when it is none. */
function decodeJson(bytes: Uint8Array, charset: string | undefined): ReadJson | undefined {
  const [first, second] = bytes
  const markedEncoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined
  for (const label of ['utf-8', markedEncoding, charset]) {
    if (label === undefined) continue
    try {
      const text = new TextDecoder(label, { fatal: true }).decode(bytes)
      return { type: 'read', value: JSON.parse(text), text }
    } catch {}
  }
  return undefined
}

/** `Retry-After` (seconds, or a date by the service's clock) as 1 to `max` seconds; `undefined`: missing or malformed. */
export function parseRetryAfter(reply: TransportReply, max: number): number | undefined {
  const value = reply.header('retry-after')?.trim()
  if (value === undefined || value === '') return undefined
  const date = Date.parse(reply.header('date') ?? '')
  const serviceTime = Number.isNaN(date) ? Date.now() : date
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - serviceTime) / 1000
  return Number.isNaN(seconds) ? undefined : Math.min(max, Math.max(1, Math.ceil(seconds)))
}

export interface ReadFailure {
  type: 'failed'
  reason: 'unreachable' | 'timeout' | 'unauthorized' | 'busy' | 'contract_error' | 'broken'
  status?: number
  cause?: string
  parseRetryAfter?: number
}

export type JsonReply = { type: 'got'; value: unknown } | ReadFailure

export interface ReadOptions {
  transport: Transport
  url: string
  /** The value of the `Authorization` header; by default none is sent. */
  authorization?: string | undefined
  timeoutMs: number
  maxBytes: number
}

/** Reads `path`, with its query. Never throws, never follows a redirect. */
export async function getJson(path: string, options: ReadOptions): Promise<JsonReply> {
  const { transport, url, authorization, timeoutMs, maxBytes } = options
  const signal = AbortSignal.timeout(Math.ceil(timeoutMs))
  const headers = { ...serviceHeaders, ...(authorization !== undefined && { authorization }) }
  try {
    const reply = await transport({ url: joinUrl(url, path), method: 'GET', headers, body: '', signal })
    const result = await readReply(reply, maxBytes)
    return signal.aborted && result.type === 'failed' ? { type: 'failed', reason: 'timeout' } : result
  } catch (error) {
    if (signal.aborted) return { type: 'failed', reason: 'timeout' }
    return { type: 'failed', reason: error instanceof NotSentError ? 'unreachable' : 'broken', cause: errorCode(error) }
  }
}

export const toFailure = (cause: string): ReadFailure => ({ type: 'failed', reason: 'broken', status: 200, cause })

/** Retries once if that may help: nothing was sent, the connection broke, or the service had an internal error. */
export async function retryOnce(attempt: () => Promise<JsonReply>): Promise<JsonReply> {
  const first = await attempt()
  const isTransient = first.type === 'failed' && first.reason === 'broken' && first.status !== 200
  return isTransient || (first.type === 'failed' && first.reason === 'unreachable') ? attempt() : first
}

async function readReply(reply: TransportReply, maxBytes: number): Promise<JsonReply> {
  const { status } = reply
  if (status === 200) {
    const json = await readJson(reply, maxBytes)
    return json.type === 'read' ? { type: 'got', value: json.value } : toFailure(json.reason)
  }
  reply.discard()
  if (status === 401 || status === 403) return { type: 'failed', reason: 'unauthorized', status }
  if (status === 429) {
    const seconds = parseRetryAfter(reply, 60)
    return { type: 'failed', reason: 'busy', status, ...(seconds !== undefined && { parseRetryAfter: seconds }) }
  }
  return { type: 'failed', reason: status >= 500 ? 'broken' : 'contract_error', status }
}
