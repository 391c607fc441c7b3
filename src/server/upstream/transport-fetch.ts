/** A transport on `fetch`, for programs that only read: it has no pool to close. The BFF has one on undici. */
import { errorCode, NotSent, type Transport } from './transport.ts'

/** Error codes (Node's and undici's) that occur only before a request is written. */
const beforeSending =
  /^(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|UND_ERR_CONNECT_TIMEOUT|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$|CERT/

/**
 * Creates a {@link Transport} on `fetch`.
 *
 * @param fetch the platform's, or one from a host or a test
 */
export function fetchTransport(fetch: typeof globalThis.fetch = globalThis.fetch): Transport {
  return async ({ url, method, headers: { 'content-length': _counted, ...headers }, body, signal }) => {
    // `fetch` computes the length of a text body itself, and fails when `content-length` is passed.
    const init = { method, headers: { ...headers, connection: 'close' }, signal, redirect: 'manual' } as const
    const response = await fetch(url, { ...init, ...(method === 'POST' && { body }) }).catch((error: unknown) => {
      const code = errorCode(error)
      throw beforeSending.test(code) ? new NotSent(code) : error
    })
    return {
      status: response.status,
      // The body is decompressed already.
      header: (name) => (name === 'content-encoding' ? undefined : (response.headers.get(name) ?? undefined)),
      body: response.body ?? new Blob().stream(),
      discard: () => void response.body?.cancel().catch(() => undefined),
    }
  }
}
