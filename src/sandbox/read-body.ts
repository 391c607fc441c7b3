/** Reads a request as the service does: the accepted response type, the kind of body, and its content (B.1, B.2.4). */
import { parseWithNumbers } from './python-values.ts'
import { detail, htmlError, jsonError } from './service-answers.ts'

const maxBytes = 2_621_440

/** The text as received, and its value with numbers as written and with plain ones. Values of a form are texts only. */
export type Body =
  | { format: 'json'; raw: string; value: unknown; plain: unknown }
  | { format: 'form'; raw: string; value: Record<string, unknown>; plain: unknown }

export function rejectAccept(request: Request): Response | undefined {
  if (!['', 'json'].includes(new URL(request.url).searchParams.get('format') ?? '')) return detail(404, 'Not found.')
  const acceptedTypes = (request.headers.get('accept') ?? '*/*')
    .split(',')
    .map((part) => part.replace(/;.*$/s, '').trim().toLowerCase())
  const isAccepted = acceptedTypes.some((type) => ['*/*', 'application/*', 'application/json'].includes(type))
  return isAccepted ? undefined : detail(406, 'Could not satisfy the request Accept header.')
}

export function rejectMethod(method: string, ...allowed: string[]): Response | undefined {
  return allowed.includes(method) ? undefined : detail(405, `Method "${method}" not allowed.`)
}

/** A chunked request is read as empty: the service relies on `Content-Length`. An empty body is an empty object, whatever its type. */
export async function parseBody(request: Request): Promise<Body | Response> {
  const contentType = request.headers.get('content-type') ?? ''
  const type = contentType.replace(/;.*$/s, '').trim().toLowerCase()
  const chunked = request.headers.has('transfer-encoding') && !request.headers.has('content-length')
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return htmlError(400, 'Bad Request (400)')
  const bytes = chunked ? new Uint8Array() : new Uint8Array(await request.arrayBuffer())
  if (bytes.length > maxBytes) return htmlError(400, 'Bad Request (400)')
  const isForm = type === 'application/x-www-form-urlencoded' || type === 'multipart/form-data'
  if (bytes.length === 0) return { format: isForm ? 'form' : 'json', raw: '', value: {}, plain: {} }
  if (isForm) return parseFormBody(bytes, contentType)
  if (type === 'application/json') return parseJsonBody(bytes)
  return detail(415, `Unsupported media type "${contentType}" in request.`)
}

function parseJsonBody(bytes: Uint8Array): Body | Response {
  const raw = decodeStrictUtf8(bytes)
  if (raw === undefined) return detail(400, 'JSON parse error - the body is not UTF-8.')
  try {
    return { format: 'json', raw, value: parseWithNumbers(raw), plain: JSON.parse(raw) }
  } catch {
    return jsonError()
  }
}

function decodeStrictUtf8(bytes: Uint8Array): string | undefined {
  try {
    // A byte order mark is kept, so that it is refused as the service refuses it.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

async function parseFormBody(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<Body | Response> {
  try {
    const form = await new Response(bytes, { headers: { 'Content-Type': contentType } }).formData()
    // The last of several values counts. A file is not a text, and is refused where a text is required.
    const value = Object.fromEntries([...form].map(([key, entry]) => [key, typeof entry === 'string' ? entry : {}]))
    return { format: 'form', raw: new TextDecoder().decode(bytes), value, plain: value }
  } catch {
    return detail(400, 'Multipart form parse error - Invalid boundary in multipart: None')
  }
}
