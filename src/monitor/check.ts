/** Checks a site once, over real HTTP, as a voter's browser would: a new connection, redirects followed, the page read. */
import { once } from 'node:events'
import { describeFailure, isReadByBrowsers, RouteError, SiteError, UnclearError } from './check-failure.ts'
import type { EgressRoute } from './egress-route.ts'
import { addBrowserEngine, decodeBody, type FetchSettings, fetchPage, type Reply } from './fetch-page.ts'
import { detectBlockPage, isChallenge } from './page-signs.ts'

export interface CheckResult {
  /** - `up`: it responded as it should.
   *  - `down`: a voter would not get through.
   *  - `unclear`: it responded, but refuses programs, or the monitor must not check it: whether a voter gets through is
   *    unknown.
   *  - `route_failed`: the proxy failed. */
  outcome: 'up' | 'down' | 'unclear' | 'route_failed'
  loadUs: number
  status: number | undefined
  /** In a few words of ours. */
  error: string | undefined
  redirects: string[]
}

export interface CheckSettings extends Omit<FetchSettings, 'route'> {
  userAgent: string
}

const maxRedirects = 10
/** Status codes with which a site refuses programs: a voter may get in. */
const blockingStatuses: ReadonlySet<number> = new Set([401, 403, 405, 406, 429, 451])
/** Status codes that some firewalls give to every program without a browser's engine in its name. */
const agentDependentStatuses: ReadonlySet<number> = new Set([400, 405, 406, 412, 415, 417, 500, 501, 503])
const refusalText = 'keeps programs out'

export const isBlocked = ({ ignored, error }: { ignored: boolean; error?: string | undefined }): boolean =>
  ignored && error?.startsWith(refusalText) === true

interface CheckTarget {
  url: string
  mustContain?: string | undefined
}

export async function check(
  { url, mustContain }: CheckTarget,
  route: EgressRoute,
  { userAgent, ...settings }: CheckSettings,
): Promise<CheckResult> {
  const startMs = performance.now()
  const redirects: string[] = []
  const visited = new Set<string>()
  const cookies = new Cookies()
  const signal = AbortSignal.timeout(settings.timeoutMs)
  // Also ends what ignores the signal: a name server, a proxy.
  const deadline = once(signal, 'abort').then(() => Promise.reject(signal.reason))
  deadline.catch(() => undefined)
  let status: number | undefined
  const result = (outcome: CheckResult['outcome'], error?: string): CheckResult => ({
    outcome,
    loadUs: Math.max(0, Math.round((performance.now() - startMs) * 1_000)),
    status,
    error,
    redirects,
  })
  const fetchUrl = (target: URL, agent: string) => {
    const headers = createBrowserHeaders(target, agent, cookies)
    return Promise.race([fetchPage({ url: target, headers, signal }, { ...settings, route }), deadline])
  }
  try {
    let agent = userAgent
    let currentUrl = new URL(url)
    visited.add(`${currentUrl.href} `)
    for (;;) {
      let reply = await fetchUrl(currentUrl, agent)
      if (agentDependentStatuses.has(reply.status) && agent === userAgent && !isChallenge(reply.headers)) {
        const second = await fetchUrl(currentUrl, addBrowserEngine(userAgent)).catch(() => undefined)
        if (second !== undefined && second.status < 400) {
          reply = second
          agent = addBrowserEngine(userAgent)
        }
      }
      status = reply.status
      cookies.setFromHeaders(currentUrl.hostname, reply.headers['set-cookie'])
      const location = getRedirectLocation(reply)
      if (location === undefined) return result(...judgeReply(reply, currentUrl, mustContain))
      const next = URL.canParse(location, currentUrl.href) ? new URL(location, currentUrl.href) : undefined
      if (next === undefined) return result('down', 'redirect without an address')
      next.hash = ''
      redirects.push(next.origin + next.pathname)
      const step = `${next.href} ${cookies.getHeader(next.hostname)}`
      if (visited.has(step)) return result('down', 'redirect loop')
      visited.add(step)
      if (redirects.length > maxRedirects) return result('down', 'too many redirects')
      currentUrl = next
    }
  } catch (error) {
    const message = describeFailure(error)
    if (error instanceof UnclearError || isReadByBrowsers(error)) return result('unclear', message)
    return result(error instanceof RouteError ? 'route_failed' : 'down', message)
  }
}

