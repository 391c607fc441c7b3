import { describe, expect, it } from 'vitest'
import { uptimeServicePaths } from '../../contract/routes.ts'
import { Sites } from '../../contract/sites.ts'
import { aRequest } from '../../contract/testing/samples.ts'
import type { Site } from '../../contract/uptime.ts'
import type { BffDependencies } from '../bff-dependencies.ts'
import { createBff } from '../create-bff.ts'
import type { LogLine } from '../observability/log.ts'
import { answerOf, partnerOrigin, problemOf, register, settingsOf, theOptions } from '../testing/bff-requests.ts'
import { type Answer, respond } from '../testing/fake-service.ts'
import { aCheck, aSite, uptimeAnswers } from '../testing/fake-uptime.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'

const service = await sharedFakeService()
const uptime = await sharedFakeService()

const downSite = (change: Partial<Site> = {}) =>
  aSite({ state_up: false, state_changed_at: '2026-03-02T07:31:46.560065Z', ...change })

const known = (...sites: unknown[]) => uptimeAnswers({ sites, checks: [aCheck({ state_up: false })] })

/** Creates a BFF whose clock stops until a test moves it. */
function aBff(change = {}, dependencies: BffDependencies = {}) {
  const time = { now: Date.parse('2026-03-02T08:00:00Z') }
  const lines: LogLine[] = []
  const bff = createBff(
    { ...theOptions(service.url), uptimeUrl: uptime.url, ...change },
    {
      log: (line) => lines.push(line),
      clock: { now: () => time.now },
      uptimeDeadline: 30_000,
      uptimeFreshMs: 60_000,
      ...dependencies,
    },
  )
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    bff.fetch(new Request(`http://bff.test${path}`, { method, headers: { Origin: partnerOrigin, ...headers } }))
  const sites = async (query = '') => Sites.parse(await (await get(`/sites${query}`)).json())
  const firstButton = async (state = 'MA') =>
    (await answerOf(await register(bff, { body: { ...aRequest(), state, ...(state === 'TN' && { title: 'Ms' }) } })))
      .buttons[0]
  const said = () => lines.filter(({ code }) => code?.startsWith('uptime')).map(({ code, cause }) => [code, cause])
  return { bff, time, get, sites, firstButton, said }
}

const minutes = (count: number) => count * 60_000

