/** Reads replies and the read-only APIs. What a proxy says of a body is a hint only: no complete answer may be lost by it. */
import { joinUrl } from '../../contract/routes.ts'
import { decompress } from './decompress.ts'
import { errorCode, NotSent, serviceHeaders, type Transport, type TransportReply } from './transport.ts'

/** Maximum size of an answer to a registration, in bytes, as it arrives and decompressed. */
export const answerLimit = 256 * 1024

/** The result of reading a body. `text` is exactly what `value` was parsed from. */
export type ReadJson =
  | { type: 'read'; value: unknown; text: string }
  | { type: 'unreadable'; why: 'not_json' | 'encoded' | 'too_large' | 'cut' }

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
    return { type: 'unreadable', why: 'cut' }
  }
  if (size > limit) {
    reply.discard()
    return { type: 'unreadable', why: 'too_large' }
  }
  const bytes = Buffer.concat(chunks)
  const charset = /charset\s*=\s*"?([\w.:-]+)/i.exec(reply.header('content-type') ?? '')?.[1]
  const plain = parsed(bytes, charset)
  if (plain !== undefined) return plain
  const unpacked = decompress(bytes, reply.header('content-encoding') ?? '', { limit })
  if (typeof unpacked === 'string') return { type: 'unreadable', why: unpacked }
  return parsed(unpacked, charset) ?? { type: 'unreadable', why: 'not_json' }
}

/** Parses JSON: in UTF-8, else in the encoding that a byte order mark or the header names. `undefined` when it is none. */
function parsed(bytes: Uint8Array, charset: string | undefined): ReadJson | undefined {
  const [first, second] = bytes
  const marked =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined
  for (const label of ['utf-8', marked, charset]) {
    if (label === undefined) continue
    try {
      const text = new TextDecoder(label, { fatal: true }).decode(bytes)
      return { type: 'read', value: JSON.parse(text), text }
    } catch {}
  }
  return undefined
}

/** `Retry-After` (seconds, or a date by the service's clock) as 1 to `max` seconds; `undefined`: missing or malformed. */
export function retryAfter(reply: TransportReply, max: number): number | undefined {
  const value = reply.header('retry-after')?.trim()
  if (value === undefined || value === '') return undefined
  const date = Date.parse(reply.header('date') ?? '')
  const now = Number.isNaN(date) ? Date.now() : date
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - now) / 1000
  return Number.isNaN(seconds) ? undefined : Math.min(max, Math.max(1, Math.ceil(seconds)))
}

export interface ReadFailure {
  type: 'failed'
  why: 'unreachable' | 'timeout' | 'unauthorized' | 'busy' | 'contract_error' | 'broken'
  status?: number
  cause?: string
  retryAfter?: number
}

export type Got = { type: 'got'; value: unknown } | ReadFailure

export interface Reading {
  transport: Transport
  url: string
  /** The value of the `Authorization` header; by default none is sent. */
  authorization?: string | undefined
  deadline: number
  mostBytes: number
}

/** Reads `path`, with its query. Never throws, never follows a redirect. */
export async function getJson(path: string, reading: Reading): Promise<Got> {
  const { transport, url, authorization, deadline, mostBytes } = reading
  const signal = AbortSignal.timeout(Math.ceil(deadline))
  const headers = { ...serviceHeaders, ...(authorization !== undefined && { authorization }) }
  try {
    const reply = await transport({ url: joinUrl(url, path), method: 'GET', headers, body: '', signal })
    const got = await read(reply, mostBytes)
    return signal.aborted && got.type === 'failed' ? { type: 'failed', why: 'timeout' } : got
  } catch (error) {
    if (signal.aborted) return { type: 'failed', why: 'timeout' }
    return { type: 'failed', why: error instanceof NotSent ? 'unreachable' : 'broken', cause: errorCode(error) }
  }
}

export const unusable = (cause: string): ReadFailure => ({ type: 'failed', why: 'broken', status: 200, cause })

/** Retries once if that may help: nothing was sent, the connection broke, or the service had an internal error. */
export async function retryOnce(ask: () => Promise<Got>): Promise<Got> {
  const first = await ask()
  const isAccident = first.type === 'failed' && first.why === 'broken' && first.status !== 200
  return isAccident || (first.type === 'failed' && first.why === 'unreachable') ? ask() : first
}

async function read(reply: TransportReply, mostBytes: number): Promise<Got> {
  const { status } = reply
  if (status === 200) {
    const json = await readJson(reply, mostBytes)
    return json.type === 'read' ? { type: 'got', value: json.value } : unusable(json.why)
  }
  reply.discard()
  if (status === 401 || status === 403) return { type: 'failed', why: 'unauthorized', status }
  if (status === 429) {
    const seconds = retryAfter(reply, 60)
    return { type: 'failed', why: 'busy', status, ...(seconds !== undefined && { retryAfter: seconds }) }
  }
  return { type: 'failed', why: status >= 500 ? 'broken' : 'contract_error', status }
}
