/** The seam between the BFF and the network: one request out, one reply back. */
import { version } from '../version.ts'

/** A request to the service. The headers are complete: a transport adds none that carry data. */
export interface TransportRequest {
  url: string
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  /** Empty with `GET`. */
  body: string
  /** Ends the call, also while the body of the reply is read. */
  signal: AbortSignal
}

/** The headers that every request to the service has. */
export const serviceHeaders = {
  accept: 'application/json',
  'accept-encoding': 'identity',
  'user-agent': `voter-registration/${version}`,
} as const

/** The head of the service's reply, and its body still to be read. */
export interface TransportReply {
  status: number
  /** The value of a header, `undefined` when it is not there. */
  header(name: string): string | undefined
  /** The body as it arrives. Read it, or call {@link discard}. */
  body: AsyncIterable<Uint8Array>
  /** Gives the body up. */
  discard(): void
}

/**
 * Sends a request. Never follows a redirect.
 *
 * @throws NotSent when it is certain that not one byte of the request went out; any other error leaves it open
 */
export type Transport = (request: TransportRequest) => Promise<TransportReply>

/** The request certainly never went out: no address, no connection, no encryption. */
export class NotSent extends Error {
  override name = 'NotSent'
  /** The code of the network error, for example `ECONNREFUSED`. */
  readonly code: string

  constructor(code: string) {
    super(`Nothing was sent: ${code}`)
    this.code = code
  }
}

/** The code of a network error, for logs: never its message, which may hold an address or a header. */
export function errorCode(error: unknown): string {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth++) {
    const code = 'code' in at ? at.code : undefined
    if (typeof code === 'string' && /^[A-Z0-9_]{1,64}$/.test(code)) return code
  }
  return error instanceof Error && /^[A-Za-z]{1,40}$/.test(error.name) ? error.name : 'unknown'
}
