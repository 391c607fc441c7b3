/** `GET` and `POST /form`: the form, hydrated by a script; without scripts, the response to a post is the result. */
import { gzipSync } from 'node:zlib'
import { type Context, Hono } from 'hono'
import type { PagePartner, PageVariables } from '../../contract/page-interface.ts'
import { bffPaths } from '../../contract/routes.ts'
import { buttonLink } from '../../contract/text.ts'
import { clearConsent } from '../widget/form/fields.ts'
import { prefillFrom } from '../widget/form/prefill-names.ts'
import { safetyMarginMs } from '../widget/screens/expiry.ts'
import { OfficialLink } from '../widget/screens/ui.tsx'
import { createFormKey, decryptClickToken, parseFormPost } from './form-post.ts'
import { pageFiles } from './page-files.ts'
import { parsePageQuery } from './page-query.ts'
import { createRenderer, type Renderer } from './render.tsx'
import { ExpiredScreen, LinkScreen, linkToEmptyForm, loadFacts } from './screens.tsx'
import { getScreenProps, loadParts, sendForm, showForm, showScreen, type Visit } from './send-form.tsx'

type PageContext = Context<{ Variables: PageVariables }>

/** Creates the page, to be passed to `createBff` or `serve` as their `page`. */
export function hostedPage(): Hono<{ Variables: PageVariables }> {
  void loadParts()
  const renderers = new WeakMap<PagePartner, Renderer>()
  const getRenderer = ({ pagePartner, pageOptions }: PageVariables) => {
    const renderer = renderers.get(pagePartner) ?? createRenderer(pagePartner, pageOptions)
    renderers.set(pagePartner, renderer)
    return renderer
  }
  return new Hono<{ Variables: PageVariables }>()
    .get(bffPaths.page, (c) => handleGet(c, getRenderer(c.var)))
    .post(function postForm(c) {
      return handlePost(c, getRenderer(c.var))
    })
    .get(`${bffPaths.page}/:file`, (c) => sendFile(c, c.req.param('file')))
}

async function handleGet(c: PageContext, renderer: Renderer): Promise<Response> {
  const { pagePartner: partner, pageOptions: options, isPartnerKnown } = c.var
  const query = new URL(c.req.url).searchParams
  const visitor = parsePageQuery(c.req.raw, query, partner)
  if (!isPartnerKnown) return showUnknownPartner({ page: c.var, renderer, visitor })
  // Some states do not allow prefill. Only the script can clear it there, so then only the script fills it in.
  const allowed = partner.settings.prefill_disabled_states?.length ? [] : options.prefill
  const prefill = prefillFrom(allowed, (name) => query.get(name) ?? undefined)
  if (Object.keys(prefill).length === 0) {
    const { headers, body, gzip } = await renderer.renderEmptyForm(visitor)
    return sendCompressed(c, new Response(body, { headers }), gzip)
  }
  const loadedFacts = await loadFacts(prefill.state ?? '', c.var)
  const response = await renderer.renderForm(visitor, { prefill, loadedFacts })
  const html = await response.text()
  return sendCompressed(c, new Response(html, response), () => gzipSync(html))
}

/** Responds with gzip if the browser accepts it. Responses to a post contain a voter's links and posted data, so they are not
 *  compressed: the length would reveal them (BREACH). */
function sendCompressed(c: Context, response: Response, gzip: () => Uint8Array<ArrayBuffer>): Response {
  response.headers.set('Vary', 'Accept-Encoding, Accept-Language, Sec-Fetch-Dest')
  if (!/\bgzip\b/.test(c.req.header('accept-encoding') ?? '')) return response
  response.headers.set('Content-Encoding', 'gzip')
  return new Response(gzip(), response)
}

const packedScripts = new Map<string, Buffer<ArrayBuffer>>()

