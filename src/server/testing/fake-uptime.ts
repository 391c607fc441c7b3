/** Makes a fake service serve the Uptime API from samples: pages with absolute links, newest first, 100 items a page. */
import { uptimePath, uptimeServicePaths } from '../../contract/routes.ts'
import { type Check, type Downtime, getSiteId, type Site } from '../../contract/uptime.ts'
import { type Answer, respond } from './fake-service.ts'

/** A site that is up, as the service sends it. Every uuid, host and description in here is fictional. */
export function aSite(change: Partial<Site> = {}): Site {
  return {
    uuid: '0f5e2b7c-6a11-4e0e-8d55-2f3c9d1a7b01',
    url: 'https://register.state.example/',
    description: 'MA Online Voter Registration',
    state_up: true,
    state_changed_at: '2026-03-01T10:48:29.429225Z',
    last_went_down_check: null,
    last_went_up_check: null,
    last_tweet_at: null,
    uptime_day: 1,
    uptime_week: 0.998341816865184,
    uptime_month: 0.999613090601876,
    uptime_quarter: 1,
    ...change,
  }
}

/** A successful check. */
export function aCheck(change: Partial<Check> = {}): Check {
  return {
    uuid: '11111111-aaaa-4aaa-8aaa-000000000002',
    site: aSite().uuid,
    state_up: true,
    ignore: false,
    load_time: 1.578655,
    error: null,
    proxy: 'c1d7a9f2-3b44-4d0e-9a66-7e8f90a1b2c3',
    created_at: '2026-03-02T07:57:00.000000Z',
    ...change,
  }
}

/** Its data. */
export interface UptimeKnowledge {
  sites: readonly unknown[]
  /** By default those of `sites` that are not up. */
  down?: readonly unknown[]
  /** Newest first. */
  checks?: readonly Check[]
  downtime?: readonly Downtime[]
}

/** An {@link Answer} for `FakeService.answerWith`. */
export function uptimeAnswers({ sites, down, checks = [], downtime = [] }: UptimeKnowledge): Answer {
  return (response, heard) => {
    const url = new URL(heard.path, 'http://fake')
    const lists: Record<string, readonly unknown[]> = {
      [uptimeServicePaths.sites]: sites,
      [uptimeServicePaths.sitesDown]: down ?? sites.filter((site) => valueIn(site, 'state_up') === false),
      [uptimeServicePaths.downtime]: downtime,
    }
    for (const site of sites) {
      const uuid = String(valueIn(site, 'uuid'))
      lists[uptimePath('siteChecks', { uuid })] = checks.filter((check) => check.site === uuid)
      lists[uptimePath('siteDowntime', { uuid })] = downtime.filter((one) => getSiteId(one) === uuid)
    }
    const list = lists[url.pathname]
    if (list === undefined) {
      respond(404, '{"detail":"Not found."}')(response, heard)
      return
    }
    const limit = Number(url.searchParams.get('limit') ?? 100)
    const offset = Number(url.searchParams.get('offset') ?? 0)
    // As from the real server for sites-down: the link names another list, and another host (X27).
    const next = `https://elsewhere.example${uptimeServicePaths.sites}?limit=${limit}&offset=${offset + limit}`
    const page = {
      count: list.length,
      next: offset + limit < list.length ? next : null,
      previous: null,
      results: list.slice(offset, offset + limit),
    }
    respond(200, JSON.stringify(page))(response, heard)
  }
}

function valueIn(site: unknown, key: keyof Site): unknown {
  return typeof site === 'object' && site !== null ? Reflect.get(site, key) : undefined
}
