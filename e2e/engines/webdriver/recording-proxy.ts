/** A proxy for every request of the engine: it records them, returns a test's own responses, and injects scripts into pages
 *  that must run before the page's own. */
import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { matchesUrl, type UrlPattern } from './playwright-parts.ts'

type Headers = Record<string, string>

/** A request, with the members of Playwright's Request that the tests use. */
export interface ProxiedRequest {
  method(): string
  url(): string
  headers(): Headers
  postData(): string | null
}

/** A response, likewise. */
export interface ProxiedResponse {
  url(): string
  status(): number
  headers(): Headers
  allHeaders(): Promise<Headers>
  text(): Promise<string>
  request(): ProxiedRequest
}

interface Fulfilled {
  status?: number
  headers?: Headers
  contentType?: string
  body?: string
  response?: ProxiedResponse
}

/** What a test can do with a request. */
export interface ProxiedRoute {
  request(): ProxiedRequest
  continue(): Promise<void>
  abort(): Promise<void>
  fetch(change?: { url?: string }): Promise<ProxiedResponse>
  fulfill(answer: Fulfilled): Promise<void>
}

type Handler = (route: ProxiedRoute) => unknown

const flat = (headers: http.IncomingHttpHeaders): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]))

/** A proxy for one browser. */
export class RecordingProxy extends EventEmitter<{ request: [ProxiedRequest]; response: [ProxiedResponse] }> {
  isOffline = false
  /** Whether scripts are off. WebKit then runs no script, but does not show the page's `noscript` content either. */
  isWithoutScripts = false
  /** Scripts that are injected into every page before its own. */
  readonly initScripts: string[] = []
  private readonly routes: { pattern: UrlPattern; handler: Handler }[] = []
  private readonly server = http.createServer((request, response) => {
    this.answer(request, response).catch(() => response.destroy())
  })

  /** Starts listening; returns `host:port`. */
  async listen(): Promise<string> {
    this.server.on('upgrade', tunnel)
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done))
    const address = this.server.address()
    if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
    return `127.0.0.1:${address.port}`
  }

  route(pattern: UrlPattern, handler: Handler): void {
    this.routes.unshift({ pattern, handler })
  }

  unroute(pattern: UrlPattern): void {
    const rest = this.routes.filter((route) => String(route.pattern) !== String(pattern))
    this.routes.splice(0, this.routes.length, ...rest)
  }

  async close(): Promise<void> {
    const closed = new Promise((done) => this.server.close(done))
    this.server.closeAllConnections()
    await closed
  }

  private async answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk))
    const body = Buffer.concat(chunks)
    const url = String(incoming.url)
    const request: ProxiedRequest = {
      method: () => String(incoming.method),
      url: () => url,
      headers: () => flat(incoming.headers),
      postData: () => (body.length === 0 ? null : body.toString()),
    }
    this.emit('request', request)
    if (this.isOffline) return void response.destroy()
    const pass = () => this.pass(request, body, response)
    const route = this.routes.find(({ pattern }) => matchesUrl(url, pattern))
    if (route === undefined) return pass()
    await route.handler({
      request: () => request,
      continue: pass,
      abort: async () => void response.destroy(),
      fetch: (change) => fetched(request, change?.url ?? url),
      fulfill: (answer) => fulfill(response, answer),
    })
  }

  /** Sends the request to the server and streams the response back. */
  private pass(request: ProxiedRequest, body: Buffer, response: ServerResponse): Promise<void> {
    const { 'proxy-connection': _, ...headers } = request.headers()
    const isPage = /text\/html/.test(headers.accept ?? '') && (this.isWithoutScripts || this.initScripts.length > 0)
    if (isPage) delete headers['accept-encoding']
    return new Promise((done, fail) => {
      const outgoing = http.request(request.url(), { method: request.method(), headers }, (answer) => {
        const heard: Buffer[] = []
        const text = new Promise<string>((end) => answer.on('close', () => end(Buffer.concat(heard).toString())))
        answer.on('data', (chunk: Buffer) => heard.push(chunk)).on('error', () => response.destroy())
        this.emit('response', responseOf(request, request.url(), answer.statusCode ?? 0, flat(answer.headers), text))
        if (isPage && /text\/html/.test(answer.headers['content-type'] ?? '')) {
          answer.on('end', () => {
            const html = Buffer.concat(heard).toString()
            const page = this.isWithoutScripts
              ? withoutScripts(html, answer.headers)
              : withScripts(html, answer.headers, this.initScripts)
            response.writeHead(answer.statusCode ?? 200, page.headers).end(page.html)
          })
        } else {
          response.writeHead(answer.statusCode ?? 200, answer.headers)
          answer.pipe(response)
        }
        answer.on('close', () => {
          if (!answer.complete) response.destroy()
          done()
        })
      })
      response.on('close', () => response.writableFinished || outgoing.destroy())
      outgoing.on('error', fail).end(body)
    })
  }
}

