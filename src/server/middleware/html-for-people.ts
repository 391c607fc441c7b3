/** Middleware for people who open an address that is for programs: a request for HTML gets HTML, and a mistyped address
 *  of a page leads to the page. */
import type { Context, MiddlewareHandler } from 'hono'
import { preferredLanguages, prefersHtml } from '../../contract/accept-header.ts'
import { bffPaths } from '../../contract/routes.ts'
import type { Partners } from '../partners/partners.ts'
import { type PlainPage, plainPage, plainTexts } from '../plain-page.ts'
import type { Env } from '../problem.ts'

/** Dependencies of the middleware. */
interface HtmlForPeopleDeps {
  partners: Partners
  /** Prefix of the routes. */
  basePath: string
  /** Paths of the pages for people that this server shows. */
  pages: readonly string[]
}

const isJson = (type: string) => /^application\/([\w.-]+\+)?json\b/i.test(type)

/**
 * Creates the middleware. A successful answer to a post is left as it is: a browser posts forms only to the form's page, which
 * answers with HTML.
 */
export function htmlForPeople({ partners, basePath, pages }: HtmlForPeopleDeps): MiddlewareHandler<Env> {
  return async (c, next) => {
    await next()
    const { status } = c.res
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    if (status === 404 && isRead) {
      const page = meantPage(c.req.path, basePath, pages)
      if (page !== undefined) {
        replace(c, new Response(null, { status: 302, headers: { Location: page + new URL(c.req.url).search } }))
        return
      }
    }
    const type = c.res.headers.get('content-type') ?? ''
    if (!isJson(type)) return
    if (isRead) c.res.headers.append('Vary', 'Accept')
    if (status < 400 && !isRead) return
    if (!prefersHtml(c.req.header('accept'), (type.split(';', 1)[0] ?? '').trim().toLowerCase())) return
    const { partner = partners.all()[0] } = c.get('partner') ?? {}
    const requested = [c.req.query('locale') ?? c.req.query('lang') ?? '']
    const texts = plainTexts(
      [...requested, ...preferredLanguages(c.req.header('accept-language') ?? '')],
      partner?.catalogues ?? [],
    )
    const page: PlainPage = {
      status,
      outcome: c.get('noted').outcome,
      reference: c.get('requestId'),
      json: type.startsWith('application/problem+json') ? undefined : await c.res.text(),
      form: pages.includes(bffPaths.page) ? formOf(c, basePath) : undefined,
      official: partner?.settings.official_site?.url,
    }
    const headers = new Headers(c.res.headers)
    for (const name of ['content-length', 'etag']) headers.delete(name)
    headers.set('Content-Type', 'text/html; charset=utf-8')
    headers.set('Content-Language', texts.language)
    headers.append('Vary', 'Accept-Language')
    // A shared cache that ignores "Vary" must not serve this to a form.
    headers.set('Cache-Control', 'no-store')
    replace(c, new Response(plainPage(page, texts), { status, headers }))
  }
}

/** Hono adds the headers of the response before to each response that replaces it, unless there is none. */
function replace(c: Context<Env>, response: Response): void {
  c.res = undefined
  c.res = response
}

/** The form's address for a link: of the same partner and in the same language. */
function formOf(c: Context<Env>, basePath: string): string {
  const query = new URLSearchParams()
  for (const name of ['partner', 'locale', 'lang']) {
    const value = c.req.query(name)
    if (value !== undefined) query.set(name, value)
  }
  const address = relative(c.req.path, basePath + bffPaths.page)
  return query.size === 0 ? address : `${address}?${query}`
}

/** Returns an address relative to the one that was requested: a proxy in front may have removed a prefix from that. It begins
 *  with a dot, so that it never names another host. */
function relative(requested: string, path: string): string {
  const depth = requested.split('/').length - 2
  return (depth <= 0 ? './' : '../'.repeat(depth)) + path.slice(1)
}

/**
 * Returns the page that a mistyped path means, as a relative address: other letter case, slashes too many, what a sentence
 * around a link or a typist adds (`/form.`, `/form/index.html`), and no path at all.
 *
 * @param path as requested, percent-encoded
 */
function meantPage(path: string, basePath: string, pages: readonly string[]): string | undefined {
  const words = wordsOf(path)
  const isRoot = words === '' || words === wordsOf(basePath)
  const found = pages.find((page) => words === wordsOf(basePath + page) || (isRoot && page === bffPaths.page))
  return found === undefined || path === basePath + found ? undefined : relative(path, basePath + found)
}

/** The words of a path, without what does not matter for a person who types it. */
function wordsOf(path: string): string {
  return decoded(path)
    .toLowerCase()
    .split(/[^\p{L}\p{N}.-]+/u)
    .map((word) => word.replaceAll(/^[.-]+|(?<![.-])[.-]+$/g, ''))
    .filter((word, place, all) => word !== '' && !(place === all.length - 1 && /^index\.(html?|php)$/.test(word)))
    .map((word) => word.replace(/\.html?$/, ''))
    .join('/')
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
