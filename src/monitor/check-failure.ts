/** The reason why a site was unreachable, as one short sentence that is the same for the same cause. */

/** Error of the egress route, not the site: a proxy that does not respond or will not connect. */
export class RouteError extends Error {
  override name = 'RouteError'
}

export class SiteError extends Error {
  override name = 'SiteError'
}

/** Nothing can be said of the site: it is neither up nor down, or the monitor must not check it. */
export class UnclearError extends Error {
  override name = 'UnclearError'
}

const messagesByCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  UND_ERR_SOCKET: 'connection closed',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ENOTFOUND: 'name not found',
  ENODATA: 'name not found',
  EAI_AGAIN: 'name server does not respond',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'response truncated',
  UND_ERR_HEADERS_OVERFLOW: 'headers too long',
  CERT_HAS_EXPIRED: 'certificate expired',
  CERT_NOT_YET_VALID: 'certificate not yet valid',
  CERT_REVOKED: 'certificate revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate not trusted (self-signed)',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate not trusted (self-signed)',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate not trusted (incomplete chain)',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate not trusted (incomplete chain)',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate not trusted (unknown issuer)',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate for another name',
}

/** Returns the sentence for an error. Contains no address and nothing that the site has sent. */
export function describeFailure(error: unknown): string {
  const [first, ...deeper] = listCauses(error)
  if (error instanceof SiteError || error instanceof RouteError || error instanceof UnclearError) return error.message
  if (first === undefined) return 'failed'
  if (first.name === 'TimeoutError' || first.name === 'AbortError') return 'timeout'
  if (first.name === 'HTTPParserError') return 'response is not HTTP'
  for (const { code } of [first, ...deeper]) {
    const message = code === undefined ? undefined : messagesByCode[code]
    if (message !== undefined) return message
    if (code === 'EPROTO' || code?.startsWith('ERR_SSL_') || code?.startsWith('ERR_TLS_')) return `TLS failed (${code})`
  }
  const code = [first, ...deeper].find((cause) => cause.code !== undefined)?.code
  return code === undefined ? 'failed' : `failed (${code})`
}

/** Codes of errors that say that a certificate's issuer was not sent: browsers download it or know it beforehand. */
const incompleteChainCodes: ReadonlySet<unknown> = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
])

export const isReadByBrowsers = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'HTTPParserError' || ('code' in error && incompleteChainCodes.has(error.code)))

function listCauses(error: unknown, depth = 0): { name: string; code: string | undefined }[] {
  if (!(error instanceof Error) || depth > 4) return []
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const nestedErrors = error instanceof AggregateError ? error.errors : [error.cause]
  return [{ name: error.name, code }, ...nestedErrors.flatMap((nested) => listCauses(nested, depth + 1))]
}
