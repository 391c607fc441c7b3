/** The second look at a site whose response our HTTP parser refuses. Browsers read such responses, so a voter may get in:
 *  bare line feeds, control bytes and spaces in headers, a length beside chunks, the same length twice. Node's own lenient
 *  parser refuses several of these. What browsers refuse as well stays refused: lengths that contradict each other, a NUL
 *  byte, more than 256 KiB of headers. */
import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'
import { SiteFailed } from './check-failure.ts'
import { maxBytes, maxHeaderBytes, type Reply, type Request } from './reply.ts'

/**
 * Sends a request over a new connection, and reads the response as tolerantly as a browser.
 *
 * @param connect goes only to addresses that were checked
 * @throws SiteFailed when a browser would not show the response either; errors of the connection as they are
 */
export async function lenientLook(
  { url, headers, signal }: Request,
  connect: buildConnector.connector,
): Promise<Reply> {
  const socket = await connected(connect, url)
  const stop = () => void socket.destroy(signal.reason)
  signal.addEventListener('abort', stop)
  try {
    const lines = Object.entries({ host: url.host, connection: 'close', ...headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    )
    socket.write(`GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1')
    const chunks: Buffer[] = []
    for await (const chunk of socket) {
      chunks.push(chunk)
      const reply = readReply(Buffer.concat(chunks), false)
      if (reply !== undefined) return reply
    }
    const reply = readReply(Buffer.concat(chunks), true)
    if (reply === undefined) throw new SiteFailed(chunks.length === 0 ? 'connection closed' : 'answer cut short')
    return reply
  } finally {
    signal.removeEventListener('abort', stop)
    socket.destroy()
  }
}

function connected(connect: buildConnector.connector, { hostname, host, protocol, port }: URL): Promise<Socket> {
  return new Promise((resolve, reject) => {
    connect({ hostname, host, protocol, port }, (error, socket) => {
      if (error === null) resolve(socket)
      else reject(error)
    })
  })
}

/**
 * Reads a response.
 *
 * @param isWhole whether the connection has ended
 * @returns `undefined` while more must come
 */
function readReply(bytes: Buffer, isWhole: boolean): Reply | undefined {
  const text = bytes.toString('latin1')
  // Browsers skip a few bytes before the status line.
  const start = text.slice(0, 12).search(/HTTP\/\d/i)
  if (start < 0) {
    if (bytes.length >= 12 || isWhole) throw new SiteFailed('answer is not HTTP')
    return undefined
  }
  const blank = /\n\r?\n/g
  blank.lastIndex = start
  const end = blank.exec(text)
  const head = text.slice(start, end?.index)
  if (head.length > maxHeaderBytes) throw new SiteFailed('headers too long')
  if (end === null && !isWhole) return undefined
  const [statusLine = '', ...lines] = head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  const status = Number(/^HTTP\/\d+(?:\.\d+)?\s+(\d{3})(?!\d)/i.exec(statusLine)?.[1])
  if (!(status >= 100) || head.includes('\0')) throw new SiteFailed('answer is not HTTP')
  const rest = bytes.subarray(end === null ? bytes.length : blank.lastIndex)
  // Early hints and the like: the response itself follows.
  if (status < 200) return readReply(rest, isWhole)
  const headers = headersOf(lines)
  const body = bodyOf(rest, headers, isWhole)
  return body === undefined ? undefined : { status, headers, bytes: body }
}

function headersOf(lines: readonly string[]): Record<string, string[]> {
  const headers: Record<string, string[]> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase()
    if (name === '' || name === '__proto__') continue
    headers[name] = [...(headers[name] ?? []), line.slice(colon + 1).trim()]
  }
  return headers
}

/** Returns the body, at most the maximum; `undefined` while more must come. */
function bodyOf(rest: Buffer, headers: Record<string, string[]>, isWhole: boolean): Buffer | undefined {
  if (/chunked/i.test(String(headers['transfer-encoding'] ?? ''))) return chunksOf(rest)
  const lengths = new Set(
    (headers['content-length'] ?? []).flatMap((value) => value.split(',').map((part) => part.trim())),
  )
  if (lengths.size > 1) throw new SiteFailed('answer is not HTTP')
  const [length = ''] = lengths
  // Browsers ignore a length that is no number, and read to the end.
  const known = /^\d+$/.test(length) ? Math.min(Number(length), maxBytes) : maxBytes
  if (rest.length >= known) return rest.subarray(0, known)
  return isWhole && !/^\d+$/.test(length) ? rest : undefined
}

function chunksOf(rest: Buffer): Buffer | undefined {
  const chunks: Buffer[] = []
  let size = 0
  for (let at = 0; ; ) {
    const lineEnd = rest.indexOf(10, at)
    if (lineEnd < 0) return undefined
    const line = rest.toString('latin1', at, Math.min(lineEnd, at + 64)).trim()
    const digits = /^[0-9a-f]{1,12}(?![\w-])/i.exec(line)?.[0]
    if (digits === undefined) throw new SiteFailed('answer is not HTTP')
    const length = Number.parseInt(digits, 16)
    const start = lineEnd + 1
    chunks.push(rest.subarray(start, start + length))
    size += length
    if (length === 0 || size >= maxBytes) return Buffer.concat(chunks).subarray(0, maxBytes)
    if (rest.length <= start + length) return undefined
    at = start + length
    if (rest[at] === 13) at++
    if (rest[at] === 10) at++
  }
}