function sendFile(c: PageContext, name: string): Response | Promise<Response> {
  // The name contains a hash of the content.
  const headers = { 'Cache-Control': 'public, max-age=31536000, immutable' }
  const logo = c.var.pagePartner.branding?.logo
  if (name === logo?.name) {
    // Opened directly, it must not run or load anything.
    const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
    return c.body(logo.bytes, 200, { ...headers, 'Content-Type': logo.type, 'Content-Security-Policy': policy })
  }
  const script = Object.hasOwn(pageFiles.scripts, name) ? pageFiles.scripts[name] : undefined
  if (script === undefined) return c.notFound()
  const packed = packedScripts.get(name) ?? gzipSync(script)
  packedScripts.set(name, packed)
  // A page in a sandboxed frame has no origin: its script shows that.
  const scriptHeaders = { 'Content-Type': 'text/javascript; charset=utf-8', 'Access-Control-Allow-Origin': '*' }
  return sendCompressed(c, new Response(script, { headers: { ...headers, ...scriptHeaders } }), () => packed)
}

async function handlePost(c: PageContext, renderer: Renderer): Promise<Response> {
  const { pagePartner: partner, pageOptions: options, formBody, isPartnerKnown } = c.var
  const post = parseFormPost(formBody ?? new URLSearchParams())
  const { values } = post
  const { clickToken, act, unknownAttempt, year, step, key, visitor: parameters } = post.fields
  // A form that a partner's server rendered posts without them: its URL has language and partner.
  const query = parameters === undefined ? new URL(c.req.url).searchParams : new URLSearchParams(parameters)
  const visitor = parsePageQuery(c.req.raw, query, partner)
  const exchange = { ...post, page: c.var, renderer, visitor }

  const click = clickToken === undefined ? undefined : decryptClickToken(clickToken, options)
  const url = click && buttonLink(click.url)
  const isExpired = click?.expiresAt !== undefined && click.expiresAt - options.clock.now() <= safetyMarginMs
  if (click !== undefined && url !== undefined && !isExpired) {
    if (click.click_token !== undefined) await waitForReport(c.var.reportClick(click.click_token))
    return new Response(null, { status: 303, headers: { Location: url, 'Referrer-Policy': 'no-referrer' } })
  }
  if (!isPartnerKnown) return showUnknownPartner(exchange)
  if (formBody === undefined) {
    const { cutOff, newTab } = visitor.hosted
    const screen = (
      <LinkScreen {...{ visitor, ...cutOff }}>
        <a {...linkToEmptyForm(visitor)} target="_blank" rel="noopener">
          {newTab}
        </a>
      </LinkScreen>
    )
    return showScreen(exchange, { title: cutOff.heading, screen, status: 403 })
  }
  if (click !== undefined && url !== undefined) {
    const props = { ...getScreenProps(exchange), formKey: createFormKey(options.clock.now()) }
    const screen = <ExpiredScreen {...props} label={click.label} />
    return showScreen(exchange, { title: visitor.words.answer.heading, screen })
  }
  // Not encrypted here, or with a key that was replaced since.
  if (clickToken !== undefined) return showForm(exchange, { values }, 400)
  if (act === 'edit') return showForm(exchange, { values, unknownAttempt, year })
  // A step that was left before its script had come continues on one page.
  if (step !== undefined && act !== 'send') {
    return showForm(exchange, { values: clearConsent(values), unknownAttempt, year, key })
  }
  return sendForm(exchange)
}

/** How long a voter waits for the report of a click. */
const maxReportWaitMs = 2_000

/** Never rejects: a lost report must not block the voter (R-A93). */
async function waitForReport(report: Promise<unknown>): Promise<void> {
  const timeout = AbortSignal.timeout(maxReportWaitMs)
  await Promise.race([
    report.catch(() => undefined),
    new Promise((resolve) => timeout.addEventListener('abort', resolve)),
  ])
}

/** Shows the official site, and no partner's data, at a URL with an unknown partner. */
function showUnknownPartner({ page, ...visit }: Visit): Promise<Response> {
  const visitor = { ...visit.visitor, partner: undefined }
  const { partner: heading, officialLink } = visitor.words.broken
  const screen = (
    <LinkScreen visitor={visitor} heading={heading}>
      <OfficialLink url={page.pagePartner.settings.official_site?.url} text={officialLink} />
    </LinkScreen>
  )
  return showScreen({ ...visit, visitor }, { title: heading, screen, status: 404, owner: '' })
}
