/** Reads the service's reply: its body, with a size limit, decoded strictly and parsed once, and its `Retry-After`. */
import type { TransportReply } from './transport.ts'

/** Maximum size of an answer to a registration, in bytes. */
export const answerLimit = 256 * 1024

/** The result of reading a body. `text` is exactly what `value` was parsed from. */
export type ReadJson =
  | { type: 'read'; value: unknown; text: string }
  | { type: 'unreadable'; why: 'not_json' | 'encoded' | 'too_large' | 'cut' }

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads a JSON body, `application/json` and without content encoding. Never throws.
 *
 * @param limit maximum number of bytes; default: 256 KiB
 */
export async function readJson(reply: TransportReply, limit = answerLimit): Promise<ReadJson> {
  const type = reply.header('content-type') ?? ''
  const encoding = reply.header('content-encoding')
  if (!/^application\/json\s*(;|$)/i.test(type)) return giveUp(reply, 'not_json')
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') return giveUp(reply, 'encoded')
  let bytes: Uint8Array | undefined
  try {
    bytes = await counted(reply, limit)
  } catch {
    return { type: 'unreadable', why: 'cut' }
  }
  if (bytes === undefined) return giveUp(reply, 'too_large')
  try {
    const text = utf8.decode(bytes)
    return { type: 'read', value: JSON.parse(text), text }
  } catch {
    return { type: 'unreadable', why: 'not_json' }
  }
}

async function counted(reply: TransportReply, limit: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of reply.body) {
    size += chunk.byteLength
    if (size > limit) return undefined
    chunks.push(chunk)
  }
  return joined(chunks, size)
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const [first] = chunks
  if (first !== undefined && chunks.length === 1) return first
  const whole = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.byteLength
  }
  return whole
}

function giveUp(reply: TransportReply, why: 'not_json' | 'encoded' | 'too_large'): ReadJson {
  reply.discard()
  return { type: 'unreadable', why }
}

/**
 * Returns the service's `Retry-After` (in seconds, or as a date by its own clock) as 1 to `max` seconds.
 *
 * @returns `undefined` when it is missing or malformed
 */
export function retryAfter(reply: TransportReply, max: number): number | undefined {
  const value = reply.header('retry-after')?.trim()
  if (value === undefined || value === '') return undefined
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - clockOf(reply)) / 1000
  return Number.isNaN(seconds) ? undefined : Math.min(max, Math.max(1, Math.ceil(seconds)))
}

function clockOf(reply: TransportReply): number {
  const time = Date.parse(reply.header('date') ?? '')
  return Number.isNaN(time) ? Date.now() : time
}
