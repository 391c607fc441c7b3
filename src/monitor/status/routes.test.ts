import { gunzipSync } from 'node:zlib'
import { JSDOM } from 'jsdom'
import { afterEach, describe, expect, it } from 'vitest'
import { SiteDetailsList } from '../../contract/sites.ts'
import { createUuid } from '../store/rows.ts'
import type { MonitorStore } from '../store/store.ts'
import { openRecords, recordCheck } from '../testing/records.ts'
import { statusRoutes } from './routes.ts'

const urls = {
  polls: 'https://polls.example/',
  nasty: 'https://nasty.example/',
  ma: 'https://register.state.example/',
  tn: 'https://tn.example/',
}
type Name = keyof typeof urls
const names = new Map(Object.entries(urls).map(([name, url]) => [createUuid('site', url), name]))
const getSiteId = (name: Name) => createUuid('site', urls[name])

const sites = [
  { url: urls.polls, description: 'TN <Polling> Place' },
  { url: urls.nasty, description: '=HYPERLINK("x"),<script>' },
  { url: urls.ma, description: 'MA Online Voter Registration' },
  { url: urls.tn, description: 'TN Online Voter Registration' },
]
const at = (text: string) => Date.parse(`2026-${text}:00Z`)
const quarter = 15 * 60_000
const failed = { up: false, status: undefined, error: 'failed' }

const open = new Set<MonitorStore>()
afterEach(async () => {
  for (const store of open) await store.close()
  open.clear()
})

/** The page over the records of a store that counts what is read; its clock stands still. */
function aPage(store: MonitorStore, interval = 900_000, publicUrl?: string) {
  open.add(store)
  const time = { now: at('03-02T12:00') }
  const read = { checks: 0, isAway: false }
  const counting: MonitorStore = {
    ...store,
    sites: (...ask) => (read.isAway ? Promise.reject(new Error('away')) : store.sites(...ask)),
    checks: (...ask) => {
      read.checks++
      return store.checks(...ask)
    },
  }
  const app = statusRoutes({ store: counting, clock: { now: () => time.now }, intervalMs: interval, publicUrl })
  const get = async (path: string, headers: Record<string, string> = {}) => app.request(path, { headers })
  const page = async (query = '', headers = {}) =>
    new JSDOM(await (await get(`/status${query}`, headers)).text()).window.document
  const known = async (query = '') => SiteDetailsList.parse(await (await get(`/status.json${query}`)).json())
  return { store, get, page, known, time, read }
}

/** MA has been down for six hours, TN was down three days ago, one site was checked once, and one never. */
async function records(): Promise<MonitorStore> {
  const store = await openRecords(sites, at('02-27T00:00'))
  await recordCheck(store, urls.tn, at('02-27T00:00'), failed)
  await recordCheck(store, urls.tn, at('02-27T06:00'))
  for (let index = 119; index >= 0; index--) {
    const own = index > 23 ? { loadUs: index * 10_000 } : failed
    await recordCheck(store, urls.ma, at('03-02T11:45') - index * quarter, own)
  }
  await recordCheck(store, urls.tn, at('03-02T11:54'))
  await recordCheck(store, urls.nasty, at('03-02T11:50'))
  return store
}
const aWatchedPage = async () => aPage(await records())

const rows = (page: Document) =>
  [...page.querySelectorAll('[data-site]')].map((row) => names.get(row.getAttribute('data-site') ?? ''))
const textOf = (page: Document, selector: string) =>
  page.querySelector(selector)?.textContent?.replaceAll(/\s+/g, ' ').trim()
const row = (name: Name) => `[data-site="${getSiteId(name)}"]`
const part = (name: Name, what: string) => `[id="${getSiteId(name)}-${what}"]`

