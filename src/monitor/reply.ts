/** A request of a check and its response. */
import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'

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

/** Returns the text of a response, decompressed and decoded as its headers say. */
export function textOf({ bytes, headers }: Pick<Reply, 'bytes' | 'headers'>): string {
  const plain = decompressed(bytes, String(headers['content-encoding'] ?? '').toLowerCase())
  const charset = /charset="?([\w-]+)/i.exec(String(headers['content-type'] ?? ''))?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(plain)
  } catch {
    return plain.toString('utf8')
  }
}

/** Some servers compress whatever was requested. A page that was cut off is decompressed as far as possible. */
function decompressed(bytes: Buffer, encoding: string): Buffer {
  const most = { maxOutputLength: 8 * maxBytes }
  const cutOff = { ...most, finishFlush: constants.Z_SYNC_FLUSH }
  try {
    if (encoding === 'gzip' || encoding === 'x-gzip') return gunzipSync(bytes, cutOff)
    if (encoding === 'br')
      return brotliDecompressSync(bytes, { ...most, finishFlush: constants.BROTLI_OPERATION_FLUSH })
    // Browsers read `deflate` with and without the zlib header.
    if (encoding === 'deflate') return (bytes[0] === 0x78 ? inflateSync : inflateRawSync)(bytes, cutOff)
  } catch {
    return bytes
  }
  return bytes
}
