import { gunzipSync } from 'node:zlib'
import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ShownSites } from '../../contract/sites.ts'
import type { Downtime } from '../../contract/uptime.ts'
import { theOptions } from '../../testing/bff-requests.ts'
import { type FakeService, respond, startFakeService } from '../../testing/fake-service.ts'
import { aCheck, aSite, uptimeAnswers } from '../../testing/fake-uptime.ts'
import { createBff } from '../create-bff.ts'

let uptime: FakeService
beforeAll(async () => {
  uptime = await startFakeService()
})
afterAll(() => uptime.close())

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
  uptime.heard.length = 0
  uptime.answerWith(
    uptimeAnswers({ sites: [tn, ma, nasty, { ...polls, url: 'https://polls.example/' }], checks, downtime }),
  )
  const time = { now: Date.parse('2026-03-02T12:00:00Z') }
  const bff = createBff(
    { ...theOptions('http://127.0.0.1:9'), uptimeUrl: uptime.url },
    { log: () => undefined, now: () => time.now, uptimeDeadline: 30_000 },
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
      'Up, of the watched time',
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
      'state,tool,url,status,since,last_checked,uptime_day,uptime_week,uptime_month,uptime_quarter,id',
    )
    expect(csv.split('\r\n')[1]).toBe(
      'MA,Online Voter Registration,https://register.state.example/,down,2026-03-02T06:00:00.000Z,2026-03-02T11:55:00.000Z,1,0.998341816865184,0.999613090601876,1,ma',
    )
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
