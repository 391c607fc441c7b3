/** `GET` and `POST /form`: the page with the form, for direct links, frames and browsers without scripts. The page itself
 *  is rendered elsewhere; this file decides which origins may post to it, and which requests it may make to this server. */
import { type Context, type Handler, Hono } from 'hono'
import { referrerHost } from '../../contract/campaign.ts'
import type { Page, PageAnswer, PageDeps, PageVisit } from '../../contract/page-interface.ts'
import { bffPaths } from '../../contract/routes.ts'
import { acceptsEncoding } from '../compression.ts'
import { limitBody, readText } from '../middleware/body-limit.ts'
import { isFromOwnPage, onlyOwnSite } from '../middleware/browser-security.ts'
import type { Partner } from '../partners/partner.ts'
import type { Partners } from '../partners/partners.ts'
import { type Env, type Peer, problem } from '../problem.ts'

/** Maximum size of a posted form, in bytes: fifteen fields at maximum length, twelve bytes per character, and sealed data. */
const postLimit = 192 * 1024

/** What the routes need. */
export interface PageRouteOptions {
  /** Creates the page of a partner. */
  make: (own: PartnerPage) => Page
  partners: Partners
  basePath: string
  /** Handles a request as if a browser had sent it to this server. */
  ask: (request: Request, peer: Peer) => Response | Promise<Response>
  /** Called at each visit to the form; must return at once. */
  onAsked: () => void
}

/** The parts of a page that belong to the partner. */
export type PartnerPage = Pick<PageDeps, 'partner' | 'settings' | 'languages' | 'allowedOrigins' | 'look' | 'messages'>

/** Dependencies of the handlers. */
interface PageDependencies extends PageRouteOptions {
  /** Returns a partner's page; by default that of the partner of the options, also when the URL names an unknown one. */
  of: (partner: Partner | undefined) => Page
}

/** Route of the page's scripts. */
const pageFileRoute = `${bffPaths.page}/:file`

/** Creates the routes. */
export function pageRoutes(options: PageRouteOptions): Hono<Env> {
  const parts = { ...options, of: pagesOf(options) }
  const app = new Hono<Env>()
  for (const path of [bffPaths.page, pageFileRoute]) app.use(path, onlyOwnSite)
  app.get(bffPaths.page, showPage(parts))
  app.post(
    bffPaths.page,
    limitBody({ maxSize: postLimit, what: 'A posted form', outcome: 'not_sent' }),
    takePage(parts),
  )
  app.get(pageFileRoute, pageFile(parts))
  return app
}

/** Creates each partner's page at its first request, and again when its entry has changed. */
function pagesOf({ make, partners }: PageRouteOptions): PageDependencies['of'] {
  const made = new WeakMap<Partner, Page>()
  return (partner = partners.all()[0]) => {
    if (partner === undefined) throw new Error('There is always the partner of the options.')
    const { id, settings, catalogues, allowedOrigins, look, messages } = partner
    const languages = catalogues.map(({ language }) => language)
    const page =
      made.get(partner) ??
      make({ partner: id, settings, languages, look, messages, allowedOrigins: [...allowedOrigins] })
    made.set(partner, page)
    return page
  }
}

/** Shows the form. */
function showPage(parts: PageDependencies): Handler<Env> {
  return async (c) => {
    parts.onAsked()
    const visit = visitOf(c, parts)
    const page = pageOf(c, parts)
    return tell(c, await (page === undefined ? unknownPartner(c, parts, visit) : page.show(visit)))
  }
}

/** Accepts a posted form from this server's own page or an allowed origin. */
function takePage(parts: PageDependencies): Handler<Env> {
  return async (c) => {
    parts.onAsked()
    const visit = visitOf(c, parts)
    const page = pageOf(c, parts)
    const origin = c.req.header('origin')
    const mayPost =
      isFromOwnPage(c.req) ||
      // A reload, or a page that the browser restores: only the voter can cause that.
      c.req.header('sec-fetch-site') === 'none' ||
      (origin !== undefined && parts.partners.origins().has(origin))
    if (!mayPost) {
      c.get('note')({ code: 'origin_refused' })
      return tell(c, await (page === undefined ? unknownPartner(c, parts, visit) : page.refuse(visit)))
    }
    if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
      const detail = 'Post the form as application/x-www-form-urlencoded.'
      return problem(c, { status: 415, code: 'unsupported_media_type', outcome: 'not_sent', detail })
    }
    const body = await readText(c)
    if (body.type === 'refused') return problem(c, { ...body.problem, outcome: 'not_sent' })
    const posted = new URLSearchParams(body.text)
    return tell(c, await (page === undefined ? unknownPartner(c, parts, visit, posted) : page.take(visit, posted)))
  }
}

/** Returns the page of the partner that the URL names; `undefined` for an unknown partner. */
function pageOf(c: Context<Env>, { of }: PageDependencies): Page | undefined {
  const chosen = c.get('partner')
  return chosen && of(chosen.partner)
}

/** Returns the error page for an unknown partner. */
function unknownPartner(
  c: Context<Env>,
  { of }: PageDependencies,
  visit: PageVisit,
  posted?: URLSearchParams,
): Promise<PageAnswer> {
  c.get('note')({ code: 'partner_unknown' })
  return of(undefined).unknownPartner(visit, posted)
}

/** Route handler that serves a script of the page. */
function pageFile({ of }: PageDependencies): Handler<Env> {
  return (c) => {
    const file = of(c.get('partner')?.partner).file(c.req.param('file') ?? '')
    if (file !== undefined) return tell(c, file)
    return problem(c, { status: 404, code: 'not_found', detail: `There is no such file under ${bffPaths.page}.` })
  }
}

function visitOf(c: Context<Env>, { ask, basePath }: PageDependencies): PageVisit {
  return {
    query: new URL(c.req.url).searchParams,
    acceptLanguage: c.req.header('accept-language') ?? '',
    referrerHost: referrerHost(c.req.header('referer') ?? '', new URL(c.req.url).host),
    isFramed: c.req.header('sec-fetch-dest') === 'iframe',
    ask: async (path, { headers, body }) => {
      const passed = new Headers(headers)
      for (const name of ['x-forwarded-for', 'traceparent', 'sec-fetch-site', 'sec-gpc']) {
        const value = c.req.header(name)
        if (value !== undefined) passed.set(name, value)
      }
      // A page that the browser restores is this server's own as well.
      if (passed.get('sec-fetch-site') === 'none') passed.set('sec-fetch-site', 'same-origin')
      const { origin } = new URL(c.req.url)
      const sent = c.req.header('origin')
      passed.set('origin', sent === undefined || sent === 'null' ? origin : sent)
      return ask(new Request(origin + basePath + path, { method: 'POST', headers: passed, body }), {
        ...c.env,
        runsNoScripts: true,
      })
    },
  }
}

/** Responds, compressed if the page supports it and the browser accepts it. Responses to a post are not compressed: they hold
 *  a voter's links beside the posted data, and their compressed length would reveal them (BREACH). */
function tell(c: Context<Env>, { status, headers, body, gzip }: PageAnswer): Response {
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
  if (gzip === undefined) return c.body(body, status)
  c.header('Vary', 'Accept-Encoding, Accept-Language, Sec-Fetch-Dest')
  if (!acceptsEncoding(c, 'gzip')) return c.body(body, status)
  c.header('Content-Encoding', 'gzip')
  return c.body(gzip(), status)
}
