/** Pages of typical partners, each with the headers of its kind of site. */
import { Hono } from 'hono'
import { createPageScripts, createSnippet, defaultChoices } from '../tools/builder/snippets.ts'
import { kses } from './kses.ts'
import type { SiteConfig } from './site-config.ts'

/** One page. */
interface Host {
  title: string
  /** What it demonstrates, in a sentence. */
  shows: string
  /** Returns its content security policy. Default: none. */
  policy?: (bff: string) => string
  /** Attributes of its `html` element. */
  html?: string
  head?: string
  body: (bff: string) => string
}

/** The nonce of the policy; a real page has a new one for each response. */
const nonce = 'demo'

const places = (bff: string) => ({ files: '/element', apiBase: bff, officialUrl: 'https://official.example/register/' })
const choices = { ...defaultChoices, partner: 'demo' }
const snippet = (kind: 'A' | 'B' | 'C' | 'D', bff: string) => createSnippet(kind, choices, places(bff))

const joinPolicy = (...lines: string[]) => lines.join('; ')

/** All pages, by their path below `/on/`. */
export const hosts: Readonly<Record<string, Host>> = {
  plain: {
    title: 'Plain HTML',
    shows: 'Snippet A on a page without any policy.',
    body: (bff) => snippet('A', bff),
  },
  strict: {
    title: 'Strictest content security policy',
    shows: 'Allows only scripts with the nonce, and the BFF: no styles, no images. Requires Trusted Types.',
    policy: (bff) =>
      joinPolicy(
        "default-src 'none'",
        `script-src 'nonce-${nonce}'`,
        "style-src 'none'",
        `connect-src ${bff}`,
        'img-src data:',
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ),
    body: (bff) =>
      snippet('A', bff)
        .replaceAll('<script ', `<script nonce="${nonce}" `)
        .replace(/<style>.*<\/style>\n/, ''),
  },
  hostile: {
    title: 'Hostile page',
    shows:
      'Style rules that hide and distort everything, text at 62.5 %, right to left, a form around the form, and scripts that change built-in objects.',
    html: 'lang="en" dir="rtl"',
    head: `<script>
Array.prototype.toJSON = function () { return 'changed' }
Array.prototype.first = function () { return this[0] }
String.prototype.trim = String.prototype.trim
window.module = {}; window.exports = {}; window.define = () => {}; define.amd = {}
</script>
<style>
html { font-size: 62.5% }
* { letter-spacing: 4px !important; text-transform: uppercase !important; font: italic 18px/2 fantasy !important; color: #b3005e !important; text-align: right !important }
form, fieldset, legend { display: contents !important }
div { display: none !important }
input, select, button { display: none !important; border: 9px solid red !important }
label, a, span { transform: rotate(-4deg) !important; opacity: 0.3 !important }
nav a, h1, .shows { opacity: 1 !important; transform: none !important }
</style>`,
    body: (bff) => `<form onsubmit="document.title = 'submitted'; return false">${snippet('A', bff)}</form>`,
  },
  polluted: {
    title: 'Polluted prototypes',
    shows:
      'An old script adds members to every object. If the form cannot start, the fallback content stays; without fallback content, a sentence appears.',
    head: '<script>Object.prototype.get = 1; Object.prototype.extend = function () {}</script>',
    body: (bff) =>
      `${snippet('A', bff)}<h2>Without fallback content</h2><voter-registration api-base="${bff}" official-url="https://official.example/register/"></voter-registration>`,
  },
  wordpress: {
    title: 'Editor that strips unknown markup',
    shows:
      'Snippets A and B after an editor such as WordPress’s has filtered them; the theme loads the script once. A keeps only its link; B shows the form.',
    body: (bff) =>
      `<h2>Snippet A</h2><div id="a">${kses(snippet('A', bff))}</div><h2>Snippet B</h2><div id="b">${kses(snippet('B', bff))}</div>${createPageScripts(choices, places(bff))}`,
  },
  'tag-manager': {
    title: 'Tag manager',
    shows: 'The element is in the page. The tag manager adds the script a second later, as a “custom HTML” tag does.',
    body: (bff) => `${snippet('A', bff).replace(/<script.*<\/script>\n/, '')}
<script>
setTimeout(() => {
  const script = document.createElement('script')
  script.src = '/element/voter-registration.js'
  document.head.append(script)
}, 1000)
</script>`,
  },
  bare: {
    title: 'One script tag',
    shows: 'Snippet C: the form appears where the script tag is.',
    body: (bff) => snippet('C', bff),
  },
  frame: {
    title: 'Site builder with sandboxed frames',
    shows: 'Snippet D: the hosted page of the BFF, in a sandboxed frame of another origin.',
    policy: (bff) => joinPolicy("default-src 'none'", "style-src 'unsafe-inline'", 'img-src data:', `frame-src ${bff}`),
    body: (bff) => snippet('D', bff),
  },
  'no-scripts': {
    title: 'Without JavaScript',
    shows: 'The fallback content stays. The hosted page of the BFF works from start to finish without JavaScript.',
    policy: (bff) =>
      joinPolicy(
        "default-src 'none'",
        "script-src 'none'",
        "style-src 'unsafe-inline'",
        'img-src data:',
        `frame-src ${bff}`,
      ),
    body: (bff) => `${snippet('A', bff).replace(/<style>.*<\/style>\n/, '')}
<h2>The hosted page of the BFF</h2>
${snippet('D', bff).replace('allow-scripts ', '')}`,
  },
}

