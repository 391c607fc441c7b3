/** The Uptime API from a client's view. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uptimePath, uptimeServicePaths } from '../contract/routes.ts'
import { parseSiteDescription } from '../contract/sites.ts'
import { Check, Downtime, parsePage, Site } from '../contract/uptime.ts'
import { inMemory, openSqlite } from '../server/storage/sqlite.ts'
import { createApi } from './api.ts'
import { createUuid } from './store/rows.ts'
import { monitorSchema } from './store/schema.ts'
import { createSqlStore } from './store/sql-store.ts'
import type { CheckFinding, MonitorStore } from './store/store.ts'

const start = Date.UTC(2026, 2, 2, 10)
const minute = 60_000
const url = (i: number) => `https://tool-${i}.state.example/`
const uuid = (i: number) => createUuid('site', url(i))

let store: MonitorStore
let api: (request: Request) => Promise<Response>
const base = 'https://uptime.partner.example'
const ask = (path: string, init?: RequestInit) => api(new Request(base + path, init))
const read = async (path: string) => (await ask(path)).json()

async function record(at: number, verdict: CheckFinding['verdict']): Promise<void> {
  const [site] = await store.claim({ owner: 'me', nowMs: at, expiresAt: at, limit: 1, claimedIds: [] })
  if (site === undefined) throw new Error('Nothing is due.')
  const up = verdict === 'up'
  const attempt = {
    checkedAt: at,
    up,
    ignored: false,
    loadUs: 1_578_655,
    via: 'direct',
    status: up ? 200 : 503,
    redirects: [],
  }
  const attempts = [{ ...attempt, error: up ? undefined : 'HTTP 503' }]
  await store.record({ site, owner: 'me', attempts, verdict, decisiveIndex: 0, dueAt: at + minute })
}

beforeAll(async () => {
  store = createSqlStore(await openSqlite(inMemory, 'owner', { schema: monitorSchema }))
  await store.setSites([{ url: url(0), description: 'MA Online Voter Registration' }], start)
  // Site 0: up, down, up, down …; 30 checks, 15 outages, the last of which is still open.
  for (let i = 0; i < 30; i++) await record(start + i * minute, i % 2 === 0 ? 'up' : 'down')
  const others = Array.from({ length: 249 }, (_, i) => ({ url: url(i + 1), description: `OH tool ${i + 1}` }))
  await store.setSites([{ url: url(0), description: 'MA Online Voter Registration' }, ...others], start + minute * 30)
  api = createApi({ store, clock: { now: () => start + 30 * minute }, publicUrl: undefined })
})
afterAll(() => store.close())

describe('the Uptime API', () => {
  it('lists all sites, a hundred to a page, each page linked to the next (R-U02, R-U08, R-U09)', async () => {
    const seen = new Set<string>()
    let path: string | null = uptimePath('sites')
    const counts: number[] = []
    for (; path !== null; ) {
      const page = await read(path)
      counts.push(page.results.length)
      for (const site of page.results) seen.add(site.uuid)
      expect(page.count).toBe(250)
      path = page.next
    }
    expect(counts).toEqual([100, 100, 50])
    expect(seen.size).toBe(250)
    expect(await read(uptimePath('sites'))).toMatchObject({
      next: '/v1/leouptime/sites/?limit=100&offset=100',
      previous: null,
    })
    expect(await read('/v1/leouptime/sites/?offset=150&limit=50')).toMatchObject({
      next: '/v1/leouptime/sites/?limit=50&offset=200',
      previous: '/v1/leouptime/sites/?limit=50&offset=100',
    })
    expect(await read('/v1/leouptime/sites/?offset=50&limit=50')).toMatchObject({
      previous: '/v1/leouptime/sites/?limit=50',
    })
  })

  it('returns everything about a site as specified (R-U04, R-U11 to R-U15)', async () => {
    const site = await read(uptimePath('site', { uuid: uuid(0) }))
    expect(Object.keys(site)).toEqual([
      'uuid',
      'url',
      'description',
      'state_up',
      'state_changed_at',
      'last_went_down_check',
      'last_went_up_check',
      'last_tweet_at',
      'uptime_day',
      'uptime_week',
      'uptime_month',
      'uptime_quarter',
    ])
    expect(Site.parse(site)).toMatchObject({
      url: url(0),
      state_up: false,
      state_changed_at: '2026-03-02T10:29:00.000Z',
      last_went_down_check: { state_up: false, error: 'HTTP 503', created_at: '2026-03-02T10:29:00.000Z' },
      last_went_up_check: { state_up: true, error: null, created_at: '2026-03-02T10:28:00.000Z' },
      last_tweet_at: null,
    })
    expect(site.uptime_day).toBeCloseTo(1 - 15 / 1_440, 12)
    expect(site.uptime_quarter).toBeCloseTo(1 - 15 / 129_600, 12)
    expect(parseSiteDescription(site.description ?? '')?.state).toBe('MA')
    expect(await read(uptimePath('site', { uuid: uuid(7) }))).toMatchObject({
      state_up: null,
      state_changed_at: null,
      last_went_down_check: null,
      uptime_day: null,
    })
  })

  it('lists sites that are down (R-U03)', async () => {
    const page = parsePage(await read(uptimePath('sitesDown')), 'site')
    expect(page).toMatchObject({ count: 1, next: undefined, violations: [] })
    expect(page?.items[0]?.uuid).toBe(uuid(0))
  })

  it('lists a site’s checks, the newest first, with seconds, error and proxy (R-U05, R-U16, X28)', async () => {
    const page = await read(uptimePath('siteChecks', { uuid: uuid(0), place: { limit: 3, offset: 1 } }))
    expect(page.count).toBe(30)
    expect(page.results.map((check: Check) => check.created_at)).toEqual([
      '2026-03-02T10:28:00.000Z',
      '2026-03-02T10:27:00.000Z',
      '2026-03-02T10:26:00.000Z',
    ])
    expect(Check.parse(page.results[1])).toEqual({
      uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      site: uuid(0),
      state_up: false,
      ignore: false,
      load_time: 1.578655,
      error: 'HTTP 503',
      proxy: createUuid('via', 'direct'),
      created_at: '2026-03-02T10:27:00.000Z',
      status: 503,
      redirects: [],
    })
  })

  it('lists downtime of one site and of all, without an end while it lasts (R-U06, R-U07, R-U17, X25)', async () => {
    for (const path of [uptimePath('downtime'), uptimePath('siteDowntime', { uuid: uuid(0) })]) {
      const { count, results } = await read(path)
      expect(count).toBe(15)
      expect(results).toHaveLength(15)
      expect(results[0]).toMatchObject({ site: uuid(0), up_check: null })
      expect(Downtime.parse(results[1])).toMatchObject({
        down_check: { created_at: '2026-03-02T10:27:00.000Z' },
        up_check: { created_at: '2026-03-02T10:28:00.000Z' },
      })
    }
    expect((await read(uptimePath('siteDowntime', { uuid: uuid(1) }))).count).toBe(0)
  })

  it.each([
    ['limit=0', 100, 0],
    ['limit=-5', 100, 0],
    ['limit=abc', 100, 0],
    ['limit=1.5', 100, 0],
    ['limit=', 100, 0],
    ['limit=3&limit=7', 7, 0],
    ['limit=3&limit=x', 100, 0],
    ['offset=9&offset=249', 1, 249],
    ['limit=+7', 100, 0],
    ['limit=%2B7', 7, 0],
    ['limit=%207%20', 7, 0],
    ['limit=1_0', 10, 0],
    ['offset=-1', 100, 0],
    ['offset=x&limit=5', 5, 0],
    ['offset=249&limit=5', 1, 249],
    ['offset=250', 0, 250],
    ['offset=99999999999999999999', 0, 250],
    ['limit=99999', 250, 0],
  ])('treats ?%s as the real server does: an invalid number is ignored (X30)', async (query, length) => {
    const answer = await ask(`/v1/leouptime/sites/?${query}`)
    expect(answer.status).toBe(200)
    const page = await answer.json()
    // A plus sign in a query is a space: "+7" arrives as " 7".
    expect(page.results.length).toBe(query === 'limit=+7' ? 7 : length)
    expect(page.count).toBe(250)
  })

  it('links back from beyond the end', async () => {
    expect(await read('/v1/leouptime/sites/?offset=400&limit=50')).toMatchObject({
      next: null,
      previous: '/v1/leouptime/sites/?limit=50&offset=350',
    })
  })

  it('keeps other parameters in its links, and uses the public address if it has one', async () => {
    const other = createApi({ store, clock: { now: () => start }, publicUrl: 'https://public.example' })
    const page = await (await other(new Request(`${base}/v1/leouptime/sites/?x=1`))).json()
    expect(page.next).toBe('https://public.example/v1/leouptime/sites/?limit=100&offset=100&x=1')
  })

  it('never puts the requested host into its links: any client can write it', async () => {
    for (const host of ['http://evil.example', 'https://127.0.0.1:1']) {
      const page = await (await api(new Request(`${host}/v1/leouptime/sites/?limit=50&offset=50`))).json()
      expect([page.next, page.previous]).toEqual([
        '/v1/leouptime/sites/?limit=50&offset=100',
        '/v1/leouptime/sites/?limit=50',
      ])
    }
  })

  it('answers missing, forbidden and incomplete paths as the real server does', async () => {
    for (const path of ['site', 'siteChecks', 'siteDowntime'] as const) {
      for (const wrong of ['nobody', crypto.randomUUID(), '..%2F', '%00']) {
        const answer = await ask(uptimePath(path).replace('sites//', `sites/${wrong}/`))
        expect(answer.status, wrong).toBe(404)
        expect(await answer.json()).toEqual({ detail: 'Not found.' })
      }
    }
    expect((await ask(uptimePath('site', { uuid: uuid(0).toUpperCase() }))).status).toBe(200)
    for (const path of Object.values(uptimeServicePaths)) {
      const written = path.replace('{uuid}', uuid(0))
      const redirect = await ask(`${written.slice(0, -1)}?limit=5`)
      expect(redirect.status).toBe(301)
      expect(redirect.headers.get('location')).toBe(`${written}?limit=5`)
      const keyed = await ask(written, { headers: { authorization: 'Basic a2V5OnNlY3JldA==' } })
      expect(keyed.status).toBe(403)
      expect(await keyed.json()).toEqual({ detail: 'Invalid username/password.' })
      const posted = await ask(written, { method: 'POST', body: '{}' })
      expect(posted.status).toBe(405)
      expect(posted.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    }
  })

  it('says so when its records cannot be read', async () => {
    const closed = createSqlStore(await openSqlite(inMemory, 'owner', { schema: monitorSchema }))
    await closed.close()
    const broken = createApi({ store: closed, clock: { now: () => start }, publicUrl: undefined })
    const answer = await broken(new Request(`${base}${uptimePath('sites')}`))
    expect(answer.status).toBe(503)
    expect(await answer.json()).toHaveProperty('detail')
  })
})
