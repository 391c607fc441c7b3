/** One check of a site, over real connections to real local servers and through real proxies. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { certificates, sampleAuthority, sampleKey } from '../server/testing/certificates.ts'
import { type CheckSettings, check } from './check.ts'
import { directRoute, parseEgressRoute } from './egress-route.ts'
import { createSsrfGuard } from './ssrf-guard.ts'
import { type OddSite, startOddSite, startWrongServer } from './testing/misbehaving-site.ts'
import { startHttpProxy } from './testing/proxies.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()))
})
const opened = async <T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T> => {
  const started = await starting
  open.push(started)
  return started
}

const settings = (more: Partial<CheckSettings> = {}): CheckSettings => ({
  timeoutMs: 20_000,
  isAllowed: createSsrfGuard(['127.0.0.0/8']),
  userAgent: 'monitor-test/1',
  // Every name resolves to this machine: nothing leaves it.
  lookup: async () => [{ address: '127.0.0.1', family: 4 }],
  ...more,
})

/** Long enough for a response from a machine under load, short enough to wait for. */
const soon = { timeoutMs: 1_000 }

describe('a checked site', () => {
  let site: OddSite
  beforeAll(async () => {
    site = await startOddSite()
    return () => site.close()
  })
  const ask = (path: string, mustContain?: string, more: Partial<CheckSettings> = {}) =>
    check({ url: site.url + path, mustContain }, directRoute, settings(more))

  it('that responds is up, with its duration and status', async () => {
    const result = await ask('/')
    expect(result).toMatchObject({ outcome: 'up', status: 200, error: undefined, redirects: [] })
    expect(result.loadUs).toBeGreaterThan(0)
    expect(site.lastHeaders()['user-agent']).toBe('monitor-test/1')
  })

  it.each([
    ['/503', 'HTTP 503', 503],
    ['/404', 'HTTP 404', 404],
    ['/reset', 'connection reset', undefined],
    ['/close', 'connection closed', undefined],
    ['/circle', 'redirect loop', 301],
    ['/spiral', 'too many redirects', 307],
    ['/nowhere', 'redirect without an address', 302],
  ])('that does %s is down: %s', async (path, error, status) => {
    expect(await ask(path)).toMatchObject({ outcome: 'down', error, status })
  })

  it('that is cut off in the middle of its page is down', async () => {
    const { outcome, error } = await ask('/cut')
    expect(outcome).toBe('down')
    expect(['connection reset', 'connection closed', 'response truncated']).toContain(error)
  })

  it.each(['/hang', '/hang-in-body'])('that does %s is down after the timeout', async (path) => {
    expect(await ask(path, undefined, soon)).toMatchObject({ outcome: 'down', error: 'timeout' })
  })

  it('is followed through redirects, and every step is recorded without its query', async () => {
    expect(await ask('/once?voter=1')).toMatchObject({ outcome: 'up', redirects: [`${site.url}/`] })
  })

  it('that redirects newcomers in a circle for a cookie is up', async () => {
    expect(await ask('/cookie')).toMatchObject({ outcome: 'up', status: 200, redirects: [`${site.url}/cookie`] })
  })

  it('that answers 200 with the wrong text is down', async () => {
    expect(await ask('/', 'Register to vote')).toMatchObject({ outcome: 'up' })
    expect(await ask('/gzip', 'Register to vote')).toMatchObject({ outcome: 'up' })
    expect(await ask('/latin1', 'Régister')).toMatchObject({ outcome: 'up' })
    expect(await ask('/', 'Down for maintenance')).toMatchObject({
      outcome: 'down',
      status: 200,
      error: 'mustContain is missing',
    })
  })

  it.each(['/403', '/429'])('that blocks programs (%s) may be up or down for a voter', async (path) => {
    expect(await ask(path)).toMatchObject({ outcome: 'unclear', error: `keeps programs out (HTTP ${path.slice(1)})` })
  })

  it('without an end is read no further than needed', async () => {
    expect(await ask('/endless')).toMatchObject({ outcome: 'up' })
  })

  it('where nothing listens is down', async () => {
    const gone = await startOddSite()
    await gone.close()
    expect(await check({ url: gone.url }, directRoute, settings())).toMatchObject({ error: 'connection refused' })
  })

  it('that violates HTTP may be up for a voter, and is down when it sends nothing', async () => {
    const nonsense = await opened(startWrongServer('nonsense'))
    expect(await check({ url: nonsense.url }, directRoute, settings())).toMatchObject({
      outcome: 'unclear',
      error: 'response is not HTTP',
    })
    const nothing = await opened(startWrongServer('nothing'))
    expect(await check({ url: nothing.url }, directRoute, settings(soon))).toMatchObject({ error: 'timeout' })
  })

  it('whose name is not found is down, and one whose name server hangs has timed out', async () => {
    const lost = Object.assign(new Error('x'), { code: 'ENOTFOUND' })
    const url = 'http://lost.state.example/'
    const checkWith = (lookup: CheckSettings['lookup']) => check({ url }, directRoute, settings({ ...soon, lookup }))
    expect(await checkWith(() => Promise.reject(lost))).toMatchObject({ outcome: 'down', error: 'name not found' })
    expect(await checkWith(() => Promise.resolve([]))).toMatchObject({ outcome: 'down', error: 'name not found' })
    expect(await checkWith(() => new Promise(() => undefined))).toMatchObject({ outcome: 'down', error: 'timeout' })
  })
})