describe('GET /status', () => {
  it('has files of its own only: no frame, nothing inline, no other host', async () => {
    const { get, page } = await aWatchedPage()
    const { headers } = await get('/status')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    const document = await page()
    expect(document.querySelectorAll('[style], style, script, [onclick]')).toHaveLength(0)
    expect((await get('/status.css')).status).toBe(200)
  })

  it('is the redirect target of the monitor’s root', async () => {
    const { get } = await aWatchedPage()
    expect(new URL((await get('/')).headers.get('location') ?? '', 'https://status.partner.example/').pathname).toBe(
      '/status',
    )
  })

  it('sets Strict-Transport-Security if browsers reach the monitor over TLS', async () => {
    const store = await records()
    for (const [publicUrl, demanded] of [
      ['https://status.partner.example', 'max-age=31536000'],
      ['http://127.0.0.1:8789', null],
      [undefined, null],
    ] as const) {
      const { headers } = await aPage(store, 900_000, publicUrl).get('/status')
      expect(headers.get('strict-transport-security')).toBe(demanded)
    }
  })

  it('lists the outages first, then every other site in a table', async () => {
    const document = await (await aWatchedPage()).page()
    expect(textOf(document, '#summary')).toBe('1 of 4 sites is down. Of 1 nothing is known.')
    expect(rows(document)).toEqual(['ma', 'polls', 'tn', 'nasty'])
    const [first] = document.querySelectorAll('section')
    expect(first?.querySelector('h2')?.textContent).toBe('Down now')
    expect(textOf(document, row('ma'))).toMatch(
      /^Massachusetts.*Online Voter Registration.*Down since Mar 2, 2026, 6:00.AM UTC.*checked 15 minutes ago/,
    )
    expect(textOf(document, row('polls'))).toContain('Not known')
    const heads = [...document.querySelectorAll('main > section:last-of-type [role="columnheader"]')]
    expect(heads.map(({ textContent }) => textContent)).toEqual([
      'State',
      'Site',
      'Now',
      'Share of time up',
      'Last 90 days',
      'Load time',
    ])
  })

  it('draws days and load times, with the figures as text for screen readers', async () => {
    const document = await (await aWatchedPage()).page()
    expect(document.querySelector(row('tn'))?.querySelectorAll('svg[aria-hidden="true"]')).toHaveLength(2)
    expect(textOf(document, `${part('tn', 'days')} tbody`)).toBe('Feb 27, 202625%')
    expect(textOf(document, `${part('ma', 'days')} tbody`)).toBe('Mar 2, 202650%')
    expect(textOf(document, `${part('ma', 'load')} table`)).toBe('Checks96Failed24Median0.60 sSlowest0.95 s')
    expect(textOf(document, `${part('tn', 'load')} table`)).toBe('Checks3Failed1Median1.58 sSlowest1.58 s')
    expect(document.querySelector(`${row('polls')} .plot .p-unknown`)?.getAttribute('d')).not.toBe('')
  })

  it.each<[string, Name[]]>([
    ['?state=TN', ['polls', 'tn']],
    ['?state=XX', ['ma', 'polls', 'tn', 'nasty']],
  ])('shows the requested state: %s', async (query, expected) => {
    const { page, known } = await aWatchedPage()
    expect(rows(await page(query))).toEqual(expected)
    expect((await known(query)).sites.map(({ id }) => names.get(id))).toEqual(expected)
  })

  it('keeps the filter in its form and its links', async () => {
    const document = await (await aWatchedPage()).page('?state=TN')
    expect(document.querySelector<HTMLSelectElement>('#state')?.value).toBe('TN')
    expect(document.querySelector('.links a')?.getAttribute('href')).toBe('status.json?state=TN')
  })

  it('escapes the text of the list', async () => {
    const { page } = await aWatchedPage()
    const document = await page()
    expect(textOf(document, `${row('nasty')} td span + br`)).toBe('')
    expect(document.querySelector(row('nasty'))?.textContent).toContain('=HYPERLINK("x"),<script>')
  })

  it('counts only the time since the first check, and shows no uptime of less than a day', async () => {
    const store = await openRecords(sites, at('03-02T06:00'))
    await recordCheck(store, urls.ma, at('03-02T06:00'), failed)
    const { page, time } = aPage(store)
    const cells = async () => textOf(await page(), `${row('ma')} td:nth-of-type(3)`)
    expect(await cells()).toMatch(/^Share of time upCounted since Mar 2, 2026, 6:00.AM UTC$/)
    time.now += 2 * 86_400_000
    await recordCheck(store, urls.ma, time.now - 1_000, failed)
    expect(await cells()).toMatch(/UTCDay0%Week0%30 days0%90 days0%$/)
  })

  it('distinguishes a site that always blocks programs from one that is up, down or unknown', async () => {
    const store = await openRecords(sites.slice(2), at('03-02T11:00'))
    const refusal = { up: false, ignored: true, status: 403, error: 'keeps programs out (HTTP 403)' }
    for (const minute of [0, 15]) await recordCheck(store, urls.tn, at('03-02T11:00') + minute * 60_000, refusal)
    await recordCheck(store, urls.ma, at('03-02T11:00'))
    await recordCheck(store, urls.ma, at('03-02T11:15'), refusal)
    const { page, known } = aPage(store)
    const document = await page()
    expect(textOf(document, `${row('tn')} .now`)).toBe('Cannot be checked: it refuses programs (HTTP 403)')
    expect(textOf(document, `${row('tn')} td:nth-of-type(3)`)).not.toMatch(/%/)
    expect(textOf(document, '#summary')).toContain('No outage among 2 sites. 1 cannot be checked.')
    // Refused once, admitted once: it can be checked.
    expect(textOf(document, `${row('ma')} .now`)).toBe('Up')
    const [site] = (await known('?state=TN')).sites
    expect(site).toMatchObject({ blocked_status: 403 })
    expect(site).not.toHaveProperty('up')
  })

  it('lists the outages and, for a site that is down or of one state, the last checks', async () => {
    const { page, known } = await aWatchedPage()
    const document = await page()
    expect(textOf(document, `${part('ma', 'outages')} ul`)).toMatch(/^Mar 2, 2026, 6:00.AM UTC – still down: Failed$/)
    expect(textOf(document, `${part('tn', 'outages')} ul`)).toMatch(
      /^Feb 27, 2026, 12:00.AM UTC – Feb 27, 2026, 6:00.AM UTC \(6 hours\): Failed$/,
    )
    expect(document.querySelectorAll(`${part('ma', 'checks')} li`)).toHaveLength(10)
    expect(document.querySelector(part('tn', 'checks'))).toBeNull()
    const ofState = await page('?state=TN')
    expect(textOf(ofState, `${part('tn', 'checks')} li`)).toMatch(/UTC: Up, 1.58 s$/)
    const tn = (await known('?state=TN')).sites.find(({ id }) => id === getSiteId('tn'))
    expect(tn?.history).toMatchObject({
      outages: [{ from: '2026-02-27T00:00:00.000Z', to: '2026-02-27T06:00:00.000Z', kind: 'failed' }],
      checks: [{ outcome: 'up', load_time: 1.579 }, { outcome: 'up' }, { outcome: 'down', kind: 'failed' }],
    })
    const all = (await known()).sites.map(({ id, history }) => [names.get(id), history?.checks?.length])
    expect(all).toEqual([
      ['ma', 10],
      ['polls', 0],
      ['tn', undefined],
      ['nasty', undefined],
    ])
  })

  it('queries the checks of a site after a new check only, however many visitors there are', async () => {
    const { store, known, page, time, read } = await aWatchedPage()
    const latest = async () =>
      (await known('?state=TN')).sites.find(({ id }) => id === getSiteId('tn'))?.history?.checks?.[0]
    expect(await latest()).toMatchObject({ outcome: 'up' })
    const before = read.checks
    time.now += 30_000
    await Promise.all([page(), page('?state=MA'), known()])
    expect(read.checks).toBe(before)
    await recordCheck(store, urls.tn, time.now, { up: false, status: 503, error: 'HTTP 503' })
    time.now += 1_000
    expect(await latest()).toEqual({
      checked_at: '2026-03-02T12:00:30.000Z',
      outcome: 'down',
      kind: 'answer',
      status: 503,
    })
    expect(read.checks).toBe(before + 1)
  })

  it('is rendered once a second at most for each state', async () => {
    const { get, time } = await aWatchedPage()
    const bytes = async (path: string) =>
      new Uint8Array(await (await get(path, { 'Accept-Encoding': 'gzip' })).arrayBuffer())
    const first = await bytes('/status')
    expect(gunzipSync(first).toString()).toBe(await (await get('/status')).text())
    expect(await bytes('/status?state=TN')).not.toEqual(first)
    time.now += 999
    expect(await bytes('/status')).toEqual(first)
    time.now += 2 * 60_000
    expect(gunzipSync(await bytes('/status')).toString()).not.toBe(gunzipSync(first).toString())
  })

  it('compresses its files for clients that accept it', async () => {
    const { get } = await aWatchedPage()
    for (const path of ['/status.json', '/status.css']) {
      const plain = await get(path)
      expect([plain.headers.get('content-encoding'), plain.headers.get('vary')], path).toEqual([
        null,
        expect.stringContaining('Accept-Encoding'),
      ])
      const packed = await get(path, { 'Accept-Encoding': 'gzip' })
      expect(gunzipSync(new Uint8Array(await packed.arrayBuffer())).toString()).toBe(await plain.text())
    }
  })

  it('says so when nothing is known, and when the data is old', async () => {
    const { page, known, time, read } = await aWatchedPage()
    await page()
    read.isAway = true
    time.now += 120_000
    expect(textOf(await page(), 'main strong')).toBe(
      'The monitor’s data cannot be read at the moment. This is the last that is known.',
    )
    expect(await known()).toMatchObject({ stale: true, sites: [{ up: false }, {}, {}, {}] })
    time.now += 15 * 60_000
    const document = await page()
    expect(textOf(document, '#summary')).toMatch(/^Nothing is known at the moment/)
    expect(rows(document)).toEqual([])
    expect(await known()).toEqual({ sites: [], stale: true })
  })

  it('calls a site unknown that was not checked four times in a row, an hour at least', async () => {
    const store = await records()
    for (const [interval, hours, isDown] of [
      [900_000, 1, true],
      [900_000, 1.1, false],
      [3_600_000, 4, true],
      [3_600_000, 4.1, false],
    ] as const) {
      const { known, time } = aPage(store, interval)
      time.now = at('03-02T11:45') + hours * 3_600_000
      const ma = (await known()).sites.find(({ id }) => id === getSiteId('ma'))
      expect(ma?.up, `${hours} hours`).toBe(isDown ? false : undefined)
    }
  })
})
