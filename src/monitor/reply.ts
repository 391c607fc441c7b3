/** A request of a check and its response. */
import { decompress } from '../server/upstream/decompress.ts'

/** The headers of a response; names in lower case. */
export type ReplyHeaders = Readonly<Record<string, string | string[] | undefined>>

/** What is requested. */
export interface Request {
  url: URL
  headers: Readonly<Record<string, string>>
  signal: AbortSignal
}

/** The response. */
export interface Reply {
  status: number
  headers: ReplyHeaders
  /** At most {@link maxBytes} of the body, as they were sent. */
  bytes: Buffer
}

/** Maximum number of bytes of a page that are read, to search it. */
export const maxBytes = 2 ** 20
/** Maximum number of bytes of a response's headers, as in Chromium. */
export const maxHeaderBytes = 2 ** 18

/** Returns the text of a response, decompressed and decoded as its headers say. A page that was cut off is decompressed as
 *  far as possible. */
export function textOf({ bytes, headers }: Pick<Reply, 'bytes' | 'headers'>): string {
  const encoding = String(headers['content-encoding'] ?? '')
  const unpacked = decompress(bytes, encoding, { limit: 8 * maxBytes, isCutOff: true })
  const plain = typeof unpacked === 'string' ? bytes : unpacked
  const charset = /charset="?([\w-]+)/i.exec(String(headers['content-type'] ?? ''))?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(plain)
  } catch {
    return new TextDecoder().decode(plain)
  }
}