/** The cookies of one check. Many sites redirect a new client once to set one; without cookies, they redirect it forever. */
class Cookies {
  readonly #set = new Map<string, { domain: string; includesSubdomains: boolean; pair: string }>()

  setFromHeaders(host: string, headers: string | string[] | undefined): void {
    for (const header of typeof headers === 'string' ? [headers] : (headers ?? [])) {
      const [pair = '', ...attributes] = header.split(';').map((part) => part.trim())
      const name = pair.split('=', 1)[0] ?? ''
      // Browsers refuse control characters too, and what is not Latin-1 cannot be sent back.
      if (name === '' || !pair.includes('=') || !/^[ -~\u00a0-\u00ff]*$/.test(pair)) continue
      const requestedDomain = attributes
        .find((attribute) => /^domain=/i.test(attribute))
        ?.slice(7)
        .replace(/^\./, '')
        .toLowerCase()
      // A site may set cookies for itself and its parent domains, for no other host.
      const domain = requestedDomain?.includes('.') && isInDomain(host, requestedDomain) ? requestedDomain : host
      const includesSubdomains = domain === requestedDomain
      this.#set.set(`${domain} ${name}`, { domain, includesSubdomains, pair })
    }
  }

  getHeader(host: string): string {
    return [...this.#set.values()]
      .filter(({ domain, includesSubdomains }) => host === domain || (includesSubdomains && isInDomain(host, domain)))
      .map(({ pair }) => pair)
      .join('; ')
  }
}

const isInDomain = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`)

/** The headers of a browser that opens a page: firewalls refuse programs that send fewer. */
function createBrowserHeaders(url: URL, userAgent: string, cookies: Cookies): Record<string, string> {
  const cookie = cookies.getHeader(url.hostname)
  return {
    'user-agent': userAgent,
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'accept-language': 'en-US,en;q=0.9',
    'accept-encoding': 'gzip, deflate, br',
    'upgrade-insecure-requests': '1',
    'sec-fetch-dest': 'document',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-site': 'none',
    'sec-fetch-user': '?1',
    ...(cookie !== '' && { cookie }),
  }
}

/** Returns where a response redirects to. Throws SiteError when it names two places: browsers refuse it. */
function getRedirectLocation({ status, headers }: Reply): string | undefined {
  if (![301, 302, 303, 307, 308].includes(status)) return undefined
  const [location, ...furtherLocations] = new Set([headers.location ?? []].flat())
  if (furtherLocations.length > 0) throw new SiteError('redirect without an address')
  return location
}

/** Judges the last response. The text that the site must contain decides, where a page alone looks like something else. */
function judgeReply(reply: Reply, url: URL, mustContain: string | undefined): ['up' | 'down' | 'unclear', string?] {
  const { status, headers } = reply
  const createRefusal = (name?: string): ['unclear', string] => [
    'unclear',
    `${refusalText} (${name === undefined ? '' : `${name}, `}HTTP ${status})`,
  ]
  if (isChallenge(headers)) return createRefusal('challenge page')
  if (blockingStatuses.has(status)) return createRefusal()
  const html = decodeBody(reply)
  if (status < 400 && mustContain !== undefined && html.includes(mustContain)) return ['up']
  const blockPage = detectBlockPage({ url, status, headers, html })
  if (blockPage?.kind === 'challenge') return createRefusal(blockPage.name)
  if (status >= 400) return ['down', `HTTP ${status}`]
  if (blockPage !== undefined) return ['down', blockPage.name]
  return mustContain === undefined ? ['up'] : ['down', 'mustContain is missing']
}
