/** What a form requests first: `GET /settings` has names, links and wording, `GET /messages/{language}` its texts. */
import { type Context, type Handler, Hono } from 'hono'
import { etag } from 'hono/etag'
import { closestLanguage, languageCodes } from '../../contract/languages.ts'
import { bffPaths } from '../../contract/routes.ts'
import { getPartnerSelection, requirePartner } from '../partners/partners.ts'
import { type Env, problem } from '../problem.ts'
import { acceptsEncoding, gzip } from '../utils.ts'

interface SettingsDeps {
  version: string
  hasOwnPage: boolean
  /** Called at each request for settings; must not block. */
  onRequest: () => void
}

export function settingsRoutes({ version, hasOwnPage, onRequest }: SettingsDeps): Hono<Env> {
  return new Hono<Env>()
    .get(bffPaths.settings, etag(), requirePartner, settingsRoute(hasOwnPage, onRequest))
    .get(`${bffPaths.messages}/:language`, etag(), requirePartner, wordsRoute(version))
}

/** A shared cache may store them for a minute: they include notices. A browser revalidates each time (a 304 is cheap), also
 *  for `<link rel="preload">`: an old response may hold a wording that is rejected by now. */
function settingsRoute(hasOwnPage: boolean, onRequest: () => void): Handler<Env> {
  return (c) => {
    onRequest()
    c.header('Cache-Control', 'public, max-age=0, s-maxage=60, must-revalidate')
    const { settings } = getPartnerSelection(c).partner
    return sendJson(c, hasOwnPage ? settings : { ...settings, features: { ...settings.features, page: false } })
  }
}

const jsonHeaders = { 'Content-Type': 'application/json; charset=utf-8' }

/** By a language's tag or an equivalent one (`tl` for `fil`). `version`: the package's; a form of the same version may cache
 *  the response for a year, since it never changes, an operator's own texts for five minutes. */
function wordsRoute(version: string): Handler<Env> {
  return (c) => {
    const { catalogs, hasOurWords } = getPartnerSelection(c).partner
    const codes = catalogs.map(({ language }) => language)
    const requested = c.req.param('language') ?? ''
    const isLanguageCode = requested === 'tl' || languageCodes.some((code) => code === requested)
    const closest = isLanguageCode ? closestLanguage([requested], codes) : undefined
    const texts = catalogs.find(({ language }) => language === closest)
    if (texts === undefined) {
      const detail = `There are no texts in this language. The languages at ${bffPaths.messages}/ are ${codes.join(', ')}.`
      return problem(c, { status: 404, code: 'not_found', detail })
    }
    // A fallback for a language that is not shown may change with the configuration.
    const isFixed = hasOurWords && c.req.query('v') === version && (texts.language === requested || requested === 'tl')
    c.header('Cache-Control', isFixed ? 'public, max-age=31536000, immutable' : 'public, max-age=300')
    return sendJson(c, texts)
  }
}

/** What is sent of each object: its JSON, and that compressed once for everybody who accepts it. */
const bodies = new WeakMap<object, { text: string; gzip?: Promise<ArrayBuffer> }>()

/** Responds with an object as JSON. The object MUST NOT change: another one takes its place. */
async function sendJson(c: Context<Env>, content: object): Promise<Response> {
  const body = bodies.get(content) ?? { text: JSON.stringify(content) }
  bodies.set(content, body)
  c.header('Vary', 'Accept-Encoding', { append: true })
  if (!acceptsEncoding(c, 'gzip')) return c.body(body.text, 200, jsonHeaders)
  body.gzip ??= gzip(body.text)
  c.header('Content-Encoding', 'gzip')
  return c.body(await body.gzip, 200, jsonHeaders)
}
