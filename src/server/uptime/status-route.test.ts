import { gunzipSync } from 'node:zlib'
import { JSDOM } from 'jsdom'
import { describe, expect, it } from 'vitest'
import { ShownSites } from '../../contract/shown-sites.ts'
import type { Downtime } from '../../contract/uptime.ts'
import { createBff } from '../create-bff.ts'
import { theOptions } from '../testing/bff-requests.ts'
import { respond } from '../testing/fake-service.ts'
import { aCheck, aSite, uptimeAnswers } from '../testing/fake-uptime.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'

const uptime = await sharedFakeService()

const ma = aSite({ uuid: 'ma', state_up: false, state_changed_at: '2026-03-02T06:00:00Z' })
const tn = aSite({ uuid: 'tn', description: 'TN Online Voter Registration', url: 'https://tn.example/' })
const polls = aSite({
  uuid: 'polls',
  description: 'TN <Polling> Place',
  url: 'javascript:alert(1)',
  state_up: null,
  state_changed_at: null,
})
const nasty = aSite({ uuid: 'nasty', description: '=HYPERLINK("x"),<script>', url: 'https://nasty.example/' })

const minute = (count: number) => new Date(Date.parse('2026-03-02T11:55:00Z') - count * 60_000).toISOString()
const checks = [
  ...Array.from({ length: 120 }, (_, index) =>
    aCheck({
      uuid: `check-${index}`,
      site: 'ma',
      state_up: index > 20,
      load_time: index / 100,
      created_at: minute(index * 15),
    }),
  ),
  aCheck({ uuid: 'tn-1', site: 'tn', created_at: minute(1) }),
]
const downtime: Downtime[] = [
  { uuid: 'open', site: 'ma', down_check: aCheck({ created_at: '2026-03-02T06:00:00Z' }), up_check: null },
  {
    uuid: 'over',
    site: tn,
    down_check: aCheck({ created_at: '2026-02-27T00:00:00Z' }),
    up_check: aCheck({ created_at: '2026-02-27T06:00:00Z' }),
  },
]

function aBff() {
  uptime.answerWith(
    uptimeAnswers({ sites: [tn, ma, nasty, { ...polls, url: 'https://polls.example/' }], checks, downtime }),
  )
  const time = { now: Date.parse('2026-03-02T12:00:00Z') }
  const bff = createBff(
    { ...theOptions('http://127.0.0.1:9'), uptimeUrl: uptime.url },
    { log: () => undefined, now: () => time.now, internals: { uptimeDeadline: 30_000 } },
  )
  const get = (path: string, headers: Record<string, string> = {}) =>
    bff.fetch(new Request(`http://bff.test${path}`, { headers }))
  const page = async (query = '', headers = {}) =>
    new JSDOM(await (await get(`/status${query}`, headers)).text()).window.document
  return { get, page, time }
}

const rows = (page: Document) => [...page.querySelectorAll('[data-site]')].map((row) => row.getAttribute('data-site'))
const textOf = (page: Document, selector: string) =>
  page.querySelector(selector)?.textContent?.replaceAll(/\s+/g, ' ').trim()

