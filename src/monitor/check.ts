/** Checks a site once, over real HTTP, as a voter's browser would: a new connection, redirects followed, the page read. */
import { once } from 'node:events'
import { failureOf, isReadByBrowsers, RouteError, SiteError, UnclearError } from './check-failure.ts'
import type { EgressRoute } from './egress-route.ts'
import { type LookSettings, look, type Reply, textOf, withEngine } from './fetch-page.ts'
import { isChallenge, signInPage } from './page-signs.ts'

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

export interface CheckSettings extends Omit<LookSettings, 'way'> {
  userAgent: string
}

const maxRedirects = 10
/** Status codes with which a site refuses programs: a voter may get in. */
const keepsOut: ReadonlySet<number> = new Set([401, 403, 405, 406, 429, 451])
/** Status codes that some firewalls give to every program without a browser's engine in its name. */
const dependsOnAgent: ReadonlySet<number> = new Set([400, 405, 406, 412, 415, 417, 500, 501, 503])
const refusal = 'keeps programs out'

export const isBlocked = ({ ignored, error }: { ignored: boolean; error?: string | undefined }): boolean =>
  ignored && error?.startsWith(refusal) === true

interface Site {
  url: string
  mustContain?: string | undefined
}

export async function check(
  { url, mustContain }: Site,
  way: EgressRoute,
  { userAgent, ...settings }: CheckSettings,
): Promise<CheckResult> {
  const before = performance.now()
  const redirects: string[] = []
  const seen = new Set<string>()
  const cookies = new Cookies()
  const signal = AbortSignal.timeout(settings.timeout)
  // Also ends what ignores the signal: a name server, a proxy.
  const late = once(signal, 'abort').then(() => Promise.reject(signal.reason))
  late.catch(() => undefined)
  let status: number | undefined
  const result = (outcome: CheckResult['outcome'], error?: string): CheckResult => ({
    outcome,
    loadUs: Math.max(0, Math.round((performance.now() - before) * 1_000)),
    status,
    error,
    redirects,
  })
  const ask = (at: URL, agent: string) => {
    const headers = headersFor(at, agent, cookies)
    return Promise.race([look({ url: at, headers, signal }, { ...settings, way }), late])
  }
  try {
    let agent = userAgent
    let at = new URL(url)
    seen.add(`${at.href} `)
    for (;;) {
      let reply = await ask(at, agent)
      if (dependsOnAgent.has(reply.status) && agent === userAgent && !isChallenge(reply.headers)) {
        const second = await ask(at, withEngine(userAgent)).catch(() => undefined)
        if (second !== undefined && second.status < 400) {
          reply = second
          agent = withEngine(userAgent)
        }
      }
      status = reply.status
      cookies.take(at.hostname, reply.headers['set-cookie'])
      const location = locationOf(reply)
      if (location === undefined) return result(...verdictOn(reply, at, mustContain))
      const next = URL.canParse(location, at.href) ? new URL(location, at.href) : undefined
      if (next === undefined) return result('down', 'redirect without an address')
      next.hash = ''
      redirects.push(next.origin + next.pathname)
      const step = `${next.href} ${cookies.for(next.hostname)}`
      if (seen.has(step)) return result('down', 'redirect loop')
      seen.add(step)
      if (redirects.length > maxRedirects) return result('down', 'too many redirects')
      at = next
    }
  } catch (error) {
    const says = failureOf(error)
    if (error instanceof UnclearError || isReadByBrowsers(error)) return result('unclear', says)
    return result(error instanceof RouteError ? 'route_failed' : 'down', says)
  }
}

/** The cookies of one check. Many sites redirect a new client once to set one; without cookies, they redirect it forever. */
class Cookies {
  readonly #set = new Map<string, { domain: string; whole: boolean; pair: string }>()

  take(host: string, headers: string | string[] | undefined): void {
    for (const header of typeof headers === 'string' ? [headers] : (headers ?? [])) {
      const [pair = '', ...attributes] = header.split(';').map((part) => part.trim())
      const name = pair.split('=', 1)[0] ?? ''
      // Browsers refuse control characters too, and what is not Latin-1 cannot be sent back.
      if (name === '' || !pair.includes('=') || !/^[ -~\u00a0-\u00ff]*$/.test(pair)) continue
      const asked = attributes
        .find((attribute) => /^domain=/i.test(attribute))
        ?.slice(7)
        .replace(/^\./, '')
        .toLowerCase()
      // A site may set cookies for itself and its parent domains, for no other host.
      const domain = asked?.includes('.') && isPartOf(host, asked) ? asked : host
      const whole = domain === asked
      this.#set.set(`${domain} ${name}`, { domain, whole, pair })
    }
  }

  for(host: string): string {
    return [...this.#set.values()]
      .filter(({ domain, whole }) => host === domain || (whole && isPartOf(host, domain)))
      .map(({ pair }) => pair)
      .join('; ')
  }
}

const isPartOf = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`)

/** The headers of a browser that opens a page: firewalls refuse programs that send fewer. */
function headersFor(url: URL, userAgent: string, cookies: Cookies): Record<string, string> {
  const cookie = cookies.for(url.hostname)
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
function locationOf({ status, headers }: Reply): string | undefined {
  if (![301, 302, 303, 307, 308].includes(status)) return undefined
  const [location, ...others] = new Set([headers.location ?? []].flat())
  if (others.length > 0) throw new SiteError('redirect without an address')
  return location
}

/** Judges the last response. The text that the site must contain decides, where a page alone looks like something else. */
function verdictOn(reply: Reply, url: URL, mustContain: string | undefined): ['up' | 'down' | 'unclear', string?] {
  const { status, headers } = reply
  const refuses = (name?: string): ['unclear', string] => [
    'unclear',
    `${refusal} (${name === undefined ? '' : `${name}, `}HTTP ${status})`,
  ]
  if (isChallenge(headers)) return refuses('challenge page')
  if (keepsOut.has(status)) return refuses()
  const html = textOf(reply)
  if (status < 400 && mustContain !== undefined && html.includes(mustContain)) return ['up']
  const inPage = signInPage({ url, status, headers, html })
  if (inPage?.kind === 'challenge') return refuses(inPage.name)
  if (status >= 400) return ['down', `HTTP ${status}`]
  if (inPage !== undefined) return ['down', inPage.name]
  return mustContain === undefined ? ['up'] : ['down', 'mustContain is missing']
}
