/** A partner's pages, defined by the tests: plain HTML at one origin, the script file at another, each with the headers that
 *  a test sets. */
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import packageJson from '../package.json' with { type: 'json' }
import { root } from './child.ts'
import { FormPage, openAnew } from './form-page.ts'
import { test as stacked } from './test.ts'
import { type Watched, watch } from './watcher.ts'

const files = path.join(root, 'dist/element', packageJson.version)

/** The parts of a page. */
export interface PageDeps {
  head?: string
  body: string
  headers?: Record<string, string>
  /** Attributes of the page's own element. Default: `lang="en"`. */
  html?: string
}

/** A partner's site and the host of the script file. */
export interface Partner {
  /** Origin of the pages. */
  origin: string
  /** Returns the URL of a file in the script's folder. */
  file(name?: string): string
  /** The script tag that loads the script file. */
  script: string
  /** Returns the element's tag with its BFF, more attributes, and its content. */
  tag(attributes?: string, inside?: string): string
  /** Serves a page; returns its URL. */
  put(name: string, parts: PageDeps): string
}

async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return `http://127.0.0.1:${address.port}`
}

async function close(server: Server): Promise<void> {
  const serverClosed = new Promise((done) => server.close(done))
  server.closeAllConnections()
  await serverClosed
}

/** The default content of an element, for tests that do not depend on it. */
export const fallbackLink = '<a href="https://official.example/register">Register at official.example</a>'

/** The tests' `test`: `partner` has separate pages for each test, `watched` records what the page logs and requests. */
export const test = stacked.extend<{ partner: Partner; watched: Watched; violations: () => Promise<string[]> }>({
  partner: async ({ stack }, use) => {
    const pages = new Map<string, PageDeps>()
    const site = createServer((request, response) => {
      const parts = pages.get(new URL(request.url ?? '/', 'http://site').pathname)
      response.writeHead(parts === undefined ? 404 : 200, {
        'Content-Type': 'text/html; charset=utf-8',
        ...parts?.headers,
      })
      response.end(
        parts &&
          `<!doctype html><html ${parts.html ?? 'lang="en"'}><head><title>Partner</title><link rel="icon" href="data:,">${parts.head ?? ''}</head><body>${parts.body}</body></html>`,
      )
    })
    const scripts = createServer((request, response) => {
      readFile(path.join(files, path.basename(new URL(request.url ?? '/', 'http://scripts').pathname))).then(
        (body) => {
          // Below /closed/ are the same files, without CORS headers: integrity checks from another origin fail.
          const isClosed = request.url?.startsWith('/closed/') === true
          const cors = isClosed ? {} : { 'Access-Control-Allow-Origin': '*' }
          response.writeHead(200, { 'Content-Type': 'text/javascript', ...cors })
          response.end(body)
        },
        () => response.writeHead(404).end(),
      )
    })
    const origin = await listen(site, Number(new URL(stack.developmentOrigin).port))
    const host = await listen(scripts, 0)
    const file = (name = 'voter-registration.js') => `${host}/vr/${name}`
    await use({
      origin,
      file,
      script: `<script async src="${file()}"></script>`,
      tag: (attributes = '', inside = fallbackLink) =>
        `<voter-registration api-base="${stack.bff}" ${attributes}>${inside}</voter-registration>`,
      put(name, parts) {
        pages.set(`/${name}`, parts)
        return `${origin}/${name}`
      },
    })
    await close(site)
    await close(scripts)
  },
  watched: async ({ context }, use) => {
    await use(watch(context))
  },
  violations: async ({ page }, use) => {
    await page.addInitScript(() => {
      window.violations = []
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
        window.violations.push(`${effectiveDirective} ${blockedURI}`)
      })
    })
    await use(() => page.evaluate(() => window.violations))
  },
})

/** Opens a page and waits until the form is ready to be sent. */
export async function openForm(page: Page, stack: ConstructorParameters<typeof FormPage>[1], url: string) {
  await openAnew(page, url)
  const form = new FormPage(page, stack)
  await form.agree.first().waitFor()
  return form
}

/** Returns the events that the page has received, as `[type, detail]`. Call {@link listenForEvents} first. */
export function getEvents(page: Page): Promise<[string, Record<string, unknown>][]> {
  return page.evaluate(() => window.heard)
}

/** Listens on the document for every event of the element. */
export async function listenForEvents(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.heard = []
    for (const name of [
      'ready',
      'start',
      'invalid',
      'submit',
      'result',
      'action',
      'track',
      'error',
      'reset',
      'open',
      'close',
    ]) {
      document.addEventListener(`vr-${name}`, (event) => {
        window.heard.push([event.type, (event as CustomEvent<Record<string, unknown>>).detail])
      })
    }
  })
}

declare global {
  interface Window {
    heard: [string, Record<string, unknown>][]
    violations: string[]
  }
}

export { expect }

/** Returns the strictest content security policy with which the form works: its script by a nonce, `abc`, and the BFF. */
export function strictestPolicy(bff: string): string {
  return [
    "default-src 'none'",
    "script-src 'nonce-abc'",
    "style-src 'none'",
    `connect-src ${bff}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    'img-src data:',
  ].join('; ')
}
