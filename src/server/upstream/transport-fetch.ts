/** A transport on `fetch`, for the API clients and commands: it has no pool to close. */
import { errorCode, NotSent, type Transport } from './transport.ts'

/** Error codes (Node's and undici's) that occur only before a request is written. */
const beforeSending = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

/**
 * Creates a {@link Transport} on `fetch`. Each request has a connection of its own: one that the
 * service closes just then would make it doubtful whether the request was sent.
 *
 * @param fetch the platform's, or one from a host or a test
 */
export function fetchTransport(fetch: typeof globalThis.fetch = globalThis.fetch): Transport {
  return async ({ url, method, headers: { 'content-length': _counted, ...headers }, body, signal }) => {
    // `fetch` computes the length of a text body itself, and fails when `content-length` is passed.
    let response: Response
    try {
      response = await fetch(url, {
        method,
        headers: { ...headers, connection: 'close' },
        signal,
        redirect: 'manual',
        ...(method === 'POST' && { body }),
      })
    } catch (error) {
      const code = errorCode(error)
      throw beforeSending.has(code) ? new NotSent(code) : error
    }
    return {
      status: response.status,
      // The body is decompressed already.
      header: (name) => (name === 'content-encoding' ? undefined : (response.headers.get(name) ?? undefined)),
      body: chunks(response),
      discard: () => {
        response.body?.cancel().catch(() => undefined)
      },
    }
  }
}

async function* chunks({ body }: Response): AsyncGenerator<Uint8Array> {
  if (body === null) return
  const reader = body.getReader()
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) yield chunk.value
  } finally {
    reader.cancel().catch(() => undefined)
  }
}
