/** What sites add to their pages besides the form. A proxy adds it on the way to the browser, as a site's CDN would, so that
 *  each host's finished page can have it. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

/** What is added to a page. */
interface Addition {
  /** HTML at the beginning of the page's `head`. */
  head?: string
  /** Attributes that replace those of the page's `html`. */
  html?: string
  /** Changes the finished page. */
  change?: (html: string) => string
  /** Headers of the page. */
  headers?: (bff: string) => Record<string, string>
}

const externalScript = /<script(?=[^>]*\ssrc=)[^>]*>/g

/** Delays each script file of the page until the first mouse move, then runs copies of the tags in order. A browser tells of a move,
 *  of no pixel, when the page moves below the mouse. */
const runLater = `<script>addEventListener('mousemove', function run({ movementX, movementY }) {
  if (movementX === 0 && movementY === 0) return
  removeEventListener('mousemove', run)
  for (const old of document.querySelectorAll('script[type=late]')) {
    const script = document.createElement('script')
    script.async = false
    for (const { name, value } of old.attributes) if (!/^(type|async|defer)$/.test(name)) script.setAttribute(name.replace('data-late-', ''), value)
    old.replaceWith(script)
  }
})</script>`

/** The additions, by name. */
const additions = {
  policy: {
    change: (html) => html.replaceAll(/<(script|style)(?=[\s>])/g, '<$1 nonce="once"'),
    headers: (bff) => ({
      'Content-Security-Policy': `default-src 'none'; script-src 'nonce-once' 'strict-dynamic'; style-src 'self' 'nonce-once'; img-src 'self' data:; font-src 'self'; connect-src 'self' ${bff}; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'`,
    }),
  },
  late: {
    head: runLater,
    change: (html) =>
      html.replaceAll(externalScript, (tag) =>
        tag
          .replace(/ type="[^"]*"/, '')
          .replace(/\ssrc=/, ' data-late-src=')
          .replace('<script', '<script type="late"'),
      ),
  },
  prototypes: {
    head: `<script>
      Array.prototype.toJSON = () => 'changed'
      String.prototype.toJSON = () => 'changed'
      Array.prototype.first = function () { return this[0] }
    </script>`,
  },
  tags: {
    // Listens to all events, wraps the history, and follows a link or submits a form only after its own tags have run.
    head: `<script>
      window.dataLayer = []
      window.heardByTags = []
      window.leaving = 0
      for (const type of ['click', 'submit', 'change', 'input', 'focusin'])
        document.addEventListener(type, (event) => {
          if (event.target.value) heardByTags.push(event.target.value)
          dataLayer.push({ event: type })
          const link = type === 'click' && event.target.closest('a[href]')
          if (event.defaultPrevented || !(link || type === 'submit')) return
          event.preventDefault()
          leaving++
          setTimeout(() => {
            leaving--
            link ? location.assign(link.href) : event.target.submit()
          }, 100)
        })
      for (const name of ['pushState', 'replaceState']) {
        const own = history[name]
        history[name] = (...values) => { dataLayer.push({ event: name }); return own.apply(history, values) }
      }
    </script>`,
  },
  resets: {
    head: `<style>*,*::before,*::after{margin:0!important;padding:0!important;border:0!important;font:10px/1 cursive!important;color:red!important}
      input,select,button{all:unset!important;display:none!important}form,fieldset{display:none!important}</style>`,
  },
  preflight: {
    // The reset with which CSS frameworks begin.
    head: `<style>*,*::before,*::after{box-sizing:border-box;margin:0;padding:0;border:0 solid}
      button,input,select,textarea{font:inherit;letter-spacing:inherit;color:inherit;border-radius:0;background-color:transparent;opacity:1}
      h1,h2,h3,h4,h5,h6{font-size:inherit;font-weight:inherit}a{color:inherit;text-decoration:inherit}
      ol,ul,menu{list-style:none}img,svg{display:block;vertical-align:middle}</style>`,
  },
  arabic: { html: 'lang="ar" dir="rtl"' },
} satisfies Record<string, Addition>

/** The name of an addition. */
export type AdditionName = keyof typeof additions

/** Returns the URL of a page with an addition. */
export function withAddition(address: string, name: AdditionName): string {
  const url = new URL(address)
  url.searchParams.set('with', name)
  return url.href
}

/** Returns the page with the addition. */
function applyAddition(page: string, { head = '', html, change = (source) => source }: Addition): string {
  return change(page)
    .replace(/<html[^>]*>/, (tag) => (html === undefined ? tag : `<html ${html}>`))
    .replace(/<head[^>]*>/, (tag) => tag + head)
}

/** Sends the site's response to the visitor. */
async function give(
  upstreamResponse: IncomingMessage,
  answer: ServerResponse,
  addition: Addition | undefined,
  bff: string,
): Promise<void> {
  const { statusCode = 502, headers } = upstreamResponse
  if (addition === undefined) {
    answer.writeHead(statusCode, headers)
    upstreamResponse.pipe(answer)
    return
  }
  const { 'content-length': _, 'transfer-encoding': __, ...otherHeaders } = headers
  const page = applyAddition(await text(upstreamResponse), addition)
  answer.writeHead(statusCode, { ...otherHeaders, ...addition.headers?.(bff) })
  answer.end(page)
}

/**
 * Starts a proxy in front of a site. A page with a URL from {@link withAddition} has the addition.
 *
 * @param origin its origin: a free port of 127.0.0.1
 * @param upstreamOrigin the origin of the site
 * @param bff the BFF that the site's form uses
 * @returns a function that stops it
 */
export async function startProxyWithAdditions(
  origin: string,
  upstreamOrigin: string,
  bff: string,
): Promise<() => Promise<void>> {
  const server = createServer((incoming, answer) => {
    const name = new URL(incoming.url ?? '/', origin).searchParams.get('with') ?? ''
    const addition: Addition | undefined = Object.hasOwn(additions, name) ? additions[name as AdditionName] : undefined
    const headers = { ...incoming.headers, ...(addition && { 'accept-encoding': 'identity' }) }
    const forwarded = request(upstreamOrigin + incoming.url, { method: incoming.method, headers })
    forwarded.on('response', (response) => void give(response, answer, addition, bff))
    forwarded.on('error', () => answer.destroy())
    incoming.pipe(forwarded)
  })
  const { port, hostname } = new URL(origin)
  await new Promise<void>((done) => server.listen(Number(port), hostname, done))
  return async () => {
    const serverClosed = new Promise((done) => server.close(done))
    server.closeAllConnections()
    await serverClosed
  }
}
