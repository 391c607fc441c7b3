/** Reads the body and `Retry-After` of a reply. What a proxy says of the body (media type, coding, charset) is a hint only: a
 *  complete answer must not be lost because of it. */
import { decompress } from './decompress.ts'
import type { TransportReply } from './transport.ts'

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

/** Returns the service's `Retry-After` (in seconds, or as a date by its own clock) as 1 to `max` seconds; `undefined` when
 *  it is missing or malformed. */
export function retryAfter(reply: TransportReply, max: number): number | undefined {
  const value = reply.header('retry-after')?.trim()
  if (value === undefined || value === '') return undefined
  const date = Date.parse(reply.header('date') ?? '')
  const now = Number.isNaN(date) ? Date.now() : date
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - now) / 1000
  return Number.isNaN(seconds) ? undefined : Math.min(max, Math.max(1, Math.ceil(seconds)))
}