describe('a check over TLS', () => {
  const cases = [
    ['good', certificates.good, 'good.state.example', 'up', undefined],
    ['expired', certificates.expired, 'good.state.example', 'down', 'certificate expired'],
    ['for another name', certificates.good, 'other.state.example', 'down', 'certificate for another name'],
    [
      'signed by itself',
      certificates.selfSigned,
      'good.state.example',
      'down',
      'certificate not trusted (self-signed)',
    ],
  ] as const
  it.each(cases)('gives the right result for a certificate that is %s', async (_, cert, host, outcome, error) => {
    const site = await opened(startOddSite({ key: sampleKey, cert }))
    const result = await check({ url: `https://${host}:${site.port}/` }, directRoute, settings({ ca: sampleAuthority }))
    expect(result).toMatchObject({ outcome, error })
  })

  it('rejects an unknown authority, and a server without TLS', async () => {
    const site = await opened(startOddSite({ key: sampleKey, cert: certificates.good }))
    const unknown = await check({ url: `https://good.state.example:${site.port}/` }, directRoute, settings())
    expect(unknown.error).toMatch(/^certificate not trusted/)
    const plain = await opened(startOddSite())
    const none = await check({ url: `https://good.state.example:${plain.port}/` }, directRoute, settings())
    expect(none.error).toMatch(/^(TLS failed|connection)/)
  })
})

