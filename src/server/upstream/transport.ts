/** The interface between the BFF and the network: one request, one reply. */
import { version } from '../utils.ts'

/** A request to the service. The headers are complete: a transport adds none that carry data. */
export interface TransportRequest {
  url: string
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body: string
  /** Aborts the call, also while the body of the reply is read. */
  signal: AbortSignal
}

export const serviceHeaders = {
  accept: 'application/json',
  'accept-encoding': 'identity',
  'user-agent': `voter-registration/${version}`,
} as const

/** Status and headers of the service's reply, and its unread body. */
export interface TransportReply {
  status: number
  /** Returns the value of a header; `undefined` when it is missing. */
  header(name: string): string | undefined
  /** The body as it arrives. Read it, or call {@link discard}. */
  body: AsyncIterable<Uint8Array>
  /** Discards the body. */
  discard(): void
}

/** Sends a request. Never follows a redirect.
 *  @throws NotSentError when certainly no byte of the request was sent; with any other error it may have been */
export type Transport = (request: TransportRequest) => Promise<TransportReply>

/** The request was certainly not sent: DNS, connection or TLS failed. */
export class NotSentError extends Error {
  override name = 'NotSentError'

  constructor(
    /** The code of the network error, for example `ECONNREFUSED`. */
    readonly code: string,
  ) {
    super(`Nothing was sent: ${code}`)
  }
}

/** Returns the code of a network error, for logs: never its message, which may hold an address or a header. */
export function errorCode(error: unknown): string {
  for (
    let current: unknown = error, depth = 0;
    current instanceof Error && depth < 4;
    current = current.cause, depth++
  ) {
    const code = 'code' in current ? current.code : undefined
    if (typeof code === 'string' && /^[A-Z0-9_]{1,64}$/.test(code)) return code
  }
  return error instanceof Error && /^[A-Za-z]{1,40}$/.test(error.name) ? error.name : 'unknown'
}

/** Error codes (Node's and undici's) that occur only before a request is written. */
const unsentErrorPattern =
  /^(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|UND_ERR_CONNECT_TIMEOUT|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$|CERT/

/** Creates a {@link Transport} on `fetch`, for programs that only read: it has no pool to close. */
export function fetchTransport(fetch: typeof globalThis.fetch = globalThis.fetch): Transport {
  return async ({ url, method, headers: { 'content-length': _counted, ...headers }, body, signal }) => {
    // `fetch` computes the length of a text body itself, and fails when `content-length` is passed.
    const init = { method, headers: { ...headers, connection: 'close' }, signal, redirect: 'manual' } as const
    const response = await fetch(url, { ...init, ...(method === 'POST' && { body }) }).catch((error: unknown) => {
      const code = errorCode(error)
      throw unsentErrorPattern.test(code) ? new NotSentError(code) : error
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