describe('GET /sites', () => {
  it('returns the sites of a state: down ones first, since when, and when they were last checked', async () => {
    uptime.answerWith(
      known(
        aSite({ uuid: 'a', description: 'MA Polling Place', url: 'https://polls.state.example/' }),
        downSite(),
        aSite({ uuid: 'b', description: 'TN Online Voter Registration' }),
        aSite({ uuid: 'c', description: 'uptime monitor sentinel site' }),
      ),
    )
    const { sites } = aBff()
    const { sites: told, stale } = await sites('?state=MA')
    expect(stale).toBe(false)
    expect(told).toEqual([
      {
        id: downSite().uuid,
        up: false,
        since: '2026-03-02T07:31:46.560Z',
        checked_seconds_ago: 180,
        url: 'https://register.state.example/',
      },
      expect.objectContaining({ id: 'a', up: true }),
    ])
    expect((await sites()).sites.map(({ id }) => id)).toEqual([downSite().uuid, 'a', 'b'])
    expect(uptime.heard.map(({ path }) => path.split('?')[0])).toContain(uptimeServicePaths.sitesDown)
  })

  it('sends no key by default, and the Uptime API’s own key if set (R-U20, B.2.17)', async () => {
    uptime.answerWith(known(aSite()))
    await aBff().sites()
    expect(uptime.heard.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined])
    uptime.heard.length = 0
    await aBff({ uptimeKeyId: 'id', uptimeKeySecret: 'UPTIMECANARY' }).sites()
    expect(new Set(uptime.heard.map(({ headers }) => headers.authorization))).toEqual(
      new Set([`Basic ${btoa('id:UPTIMECANARY')}`]),
    )
  })

  it('follows pages by their position alone, and returns each site once (R-U10, X27, X30)', async () => {
    const many = Array.from({ length: 230 }, (_, index) => aSite({ uuid: `site-${index}` }))
    // One site of the first page is repeated on the second.
    uptime.answerWith(known(...many.slice(0, 120), many[3], ...many.slice(120)))
    const { sites } = aBff()
    expect(new Set((await sites()).sites.map(({ id }) => id)).size).toBe(230)
    const asked = uptime.heard.map(({ path }) => path).filter((path) => path.startsWith(uptimeServicePaths.sites))
    expect(asked.map((path) => path.split('?')[1])).toEqual([
      'limit=100&offset=0',
      'limit=100&offset=100',
      'limit=100&offset=200',
    ])
  })

  it('has an ETag, no cookie, and is readable by an allowed page', async () => {
    uptime.answerWith(known(aSite()))
    const { get } = aBff()
    const first = await get('/sites?state=MA')
    expect(first.headers.get('access-control-allow-origin')).toBe(partnerOrigin)
    expect(first.headers.get('set-cookie')).toBeNull()
    const again = await get('/sites?state=MA', { 'If-None-Match': first.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
  })

  it.each(['?state=', '?state=ma', '?state=XX', '?state=MA%00'])('rejects %j', async (query) => {
    const response = await aBff().get(`/sites${query}`)
    expect(response.status).toBe(404)
    expect((await problemOf(response)).code).toBe('state_unknown')
    expect(uptime.heard).toEqual([])
  })

  it('is missing without an Uptime API, as the settings say', async () => {
    const without = aBff({ uptimeUrl: undefined })
    expect((await without.get('/sites')).status).toBe(404)
    expect((await settingsOf(without.bff)).features.sites).toBeUndefined()
    expect(await without.firstButton()).not.toHaveProperty('site')
    uptime.answerWith(known())
    expect((await settingsOf(aBff().bff)).features.sites).toBe(true)
    expect((await aBff().get('/sites', {}, 'POST')).status).toBe(405)
  })
})

describe('GET /sites while the Uptime API fails', () => {
  it('returns known sites for 15 minutes, marked stale, then none', async () => {
    uptime.answerWith(known(downSite()))
    const { sites, time, said } = aBff()
    await sites()
    uptime.answerWith(respond(500, 'oh'))
    time.now += minutes(14)
    expect(await sites()).toMatchObject({ sites: [{ up: false }], stale: true })
    time.now += minutes(1)
    expect(await sites()).toEqual({ sites: [], stale: true })
    uptime.answerWith(known(downSite({ state_changed_at: '2026-03-02T08:20:00Z' })))
    time.now += minutes(1)
    expect(await sites()).toMatchObject({ sites: [{ since: '2026-03-02T08:20:00.000Z' }], stale: false })
    expect(said()).toEqual([
      ['uptime_failed', 'broken'],
      ['uptime_recovered', undefined],
    ])
  })

  it.each<[string, Answer, string]>([
    ['401', respond(401, '{"detail":"No"}'), 'unauthorized'],
    ['404', respond(404, '{}'), 'contract_error'],
    ['a redirect', respond(302, '', { location: 'https://elsewhere.example/' }), 'contract_error'],
    ['429', respond(429, ''), 'busy'],
    ['null', respond(200, 'null'), 'no_page'],
    ['a list', respond(200, '[]'), 'no_page'],
    ['a page of another kind', respond(200, '{"count":"x","results":{}}'), 'no_page'],
    ['HTML', respond(200, '<html>', { 'content-type': 'text/html' }), 'not_json'],
    ['a cut answer', respond(200, '{"count":1,"res'), 'not_json'],
    ['a cut connection', (response) => response.destroy(), 'UND_ERR_SOCKET|ECONNRESET|unknown|TypeError'],
  ])('returns nothing after %s, with one line in the log, and registration still works', async (_, answer, cause) => {
    uptime.answerWith(answer)
    const { sites, firstButton, said, time } = aBff()
    expect(await sites()).toEqual({ sites: [], stale: true })
    expect(await firstButton()).toMatchObject({ message_text: 'Register online' })
    expect(await firstButton()).not.toHaveProperty('site')
    time.now += minutes(2)
    await sites()
    expect(said()).toHaveLength(1)
    expect(said()[0]?.[0]).toBe('uptime_failed')
    expect(said()[0]?.[1]).toMatch(new RegExp(`^(${cause})$`))
  })

  it('drops rows with wrong types alone, and treats null as unknown (X29)', async () => {
    const rows = [null, 7, {}, { uuid: 7, url: 'https://x.example/' }, { uuid: '../../x', url: 'https://x.example/' }]
    const odd = [
      aSite({
        uuid: 'odd',
        state_up: null,
        uptime_day: null,
        uptime_week: 7,
        state_changed_at: null,
        description: null,
      }),
      { ...aSite({ uuid: 'odder' }), state_up: 'yes', uptime_day: 'all', last_went_down_check: 'x', extra: {} },
      aSite({ uuid: 'script', url: 'javascript:alert(1)' }),
    ]
    uptime.answerWith(known(...rows, ...odd, aSite({ uuid: 'good', description: 'TN Online Voter Registration' })))
    const { sites, said } = aBff()
    const told = (await sites()).sites
    expect(told.map(({ id, up }) => [id, up])).toEqual([
      ['odder', undefined],
      ['good', true],
      ['odd', undefined],
    ])
    expect(said()).toEqual([['uptime_contract_violation', undefined]])
  })

  it('merges endless pages into one', async () => {
    let row = 0
    uptime.answerWith((response, heard) => {
      const offset = Number(new URL(heard.path, 'http://x').searchParams.get('offset'))
      const results = [aSite({ uuid: `endless-${row++}` })]
      const body = { count: 1e9, next: `https://x.example/?limit=1&offset=${offset + 1}`, previous: null, results }
      respond(200, JSON.stringify(body))(response, heard)
    })
    const { sites } = aBff()
    expect((await sites()).sites.length).toBeLessThanOrEqual(60)
    expect(uptime.heard.length).toBeLessThanOrEqual(60)
  })

  it('treats the same page at every position as one page', async () => {
    uptime.answerWith((response, heard) => {
      const offset = Number(new URL(heard.path, 'http://x').searchParams.get('offset'))
      const body = { count: 500, next: `x?limit=100&offset=${offset + 100}`, previous: null, results: [aSite()] }
      respond(200, JSON.stringify(body))(response, heard)
    })
    expect((await aBff().sites()).sites).toHaveLength(1)
    expect(uptime.heard).toHaveLength(4)
  })

  it('needs one of the two lists only: current outages, and sites', async () => {
    const failing = (path: string, otherwise: Answer): Answer => {
      return (response, heard) => (heard.path.startsWith(path) ? respond(500, '') : otherwise)(response, heard)
    }
    const { sites, time } = aBff()
    uptime.answerWith(failing(uptimeServicePaths.sites, known(downSite())))
    expect(await sites()).toMatchObject({ sites: [{ up: false }], stale: true })
    // It is no longer listed as down, and the whole list fails to load: its status is unknown.
    time.now += minutes(1)
    uptime.answerWith(failing(uptimeServicePaths.sites, known(aSite())))
    expect(await sites()).toEqual({ sites: [], stale: true })
    time.now += minutes(1)
    uptime.answerWith(failing(uptimeServicePaths.sitesDown, known(downSite())))
    expect(await sites()).toMatchObject({ sites: [{ up: false }], stale: true })
  })

  it('reports nothing about a site that was last checked an hour ago', async () => {
    const checks = [aCheck({ state_up: false, created_at: '2026-03-02T06:59:00Z' })]
    uptime.answerWith(uptimeAnswers({ sites: [downSite()], checks }))
    const { sites, firstButton } = aBff()
    expect((await sites()).sites[0]).not.toHaveProperty('up')
    expect(await firstButton()).not.toHaveProperty('site')
  })
})

describe('the state of a button’s site in the answer', () => {
  it('is found by the address that the service gave the button', async () => {
    uptime.answerWith(known(downSite()))
    const { firstButton, sites } = aBff()
    await sites()
    expect(await firstButton()).toMatchObject({
      site: { id: downSite().uuid, up: false, since: '2026-03-02T07:31:46.560Z', checked_seconds_ago: 180 },
    })
    // For a voter of another state the same URL is not that state's site.
    expect(await firstButton('TN')).not.toHaveProperty('site')
  })

  it('is requested with the settings, so that the first answer has it', async () => {
    uptime.answerWith(known(aSite()))
    const { bff, firstButton } = aBff()
    await settingsOf(bff)
    await expect.poll(firstButton).toMatchObject({ site: { up: true } })
  })

  it('never delays a registration, even if the Uptime API hangs', async () => {
    uptime.answerWith(() => undefined)
    const { firstButton, get } = aBff()
    const asking = get('/sites')
    expect(await firstButton()).toMatchObject({ message_text: 'Register online' })
    expect(await Promise.race([asking, Promise.resolve('still asking')])).toBe('still asking')
    uptime.answerWith(known(aSite()))
  })

  it('is current, also for a repeated answer', async () => {
    uptime.answerWith(known(downSite()))
    const { bff, time, sites } = aBff()
    await sites()
    const key = crypto.randomUUID()
    expect((await answerOf(await register(bff, { key }))).buttons[0]?.site?.up).toBe(false)
    uptime.answerWith(known(aSite({ state_changed_at: '2026-03-02T08:00:30Z' })))
    time.now += minutes(1)
    await sites()
    expect((await answerOf(await register(bff, { key }))).buttons[0]?.site?.up).toBe(true)
  })
})
