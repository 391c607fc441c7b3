/** `GET /status`: the sites of states as a page for people, `GET /status.csv` the same for spreadsheets. */
import type { Context, Handler } from 'hono'
import type { ShownSite } from '../../contract/sites.ts'
import { isStateCode } from '../../contract/states.ts'
import type { Env } from '../problem.ts'
import { shownSites } from './shown-sites.ts'
import type { SiteHistories } from './site-histories.ts'
import type { WatchedSite, WatchedSites } from './site-status-cache.ts'
import { statusCsv } from './status-page/status-csv.ts'
import { type StatusFilter, statusHtml } from './status-page/status-html.ts'
import { statusWords } from './status-page/status-messages.ts'
import { statusScript } from './status-page/status-script.ts'
import { statusStyle } from './status-page/status-style.ts'

/** What the routes need. */
export interface StatusRouteDeps {
  watched: WatchedSites
  histories: SiteHistories
  now: () => number
  /** After how many seconds the page is renewed. */
  renewSeconds: number
}

/** The page's own files only; nothing inline, no frame. */
const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Answers with the page. */
export function statusRoute({ watched, histories, now, renewSeconds }: StatusRouteDeps): Handler<Env> {
  return async (c) => {
    const { sites, stale } = await watched.known()
    const filter = filterOf(c)
    const through = sites.filter((site) => passes(site, filter))
    const shown = shownSites(through, await histories(through), now())
    const words = statusWords(c.req.query('lang'), c.req.header('accept-language'))
    const codes = sites.flatMap(({ about: { state } }) => (state === undefined ? [] : [state]))
    const tools = [...new Set(sites.map(({ about: { tool } }) => tool))].sort()
    const choices = { states: new Set(codes), tools }
    const isKnown = sites.length > 0
    c.header('Content-Security-Policy', policy)
    c.header('Cache-Control', 'no-cache')
    c.header('Content-Language', words.language)
    c.header('Vary', 'Accept-Language')
    return c.html(await statusHtml({ sites: shown, choices, isKnown, stale, filter, words, now: now(), renewSeconds }))
  }
}

/** Answers with the file. */
export function statusCsvRoute({ watched, now }: Pick<StatusRouteDeps, 'watched' | 'now'>): Handler<Env> {
  return async (c) => {
    const { sites } = await watched.known()
    const shown: ShownSite[] = shownSites(
      sites.filter((site) => passes(site, filterOf(c))),
      undefined,
      now(),
    )
    return c.body(statusCsv(shown, now()), 200, {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': 'attachment; filename="site-status.csv"',
    })
  }
}

/** Answers with a file of the page. */
export function statusFileRoute(kind: 'style' | 'script'): Handler<Env> {
  const [text, type] = kind === 'style' ? [statusStyle, 'text/css'] : [statusScript, 'text/javascript']
  return (c) => {
    c.header('Cache-Control', 'public, max-age=300')
    return c.body(text, 200, { 'Content-Type': `${type}; charset=utf-8` })
  }
}

/** The filter from the query; a value that cannot be read counts as none. */
function filterOf(c: Context<Env>): StatusFilter {
  const state = c.req.query('state')
  const tool = c.req.query('tool')?.slice(0, 200)
  return {
    state: isStateCode(state) ? state : undefined,
    tool: tool === '' ? undefined : tool,
    down: c.req.query('down') === '1',
  }
}

function passes({ about, up }: WatchedSite, { state, tool, down }: StatusFilter): boolean {
  return (
    (state === undefined || about.state === state) &&
    (tool === undefined || about.tool === tool) &&
    (!down || up === false)
  )
}