/** Creates the pages, and a list of them. */
export function hostPages({ bff }: SiteConfig): Hono {
  const pages = new Hono()
  pages.get('/', (c) => c.html(renderList()))
  pages.get('/list.css', (c) => c.body(listStyles, 200, { 'Content-Type': 'text/css' }))
  for (const [name, host] of Object.entries(hosts)) {
    pages.get(`/${name}`, (c) => {
      if (host.policy !== undefined) c.header('Content-Security-Policy', host.policy(new URL(bff).origin))
      c.header('Cache-Control', 'no-store')
      return c.html(renderPage(host, host.body(bff)))
    })
  }
  return pages
}

function renderPage({ title, shows, html = 'lang="en"', head = '', policy }: Host, body: string): string {
  // A page whose policy allows no inline styles has none: then all reported violations are the form's.
  const styles = policy === undefined || policy('').includes("style-src 'unsafe-inline'") ? inlineStyles : ''
  return renderDocument(
    html,
    `${title} – the form on other sites`,
    styles + head,
    `<nav aria-label="Demo"><a href="/on">All pages</a></nav><main><h1>${title}</h1><p class="shows">${shows}</p>${body}</main>`,
  )
}

function renderList(): string {
  const entries = Object.entries(hosts).map(
    ([name, { title, shows }]) => `<li><a href="/on/${name}">${title}</a><br>${shows}</li>`,
  )
  const body = `<nav aria-label="Demo"><a href="/">QA page</a> <a href="/tools/builder.html">Snippets</a></nav>
<main><h1>The form on other sites</h1><p>Practice data only: nobody is registered. Each page is sent with the headers that its kind of site sends.</p><ul>${entries.join('')}</ul></main>`
  return renderDocument('lang="en"', 'The form on other sites', '<link rel="stylesheet" href="/on/list.css">', body)
}

/** The list's own style sheet: its policy allows no inline styles. */
const listStyles =
  ':root{color-scheme:light dark}body{max-width:44rem;margin:auto;padding:1rem;font:1rem/1.5 system-ui,sans-serif}nav a{margin-inline-end:1rem}li{margin-block:.75rem}'

const inlineStyles = `<style>${listStyles}</style>`

function renderDocument(html: string, title: string, head: string, body: string): string {
  return `<!doctype html>
<html ${html}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
${head}
</head>
<body>
${body}
</body>
</html>
`
}
