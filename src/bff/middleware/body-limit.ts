/** Reads the body of a request from a browser: counted, and decoded strictly. */
import { joined } from '../upstream/read-json.ts'

/** What reading a body can come to. */
export type Body =
  | { type: 'read'; text: string }
  | { type: 'too_large' }
  | { type: 'encoded' }
  | { type: 'not_utf8' }
  /** The browser went away, or another handler has read it already. */
  | { type: 'cut' }

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads a request's body of at most `limit` bytes. A body that says it is larger is not read at all; one that says
 * nothing is counted as it comes. A byte order mark is left out. Never throws.
 */
export async function readBody(request: Request, limit: number): Promise<Body> {
  const encoding = request.headers.get('content-encoding')
  if (encoding !== null && encoding.toLowerCase() !== 'identity') return { type: 'encoded' }
  const said = request.headers.get('content-length')
  if (said !== null && Number(said) > limit) return { type: 'too_large' }
  let bytes: Uint8Array | undefined
  try {
    bytes = said === null ? await counted(request, limit) : new Uint8Array(await request.arrayBuffer())
  } catch {
    return { type: 'cut' }
  }
  if (bytes === undefined || bytes.byteLength > limit) return { type: 'too_large' }
  try {
    return { type: 'read', text: utf8.decode(bytes) }
  } catch {
    return { type: 'not_utf8' }
  }
}

async function counted({ body }: Request, limit: number): Promise<Uint8Array | undefined> {
  if (body === null) return new Uint8Array()
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    size += chunk.value.byteLength
    if (size > limit) {
      reader.cancel().catch(() => undefined)
      return undefined
    }
    chunks.push(chunk.value)
  }
  return joined(chunks, size)
}
