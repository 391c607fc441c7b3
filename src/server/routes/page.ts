/** `GET` and `POST /form`: the page with the form, for direct links, frames and browsers without scripts. The page itself
 *  is rendered elsewhere; this file decides which origins may post to it, and which requests it may make to this server. */
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { PageDeps, PageVariables } from '../../contract/page-interface.ts'
import { bffPaths } from '../../contract/routes.ts'
import { limitBody, readText } from '../middleware/body-limit.ts'
import { isFromOwnPage, onlyOwnSite } from '../middleware/browser-security.ts'
import type { Partner } from '../partners/partner.ts'
import type { Partners } from '../partners/partners.ts'
import { type Env, type Peer, problem } from '../problem.ts'

/** Maximum size of a posted form, in bytes: fifteen fields at maximum length, twelve bytes per character, and sealed data. */
const postLimit = 192 * 1024

type PartnerPart = 'partner' | 'settings' | 'languages' | 'allowedOrigins' | 'look' | 'messages'

export interface PageRouteOptions {
  page: Hono<{ Variables: PageVariables }>
  /** What the pages of all partners depend on. */
  common: Omit<PageDeps, PartnerPart>
  partners: Partners
  basePath: string
  ask: (request: Request, peer: Peer) => Response | Promise<Response>
  /** Called at each visit to the form; must return at once. */
  onAsked: () => void
}

export function pageRoutes(options: PageRouteOptions): Hono<Env> {
  const app = new Hono<Env>()
  for (const path of [bffPaths.page, `${bffPaths.page}/:file`]) app.use(path, onlyOwnSite, providePage(options))
  app.use(bffPaths.page, (_, next) => {
    options.onAsked()
    return next()
  })
  const limit = limitBody({ maxSize: postLimit, what: 'A posted form', outcome: 'not_sent' })
  app.post(bffPaths.page, limit, provideForm(options))
  app.route('/', options.page)
  return app
}

/** Middleware that provides the partner's page. It stays the same object until the partner's entry has changed. */
function providePage({ common, partners, basePath, ask }: PageRouteOptions): MiddlewareHandler<Env> {
  const pages = new WeakMap<Partner, PageDeps>()
  return (c, next) => {
    const partner = c.get('partner')?.partner ?? partners.choose(undefined)?.partner
    if (partner === undefined) throw new Error('There is always the partner of the options.')
    const { id, settings, catalogues, allowedOrigins, look, messages } = partner
    const languages = catalogues.map(({ language }) => language)
    const page = pages.get(partner) ?? {
      ...common,
      partner: id,
      settings,
      languages,
      look,
      messages,
      allowedOrigins: [...allowedOrigins],
    }
    pages.set(partner, page)
    c.set('page', page)
    c.set('isPartnerKnown', c.get('partner') !== undefined)
    if (c.get('partner') === undefined) c.get('note')({ code: c.get('partnerProblem')?.code ?? 'partner_unknown' })
    c.set('callBff', callerFor(c, basePath, ask))
    return next()
  }
}

/** Middleware that provides a form posted by this server's own page or an allowed origin. */
function provideForm({ partners }: PageRouteOptions): MiddlewareHandler<Env> {
  return async (c, next) => {
    const origin = c.req.header('origin')
    const mayPost =
      isFromOwnPage(c.req) ||
      // A reload, or a page that the browser restores: only the voter can cause that.
      c.req.header('sec-fetch-site') === 'none' ||
      (origin !== undefined && partners.origins().has(origin))
    if (!mayPost) {
      if (c.get('isPartnerKnown')) c.get('note')({ code: 'origin_refused' })
      return next()
    }
    if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
      const detail = 'Post the form as application/x-www-form-urlencoded.'
      return problem(c, { status: 415, code: 'unsupported_media_type', outcome: 'not_sent', detail })
    }
    const body = await readText(c)
    if (body.type === 'refused') return problem(c, { ...body.problem, outcome: 'not_sent' })
    c.set('formBody', new URLSearchParams(body.text))
    return next()
  }
}

/** Returns the function with which the page calls this server on the visitor's behalf. */
function callerFor(c: Context<Env>, basePath: string, ask: PageRouteOptions['ask']): PageVariables['callBff'] {
  return async (path, { headers, body }) => {
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
    const request = new Request(origin + basePath + path, { method: 'POST', headers: passed, body })
    return ask(request, { ...c.env, runsNoScripts: true })
  }
}
