/** One request of a check, with a second, lenient look where our own parser or trust store is the only one to complain. */
import type { buildConnector } from 'undici'
import { SiteFailed } from './check-failure.ts'
import { completeChain, isIncompleteChain } from './complete-chain.ts'
import type { ConnectionSettings } from './egress-route.ts'
import { lenientLook } from './lenient-look.ts'
import { addressesOf, type LookSettings, look } from './look.ts'
import type { Reply, Request } from './reply.ts'

/**
 * Requests a page. What only our parser or our trust store refuses gets a second, lenient look first.
 *
 * @throws Refused for an address that must not be asked, SiteFailed, RouteFailed, and errors of connections as they are
 */
export async function visit(request: Request, settings: LookSettings): Promise<Reply> {
  const addresses = await addressesOf(request.url, settings)
  const connector = (more: Partial<ConnectionSettings> = {}) =>
    settings.way.connector(addresses, { timeout: settings.timeout, ca: settings.ca, ...more })
  try {
    return await readTwice(request, connector())
  } catch (error) {
    if (!isIncompleteChain(error)) throw error
    const ca = await completeChain({ request, connector, settings, error })
    return readTwice(request, connector({ ca })).catch((second: unknown) => {
      throw isIncompleteChain(second) ? new SiteFailed('certificate not trusted (unknown issuer)') : second
    })
  }
}

async function readTwice(request: Request, connect: buildConnector.connector): Promise<Reply> {
  try {
    return await look(request, connect)
  } catch (error) {
    if (!isParserError(error)) throw error
    return lenientLook(request, connect)
  }
}

function isParserError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === 'HTTPParserError' || error.name === 'ResponseContentLengthMismatchError'
}
