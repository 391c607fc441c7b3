import { describe, expect, it } from 'vitest'
import { Check, Downtime, getSiteId, parsePage, parsePagePosition, Site } from './uptime.ts'

const aCheck = (more: Record<string, unknown> = {}) => ({
  uuid: '11111111-aaaa-4aaa-8aaa-000000000001',
  site: '0f5e2b7c-6a11-4e0e-8d55-2f3c9d1a7b01',
  state_up: false,
  ignore: false,
  load_time: 1.398545,
  error: 'timeout',
  proxy: 'c1d7a9f2-3b44-4d0e-9a66-7e8f90a1b2c3',
  created_at: '2026-03-02T10:31:46.560065Z',
  ...more,
})

const aSite = (more: Record<string, unknown> = {}) => ({
  uuid: '0f5e2b7c-6a11-4e0e-8d55-2f3c9d1a7b01',
  url: 'https://register.state.example/',
  description: 'MA Online Voter Registration',
  state_up: false,
  state_changed_at: '2026-03-02T10:31:46.560065Z',
  last_went_down_check: aCheck(),
  last_went_up_check: null,
  last_tweet_at: null,
  uptime_day: 0.988392718056286,
  uptime_week: 0.998341816865184,
  uptime_month: 0.999613090601876,
  uptime_quarter: 1,
  ...more,
})

const aDowntime = (more: Record<string, unknown> = {}) => ({
  uuid: '22222222-bbbb-4bbb-8bbb-000000000001',
  site: '0f5e2b7c-6a11-4e0e-8d55-2f3c9d1a7b01',
  down_check: aCheck(),
  up_check: aCheck({ uuid: '11111111-aaaa-4aaa-8aaa-000000000002', state_up: true, error: null }),
  ...more,
})

const aPage = (results: unknown[], more: Record<string, unknown> = {}) => ({
  count: results.length,
  next: null,
  previous: null,
  results,
  ...more,
})

describe('a site of the Uptime API', () => {
  it('is parsed as the specification shows it (R-U11, R-U13 to R-U17)', () => {
    expect(Site.parse(aSite())).toEqual(aSite())
    expect(Site.parse(aSite({ last_went_down_check: null }))).toMatchObject({ last_went_down_check: null })
    expect(Check.parse(aCheck())).toEqual(aCheck())
    expect(Downtime.parse(aDowntime())).toEqual(aDowntime())
  })

  it('has no state before the first check (X29)', () => {
    const unknown = { state_up: null, state_changed_at: null, uptime_day: null, uptime_quarter: null }
    expect(Site.parse(aSite(unknown))).toMatchObject(unknown)
  })

  it('has no end while an outage lasts, and may nest the whole site with unknown keys (X25)', () => {
    const later = aDowntime({
      up_check: null,
      site: aSite({ last_went_blocked_check: null }),
      down_check: aCheck({ blocked: false, title: '', content: '' }),
      duration: 1002.86916,
    })
    const read = Downtime.parse(later)
    expect(read).toEqual(later)
    expect(getSiteId(read)).toBe(getSiteId(Downtime.parse(aDowntime())))
  })
})

describe('a page of the Uptime API', () => {
  it('has each item once, also when the server repeats one (X30)', () => {
    const page = parsePage(aPage([aSite(), aSite({ uuid: 'another' }), aSite()], { count: 196 }), 'site')
    expect(page?.items.map(({ uuid }) => uuid)).toEqual([aSite().uuid, 'another'])
    expect(page).toMatchObject({ count: 196, next: undefined, violations: [] })
  })

  it('loses a bad row, and of a good one only unreadable values', () => {
    const rows = [aSite({ uptime_day: 'all', state_up: 'yes' }), aSite({ uuid: 'b', url: 7 }), 'no site']
    const page = parsePage(aPage(rows), 'site')
    expect(page?.items).toHaveLength(1)
    expect(page?.items[0]).not.toHaveProperty('uptime_day')
    expect(page?.items[0]?.state_up).toBeUndefined()
    expect(page?.violations).toHaveLength(4)
  })

  it('of checks and of downtime is parsed in the same way', () => {
    expect(parsePage(aPage([aCheck()]), 'check')?.items).toEqual([aCheck()])
    const broken = aDowntime({ uuid: 'broken', down_check: null })
    expect(parsePage(aPage([broken, aDowntime()]), 'downtime')?.items).toEqual([aDowntime()])
  })

  it.each([null, [], 'page', { results: [] }, { count: 1 }, { count: '1', results: [] }])('cannot be %j', (value) => {
    expect(parsePage(value, 'site')).toBeUndefined()
  })

  it('names the next one by limit and offset alone, whatever its link (R-U09, X27)', () => {
    const next = 'https://other.example/v1/leouptime/sites/?limit=50&offset=100#x'
    expect(parsePage(aPage([], { next }), 'site')?.next).toEqual({ limit: 50, offset: 100 })
    expect(parsePagePosition('/v1/leouptime/sites/?offset=7')).toEqual({ limit: 100, offset: 7 })
    expect(parsePagePosition('https://api.example.org/v1/leouptime/sites/?limit=20')).toEqual({ limit: 20, offset: 0 })
    for (const link of [null, undefined, '', 'https://api.example.org/', '?limit=0', '?offset=-1', '?offset=1e3']) {
      expect(parsePagePosition(link)).toBeUndefined()
    }
  })
})
