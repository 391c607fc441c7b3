/** `GET` and `POST /form`: decides who may post to the page with the form, and gives it what it needs of this server. */
import { Hono, type MiddlewareHandler } from 'hono'
import type { PageOptions, PageVariables } from '../../contract/page-interface.ts'
import { bffPaths } from '../../contract/routes.ts'
import { limitBody, readText } from '../middleware/body-limit.ts'
import { allowSameOriginOnly, isFromOwnPage } from '../middleware/browser-security.ts'
import type { Partners } from '../partners/partners.ts'
import { type Env, problem } from '../problem.ts'
import type { PostedRegistration } from '../registration/parse.ts'
import { type RegistrationDeps, register } from '../registration/route.ts'
import { acceptClick, type TrackingDeps } from '../tracking/route.ts'

/** Maximum size of a posted form, in bytes: fifteen fields at maximum length, twelve bytes per character, and encrypted data. */
const postLimit = 192 * 1024

export interface PageRouteOptions extends RegistrationDeps, TrackingDeps {
  page: Hono<{ Variables: PageVariables }>
  pageOptions: PageOptions
  partners: Partners
  /** Called at each visit to the form; must not block. */
  onRequest: () => void
}

export function pageRoutes(options: PageRouteOptions): Hono<Env> {
  const app = new Hono<Env>()
  for (const path of [bffPaths.page, `${bffPaths.page}/:file`]) app.use(path, allowSameOriginOnly, providePage(options))
  const limit = limitBody({ maxSize: postLimit, name: 'A posted form', outcome: 'not_sent' })
  app.post(bffPaths.page, limit, readForm(options.partners))
  app.route('/', options.page)
  return app
}

function providePage(options: PageRouteOptions): MiddlewareHandler<Env> {
  return function providePartner(c, next) {
    if (c.req.path.endsWith(bffPaths.page)) options.onRequest()
    const partner = c.get('partner')?.partner ?? options.partners.select(undefined)?.partner
    if (partner === undefined) throw new Error('There is always the partner of the options.')
    c.set('pagePartner', partner)
    c.set('pageOptions', options.pageOptions)
    c.set('isPartnerKnown', c.get('partner') !== undefined)
    if (c.get('partner') === undefined)
      c.get('addLogFields')({ code: c.get('partnerProblem')?.code ?? 'partner_unknown' })
    c.set('reportClick', (token) => acceptClick(c, token, options))
    c.set('register', ({ request, ticket, ...form }) => {
      // The second attempt of a request is logged, not the first one, whose outcome it asked for.
      c.get('addLogFields')({ replayed: undefined, code: undefined, outcome: undefined })
      const origin = c.req.header('origin') ?? 'null'
      const postedForm: PostedRegistration = {
        ...form,
        type: 'posted',
        value: request,
        solution: ticket,
        isWithoutScripts: true,
        origin: origin === 'null' ? new URL(c.req.url).origin : origin,
      }
      return register(c, postedForm, options)
    })
    return next()
  }
}

/** Middleware that reads a form which this server's own page has posted, or a page of the partner. */
function readForm(partners: Partners): MiddlewareHandler<Env> {
  return async function readAllowedForm(c, next) {
    const origin = c.req.header('origin')
    const allowed = c.get('partner')?.partner.allowedOrigins ?? partners.origins()
    const isAllowed =
      isFromOwnPage(c.req) ||
      // A reload, or a page that the browser restores: only the voter can cause that.
      c.req.header('sec-fetch-site') === 'none' ||
      (origin !== undefined && allowed.has(origin))
    if (!isAllowed) {
      if (c.get('isPartnerKnown')) c.get('addLogFields')({ code: 'origin_not_allowed' })
      return next()
    }
    if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
      const detail = 'Post the form as application/x-www-form-urlencoded.'
      return problem(c, { status: 415, code: 'unsupported_media_type', outcome: 'not_sent', detail })
    }
    const body = await readText(c)
    if (body.type === 'rejected') return problem(c, { ...body.problem, outcome: 'not_sent' })
    c.set('formBody', new URLSearchParams(body.text))
    return next()
  }
}