describe('GET /status', () => {
  it('is a page of its own files alone: no frame, nothing inline, no other host', async () => {
    const { get, page } = aBff()
    const policy = (await get('/status')).headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    const document = await page()
    expect(document.querySelectorAll('[style], style, script:not([src]), [onclick]')).toHaveLength(0)
    for (const file of ['/status.css', '/status.js']) expect((await get(file)).status).toBe(200)
  })

  it('has the outages first, then every other site in a table', async () => {
    const document = await aBff().page()
    expect(textOf(document, '#summary')).toBe('1 of 4 sites is down. Of 1 nothing is known.')
    expect(rows(document)).toEqual(['ma', 'polls', 'tn', 'nasty'])
    const [first] = document.querySelectorAll('section')
    expect(first?.querySelector('h2')?.textContent).toBe('Down now')
    expect(textOf(document, '[data-site="ma"]')).toMatch(
      /^Massachusetts.*Online Voter Registration.*Down since Mar 2, 2026, 6:00.AM UTC.*checked 5 minutes ago/,
    )
    expect(textOf(document, '[data-site="polls"]')).toContain('Not known')
    const heads = [...document.querySelectorAll('#sites > section:last-of-type [role="columnheader"]')]
    expect(heads.map(({ textContent }) => textContent)).toEqual([
      'State',
      'Site',
      'Now',
      'Share of time up',
      'Last 90 days',
      'Load time',
    ])
  })

  it('draws the days and the load times, with the figures beside them for who does not see', async () => {
    const document = await aBff().page()
    const tennessee = document.querySelector('[data-site="tn"]')
    expect(tennessee?.querySelectorAll('svg[aria-hidden="true"]')).toHaveLength(2)
    expect(textOf(document, '#tn-days tbody')).toBe('Feb 27, 202625%')
    expect(textOf(document, '#ma-days tbody')).toBe('Mar 2, 202650%')
    expect(textOf(document, '#ma-load table')).toBe('Checks96Failed21Median0.58 sSlowest0.95 s')
    expect(textOf(document, '#tn-load table')).toBe('Checks1Failed0Median1.58 sSlowest1.58 s')
    expect(document.querySelector('[data-site="nasty"] .plot .p-unknown')?.getAttribute('d')).not.toBe('')
  })

  it.each([
    ['?state=TN', ['polls', 'tn']],
    ['?tool=Online%20Voter%20Registration', ['ma', 'tn']],
    ['?down=1', ['ma']],
    ['?state=TN&down=1', []],
    ['?state=XX&tool=', ['ma', 'polls', 'tn', 'nasty']],
  ])('shows what is asked for: %s', async (query, expected) => {
    const { page, get } = aBff()
    expect(rows(await page(query))).toEqual(expected)
    const csv = await (await get(`/status.csv${query}`)).text()
    expect(csv.trim().split('\r\n').slice(1)).toHaveLength(expected.length)
  })

  it('keeps the filter in its form and its links', async () => {
    const document = await aBff().page('?state=TN&tool=nothing%22%3E%3Cscript%3E&lang=es')
    expect(document.querySelector<HTMLSelectElement>('#state')?.value).toBe('TN')
    expect(document.querySelector<HTMLSelectElement>('#tool')?.value).toBe('nothing"><script>')
    expect(document.querySelectorAll('script')).toHaveLength(1)
    expect(document.querySelector('.links a')?.getAttribute('href')).toBe(
      'status.csv?state=TN&tool=nothing%22%3E%3Cscript%3E',
    )
  })

  it('speaks Spanish on request, and marks what the service wrote as English', async () => {
    for (const [query, accept] of [
      ['?lang=es', 'en'],
      ['', 'es-MX,en;q=0.5'],
    ] as const) {
      const document = await aBff().page(query, { 'accept-language': accept })
      expect(document.documentElement.lang).toBe('es')
      expect(textOf(document, 'h1')).toBe('Estado de los sitios electorales de los estados')
      expect(document.querySelector('[data-site="ma"] td span[lang="en"]')?.textContent).toBe(
        'Online Voter Registration',
      )
      expect(textOf(document, '[data-site="ma"]')).toContain('comprobado hace 5 minutos')
    }
    expect((await aBff().page('?lang=xx', { 'accept-language': 'fr' })).documentElement.lang).toBe('en')
  })

  it('shows what the service wrote as text, and no formula to a spreadsheet', async () => {
    const { page, get } = aBff()
    const document = await page()
    expect(textOf(document, '[data-site="nasty"] td span + br')).toBe('')
    expect(document.querySelector('[data-site="nasty"]')?.textContent).toContain('=HYPERLINK("x"),<script>')
    const csv = await (await get('/status.csv')).text()
    expect(csv).toContain(`"'=HYPERLINK(""x""),<script>"`)
    expect(csv.split('\r\n')[0]).toBe(
      'state,tool,url,status,since,last_checked,uptime_day,uptime_week,uptime_month,uptime_quarter,id,watched_since,refused_with',
    )
    expect(csv.split('\r\n')[1]).toBe(
      'MA,Online Voter Registration,https://register.state.example/,down,2026-03-02T06:00:00.000Z,2026-03-02T11:55:00.000Z,0.75,0.7988826815642458,0.7988826815642458,0.7988826815642458,ma,2026-03-01T06:10:00.000Z,',
    )
  })

  it('counts only the time since the first check, and says no share of less than a day', async () => {
    const { page, get, time } = aBff()
    const since = (at: string, change = {}) => aCheck({ state_up: false, error: 'HTTP 503', created_at: at, ...change })
    const first = '2026-03-02T06:00:00Z'
    // The API counts the time before the first check as up.
    const always = { ...ma, uptime_day: 0.75, uptime_week: 0.96, uptime_month: 0.99, uptime_quarter: 0.9972 }
    const outage = { uuid: 'all', site: 'ma', down_check: since(first), up_check: null }
    const newest = since('2026-03-02T11:55:00Z', { uuid: 'newest', site: 'ma' })
    uptime.answerWith(
      uptimeAnswers({ sites: [always], checks: [newest, since(first, { site: 'ma' })], downtime: [outage] }),
    )
    const cells = async () => textOf(await page('?lang=en'), '[data-site="ma"] td:nth-of-type(3)')
    expect(await cells()).toMatch(/^Share of time upCounted since Mar 2, 2026, 6:00.AM UTC$/)
    expect((await (await get('/status.csv')).text()).split('\r\n')[1]).toMatch(/,,,,,ma,2026-03-02T06:00:00.000Z,$/)
    time.now += 2 * 86_400_000
    const later = since('2026-03-04T11:55:00Z', { uuid: 'newer', site: 'ma' })
    uptime.answerWith(
      uptimeAnswers({ sites: [always], checks: [later, newest, since(first, { site: 'ma' })], downtime: [outage] }),
    )
    await page()
    expect(await cells()).toMatch(/UTCDay0%Week0%30 days0%90 days0%$/)
  })

  it('tells a site that always refuses programs apart from one that is up, down or not known', async () => {
    const { page, get } = aBff()
    const refused = (uuid: string, text: string, change = {}) =>
      aCheck({ uuid, site: 'tn', state_up: false, ignore: true, error: text, ...change })
    const answers = [
      refused('1', 'keeps programs out (HTTP 403)'),
      refused('2', '', { status: 429 }),
      { ...aCheck({ uuid: '3', site: 'ma', state_up: false, ignore: true, error: 'keeps programs out (HTTP 403)' }) },
      aCheck({ uuid: '4', site: 'ma' }),
    ]
    uptime.answerWith(uptimeAnswers({ sites: [tn, { ...ma, state_up: true }], checks: answers }))
    for (const [lang, says, all] of [
      ['en', 'Cannot be checked: it refuses programs (HTTP 403)', 'No outage among 2 sites. 1 cannot be checked.'],
      ['es', 'No se puede comprobar: rechaza programas (HTTP 403)', '1 no se puede comprobar.'],
    ]) {
      const document = await page(`?lang=${lang}`)
      expect(textOf(document, '[data-site="tn"] .now')).toBe(says)
      expect(textOf(document, '[data-site="tn"] td:nth-of-type(3)')).not.toMatch(/%/)
      expect(textOf(document, '#summary')).toContain(all)
      // Refused once, admitted once: it can be checked.
      expect(textOf(document, '[data-site="ma"] .now')).toMatch(/^(Up|Funciona)$/)
    }
    expect(await (await get('/status.csv?state=TN')).text()).toMatch(/,refused,.*,tn,,403\r\n$/)
    const { sites } = ShownSites.parse(await (await get('/sites?state=TN&history=1')).json())
    expect(sites[0]).toMatchObject({ refused: 403 })
    expect(sites[0]).not.toHaveProperty('up')
  })

  it('lists the outages and, for a site that is down or of one state, the last checks', async () => {
    const { page, get } = aBff()
    const document = await page()
    expect(textOf(document, '#ma-outages ul')).toMatch(/^Mar 2, 2026, 6:00.AM UTC – still down: Failed$/)
    expect(textOf(document, '#tn-outages ul')).toMatch(
      /^Feb 27, 2026, 12:00.AM UTC – Feb 27, 2026, 6:00.AM UTC \(6 hours\): Failed$/,
    )
    expect(document.querySelectorAll('#ma-checks li')).toHaveLength(10)
    expect(document.querySelector('#tn-checks')).toBeNull()
    const spanish = await page('?state=TN&lang=es')
    expect(textOf(spanish, '#tn-checks ul')).toMatch(/UTC: Funciona, 1,58 s$/)
    expect(textOf(spanish, '#tn-outages ul')).toContain('(6 horas): Falló')
    const { sites } = ShownSites.parse(await (await get('/sites?state=TN&history=1')).json())
    expect(sites.find(({ id }) => id === 'tn')?.history).toMatchObject({
      outages: [{ id: 'over', from: '2026-02-27T00:00:00.000Z', to: '2026-02-27T06:00:00.000Z', kind: 'failed' }],
      checks: [{ is: 'up', load_time: 1.579 }],
    })
    const all = ShownSites.parse(await (await get('/sites?history=1')).json()).sites
    expect(all.map(({ id, history }) => [id, history?.checks?.length])).toEqual([
      ['ma', 10],
      ['polls', 0],
      ['tn', undefined],
      ['nasty', undefined],
    ])
  })

  it('reads the checks anew once a site has changed', async () => {
    const { get, time } = aBff()
    const latest = async () => {
      const { sites } = ShownSites.parse(await (await get('/sites?state=TN&history=1')).json())
      return sites.find(({ id }) => id === 'tn')?.history?.checks?.[0]
    }
    expect(await latest()).toMatchObject({ is: 'up' })
    const failed = aCheck({ uuid: 'tn-2', site: 'tn', state_up: false, error: 'HTTP 503', created_at: minute(0) })
    const changed = { ...tn, state_up: false, state_changed_at: minute(0) }
    uptime.answerWith(uptimeAnswers({ sites: [changed], checks: [failed, ...checks], downtime }))
    time.now += 61_000
    await get('/sites')
    await expect.poll(latest).toEqual({ at: '2026-03-02T11:55:00.000Z', is: 'down', kind: 'answer', status: 503 })
  })

  it('is made once a second at most for each filter and language, and compressed once', async () => {
    const { get, time } = aBff()
    const bytes = async (path: string, headers = {}) =>
      new Uint8Array(await (await get(path, { 'Accept-Encoding': 'gzip', ...headers })).arrayBuffer())
    const first = await bytes('/status')
    expect(gunzipSync(first).toString()).toBe(await (await get('/status')).text())
    const others = [await bytes('/status?state=TN'), await bytes('/status', { 'Accept-Language': 'es' })]
    expect(new Set([first, ...others].map((each) => each.join())).size).toBe(3)
    time.now += 999
    expect(await bytes('/status')).toEqual(first)
    time.now += 2 * 60_000
    expect(gunzipSync(await bytes('/status')).toString()).not.toBe(gunzipSync(first).toString())
  })

  it('says so when nothing is known, and when what is known is old', async () => {
    const { page, time } = aBff()
    await page()
    uptime.answerWith(respond(500, ''))
    time.now += 120_000
    expect(textOf(await page(), '#sites strong')).toBe(
      'The monitor cannot be reached at the moment. This is the last that is known.',
    )
    time.now += 15 * 60_000
    const document = await page()
    expect(textOf(document, '#summary')).toMatch(/^Nothing is known at the moment/)
    expect(rows(document)).toEqual([])
  })

  it('reads histories a few at a time, once in a quarter of an hour, however many look', async () => {
    const { page, get, time } = aBff()
    await page()
    const asked = uptime.heard.length
    time.now += 30_000
    await page()
    const { sites } = ShownSites.parse(await (await get('/sites?state=TN&history=1')).json())
    expect(uptime.heard.length).toBe(asked)
    expect(sites.find(({ id }) => id === 'tn')?.history?.days).toHaveLength(90)
    expect(sites.find(({ id }) => id === 'tn')?.history?.load_times).toEqual([1.579])
  })

  it('does not wait for a service that hangs: the sites are there, their history comes later', async () => {
    const { page } = aBff()
    const usual = uptimeAnswers({ sites: [tn] })
    uptime.answerWith((response, heard) => (heard.path.includes('/checks/') ? undefined : usual(response, heard)))
    expect(textOf(await page(), '[data-site="tn"]')).toContain('Not read yet.')
  })
})