describe('an address that is not public', () => {
  const strict = (more: Partial<CheckSettings> = {}) => settings({ isAllowed: createSsrfGuard(), ...more })

  it('is not requested: neither directly, nor by a name, nor after a redirect', async () => {
    const site = await opened(startOddSite())
    const rejected = { outcome: 'unclear', error: 'address is not public' }
    expect(await check({ url: site.url }, directRoute, strict())).toMatchObject(rejected)
    expect(await check({ url: `http://[::ffff:127.0.0.1]:${site.port}/` }, directRoute, strict())).toMatchObject(
      rejected,
    )
    expect(await check({ url: `http://inside.example:${site.port}/` }, directRoute, strict())).toMatchObject(rejected)
    expect(site.requestCount()).toBe(0)
    expect(await check({ url: `${site.url}/to-metadata` }, directRoute, settings())).toMatchObject(rejected)
    const file = await check({ url: `${site.url}/to-file` }, directRoute, settings())
    expect(file).toMatchObject({ outcome: 'unclear', error: 'not http or https' })
  })

  it('is skipped among several, and the public one is used', async () => {
    const site = await opened(startOddSite())
    const lookup = async () => [
      { address: '10.0.0.1', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]
    const result = await check({ url: `http://two.state.example:${site.port}/` }, directRoute, settings({ lookup }))
    expect(result.outcome).toBe('up')
  })

  it('is not requested when a name server answers differently the second time', async () => {
    const site = await opened(startOddSite())
    let looks = 0
    const lookup = async () => {
      looks++
      return [{ address: looks === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }]
    }
    const result = await check({ url: `http://rebind.state.example:${site.port}/` }, directRoute, settings({ lookup }))
    expect(result.outcome).toBe('up')
    expect(looks).toBe(1)
  })
})

describe('a check through an HTTP proxy', () => {
  const start = startHttpProxy
  const through = (proxy: string, url: string, more: Partial<CheckSettings> = {}) =>
    check({ url }, parseEgressRoute(proxy), settings(more))

  it('reaches a site, plain and encrypted, by a validated address', async () => {
    const proxy = await opened(start({ user: 'monitor:pass' }))
    const plain = await opened(startOddSite())
    expect(await through(proxy.url, plain.url)).toMatchObject({ outcome: 'up', status: 200 })
    const secure = await opened(startOddSite({ key: sampleKey, cert: certificates.good }))
    const url = `https://good.state.example:${secure.port}/`
    expect(await through(proxy.url, url, { ca: sampleAuthority })).toMatchObject({ outcome: 'up' })
    expect(proxy.requests).toEqual([`127.0.0.1:${plain.port}`, `127.0.0.1:${secure.port}`])
  })

  it('finds names that this machine cannot', async () => {
    const proxy = await opened(start())
    const site = await opened(startOddSite())
    const lookup = () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' }))
    const result = await through(proxy.url, `http://localhost:${site.port}/`, { lookup })
    expect(result).toMatchObject({ outcome: 'up' })
    expect(proxy.requests).toEqual([`localhost:${site.port}`])
  })

  it('reports a site that is down', async () => {
    const proxy = await opened(start())
    const gone = await startOddSite()
    await gone.close()
    expect(await through(proxy.url, gone.url)).toMatchObject({ outcome: 'down' })
    const site = await opened(startOddSite())
    expect(await through(proxy.url, `${site.url}/503`)).toMatchObject({ outcome: 'down', error: 'HTTP 503' })
    expect(await through(proxy.url, `${site.url}/hang`, soon)).toMatchObject({ outcome: 'down', error: 'timeout' })
    const old = await opened(startOddSite({ key: sampleKey, cert: certificates.expired }))
    const result = await through(proxy.url, `https://good.state.example:${old.port}/`, { ca: sampleAuthority })
    expect(result).toMatchObject({ outcome: 'down', error: 'certificate expired' })
  })

  it('blames the proxy, never the site, for a proxy that is missing, unknown or refusing', async () => {
    const site = await opened(startOddSite())
    const gone = await start()
    await gone.close()
    const failed = { outcome: 'route_failed' }
    expect(await through(gone.url, site.url)).toMatchObject({ ...failed, error: 'proxy: connection refused' })
    const closed = await opened(start({ user: 'monitor:right' }))
    expect(await through(closed.url.replace('right', 'wrong'), site.url)).toMatchObject(failed)
    const no = await opened(start({ answer: 403 }))
    const result = await through(no.url, site.url)
    expect(result).toMatchObject(failed)
    expect(result.error).toBe('proxy answered 403')
    expect(site.requestCount()).toBe(0)
  })

  it('reaches no private address', async () => {
    const proxy = await opened(start())
    const site = await opened(startOddSite())
    expect(await through(proxy.url, site.url, { isAllowed: createSsrfGuard() })).toMatchObject({ outcome: 'unclear' })
    expect(proxy.requests).toEqual([])
  })

  it('never shows the proxy’s password', async () => {
    const way = parseEgressRoute('http://user:CANARY@proxy.example:3128')
    expect(way.name).toBe('http://proxy.example:3128')
  })
})

it('an unreadable proxy address is rejected without its password', () => {
  for (const text of [
    '',
    'proxy',
    'ftp://user:CANARY@proxy.example',
    'socks5://user:CANARY@proxy.example',
    'https://',
  ]) {
    expect(() => parseEgressRoute(text)).toThrow('A proxy must be')
    expect(() => parseEgressRoute(text)).not.toThrow('CANARY')
  }
})