/** Tunnels WebSockets without recording them. */
function tunnel(request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { hostname, port, pathname, search } = new URL(String(request.url).replace(/^ws/, 'http'))
  const other = connect(Number(port), hostname, () => {
    const headers = request.rawHeaders.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`))
    other.write(`GET ${pathname}${search} HTTP/1.1\r\n${headers.join('')}\r\n`)
    other.write(head)
    other.pipe(socket).pipe(other)
  })
  other.on('error', () => socket.destroy())
  socket.on('error', () => other.destroy())
}

function responseOf(
  request: ProxiedRequest,
  url: string,
  status: number,
  headers: Headers,
  text: Promise<string>,
): ProxiedResponse {
  return {
    url: () => url,
    status: () => status,
    headers: () => headers,
    allHeaders: async () => headers,
    text: () => text,
    request: () => request,
  }
}

async function fetched(request: ProxiedRequest, url: string): Promise<ProxiedResponse> {
  const answer = await fetch(url, { method: request.method() })
  const { 'content-encoding': _, 'content-length': __, ...headers } = Object.fromEntries(answer.headers)
  return responseOf(request, url, answer.status, headers, answer.text())
}

async function fulfill(response: ServerResponse, { status, headers, contentType, body, response: of }: Fulfilled) {
  const type = contentType === undefined ? {} : { 'content-type': contentType }
  response.writeHead(status ?? of?.status() ?? 200, { ...of?.headers(), ...headers, ...type })
  response.end(body ?? (await of?.text()))
}

/** Returns the page with these scripts before its own; its content security policy allows them, and nothing else in addition. */
function withScripts(html: string, headers: http.IncomingHttpHeaders, scripts: readonly string[]) {
  const script = `${scripts.join(';\n')};document.currentScript?.remove()`
  const policy = [headers['content-security-policy']].flat().join(', ')
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
  const tag = `<script${nonce === undefined ? '' : ` nonce="${nonce}"`}>${script}</script>`
  const { 'content-length': _, 'transfer-encoding': __, ...rest } = headers
  const hash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`
  return {
    html: /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, (head) => head + tag) : tag + html,
    headers:
      policy === '' || nonce !== undefined ? rest : { ...rest, 'content-security-policy': allowing(policy, hash) },
  }
}

/** Returns the page as a browser with scripts disabled shows it. */
function withoutScripts(html: string, headers: http.IncomingHttpHeaders) {
  const { 'content-length': _, 'transfer-encoding': __, ...rest } = headers
  return { html: html.replaceAll(/<\/?noscript>/gi, ''), headers: rest }
}

/** Returns the policy with one more allowed script, unless it already allows all. */
function allowing(policy: string, hash: string): string {
  const directives = policy.split(';').map((directive) => directive.trim())
  const rules =
    directives.find((rule) => rule.startsWith('script-src ')) ??
    directives.find((rule) => rule.startsWith('default-src '))
  if (rules === undefined || rules.includes("'unsafe-inline'")) return policy
  const sources = rules
    .split(' ')
    .slice(1)
    .filter((source) => source !== "'none'")
  const others = directives.filter((rule) => !rule.startsWith('script-src '))
  return [...others, ['script-src', ...sources, hash].join(' ')].join('; ')
}
