/** Answers requests that Node's HTTP parser rejects. A browser with many cookies is one of them: a person must not see its
 *  error page, so headers that are too large are answered with a text of ours. */
import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'

/** An answer to a request whose headers are too large. */
export interface PlainAnswer {
  type: string
  body: string
  language?: string
}

/** Makes that answer from what arrived last of the request: some of its headers, or none. */
export type HeadersTooLarge = (received: string) => PlainAnswer

/** How long, in milliseconds, and how much, in bytes, the rest of a rejected request is read and dropped: a connection that is
 *  closed while data arrives is reset, and the browser shows its own error in place of the answer. */
const rest = { ms: 2_000, bytes: 1024 * 1024 }

/** Statuses of Node's own answers; everything else is 400. */
const statuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Answers with the status that Node would send, and after too large headers with a body. */
export function answerClientErrors(server: Server, headersTooLarge: HeadersTooLarge): void {
  server.on('clientError', (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket) => {
    // As Node does: nothing is written into a response that is under way.
    const current: unknown = Reflect.get(socket, '_httpMessage')
    const isAnswering = typeof current === 'object' && current !== null && Reflect.get(current, '_headerSent') === true
    if (!socket.writable || isAnswering) {
      socket.destroy()
      return
    }
    const status = statuses[error.code ?? ''] ?? '400 Bad Request'
    if (error.code !== 'HPE_HEADER_OVERFLOW') {
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`, () => socket.destroy())
      return
    }
    const { type, body, language } = headersTooLarge(error.rawPacket?.toString('latin1') ?? '')
    const head = [
      `HTTP/1.1 ${status}`,
      `Content-Type: ${type}; charset=utf-8`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...(language === undefined ? [] : [`Content-Language: ${language}`]),
      'Cache-Control: no-store',
      "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
      'X-Content-Type-Options: nosniff',
      'Referrer-Policy: no-referrer',
      'Connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
    dropRest(socket)
  })
}

/** Reads and drops what still arrives, within limits, then closes the connection. */
function dropRest(socket: Duplex): void {
  let left = rest.bytes
  const timer = setTimeout(() => socket.destroy(), rest.ms).unref()
  socket.removeAllListeners('data')
  socket.on('data', (chunk: Buffer) => {
    left -= chunk.byteLength
    if (left < 0) socket.destroy()
  })
  socket.once('end', () => socket.destroy())
  socket.once('close', () => clearTimeout(timer))
  socket.resume()
}
