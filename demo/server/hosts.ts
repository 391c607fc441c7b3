/** Pages as partners have them, each with the headers that its kind of site sends: where the form can be seen to work. */
import { Hono } from 'hono'
import { scriptTags, snippetOf } from '../builder/snippets.ts'
import { noWishes } from '../builder/wishes.ts'
import { kses } from './kses.ts'
import type { SiteConfig } from './site.ts'

/** One page. */
interface Host {
  title: string
  /** What can be seen on it, in a sentence. */
  shows: string
  /** The content security policy it is sent with; none where there is none. */
  policy?: (bff: string) => string
  /** Attributes of its own element. */
  html?: string
  head?: string
  body: (bff: string) => string
}

/** The word of a policy that lets the page's own script in; in earnest it is another one each time. */
const nonce = 'demo'

const places = (bff: string) => ({ files: '/element', apiBase: bff, officialUrl: 'https://official.example/register/' })
const snippet = (kind: 'A' | 'B' | 'C' | 'D', bff: string) =>
  snippetOf(kind, { ...noWishes, partner: 'demo' }, places(bff))

const policyOf = (...lines: string[]) => lines.join('; ')

/** All of them, by their place below `/on/`. */
export const hosts: Readonly<Record<string, Host>> = {
  plain: {
    title: 'Plain HTML',
    shows: 'Snippet A on a page without any policy.',
    body: (bff) => snippet('A', bff),
  },
  strict: {
    title: 'The strictest policy',
    shows: 'Nothing is allowed but one script by its nonce and the BFF: no styles, no images, and Trusted Types.',
    policy: (bff) =>
      policyOf(
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
        .replace('<script ', `<script nonce="${nonce}" `)
        .replace(/<style>.*<\/style>\n/, ''),
  },
  hostile: {
    title: 'A page that makes it hard',
    shows:
      'Rules that hide and distort everything, text at 62.5 %, right to left, a form around the form, and scripts that change the language’s own objects.',
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
    title: 'A page that breaks other scripts',
    shows:
      'An old script gives every object a new member. Where the form cannot be made, what stands in the tag stays; without anything in the tag a sentence does.',
    head: '<script>Object.prototype.get = 1; Object.prototype.extend = function () {}</script>',
    body: (bff) =>
      `${snippet('A', bff)}<h2>Without a link inside</h2><voter-registration api-base="${bff}" official-url="https://official.example/register/"></voter-registration>`,
  },
  wordpress: {
    title: 'An editor that removes what it does not know',
    shows:
      'Snippets A and B as an editor like WordPress’s leaves them; the script comes once from the theme. Of A the link is left, of B the form.',
    body: (bff) =>
      `<h2>Snippet A</h2><div id="a">${kses(snippet('A', bff))}</div><h2>Snippet B</h2><div id="b">${kses(snippet('B', bff))}</div>${scriptTags(noWishes, places(bff)).join('')}`,
  },
  'tag-manager': {
    title: 'A tag manager',
    shows:
      'The tag stands in the page, the manager adds the script a second later as its “custom HTML” does, and hears of every event.',
    body: (bff) => `${snippet('A', bff)
      .replace(/<script.*<\/script>\n/, '')
      .replace('<voter-registration ', '<voter-registration data-layer="dataLayer" ')}
<p>Heard: <output id="heard"></output></p>
<script>
window.dataLayer = []
const { push } = dataLayer
dataLayer.push = (entry) => {
  document.getElementById('heard').textContent += entry.event + ' '
  return push.call(dataLayer, entry)
}
setTimeout(() => {
  const script = document.createElement('script')
  script.src = '/element/voter-registration.js'
  document.head.append(script)
}, 1000)
</script>`,
  },
  bare: {
    title: 'One script tag',
    shows: 'Snippet C: the form comes where the script stands.',
    body: (bff) => snippet('C', bff),
  },
  frame: {
    title: 'A site builder with sandboxed frames',
    shows: 'Snippet D: the page that the BFF serves itself, in a sandboxed frame of another origin.',
    policy: (bff) => policyOf("default-src 'none'", "style-src 'unsafe-inline'", 'img-src data:', `frame-src ${bff}`),
    body: (bff) => snippet('D', bff),
  },
  'no-scripts': {
    title: 'No scripts at all',
    shows: 'What stands in the tag stays; and the page that the BFF serves goes the whole way without a script.',
    policy: (bff) =>
      policyOf(
        "default-src 'none'",
        "script-src 'none'",
        "style-src 'unsafe-inline'",
        'img-src data:',
        `frame-src ${bff}`,
      ),
    body: (bff) => `${snippet('A', bff).replace(/<style>.*<\/style>\n/, '')}
<h2>The BFF’s own page</h2>
${snippet('D', bff).replace('allow-scripts ', '')}`,
  },
}

/** Makes the pages, and a list of them. */
export function hostPages({ bff }: SiteConfig): Hono {
  const pages = new Hono()
  pages.get('/', (c) => c.html(listOf()))
  pages.get('/list.css', (c) => c.body(listLook, 200, { 'Content-Type': 'text/css' }))
  for (const [name, host] of Object.entries(hosts)) {
    pages.get(`/${name}`, (c) => {
      if (host.policy !== undefined) c.header('Content-Security-Policy', host.policy(new URL(bff).origin))
      c.header('Cache-Control', 'no-store')
      return c.html(pageOf(host, host.body(bff)))
    })
  }
  return pages
}

function pageOf({ title, shows, html = 'lang="en"', head = '', policy }: Host, body: string): string {
  // A page whose policy allows no styles is sent without any: nothing shall be reported but what the form does.
  const look = policy === undefined || policy('').includes("style-src 'unsafe-inline'") ? ownLook : ''
  return whole(
    html,
    `${title} – the form on other sites`,
    look + head,
    `<nav aria-label="Demo"><a href="/on">All pages</a></nav><main><h1>${title}</h1><p class="shows">${shows}</p>${body}</main>`,
  )
}

function listOf(): string {
  const entries = Object.entries(hosts).map(
    ([name, { title, shows }]) => `<li><a href="/on/${name}">${title}</a><br>${shows}</li>`,
  )
  const body = `<nav aria-label="Demo"><a href="/">QA page</a> <a href="/builder.html">Snippets</a></nav>
<main><h1>The form on other sites</h1><p>Practice data only: nobody is registered. Each page is sent with the headers that its kind of site sends.</p><ul>${entries.join('')}</ul></main>`
  return whole('lang="en"', 'The form on other sites', '<link rel="stylesheet" href="/on/list.css">', body)
}

/** The list's own sheet: its policy allows none inline. */
const listLook =
  ':root{color-scheme:light dark}body{max-width:44rem;margin:auto;padding:1rem;font:1rem/1.5 system-ui,sans-serif}nav a{margin-inline-end:1rem}li{margin-block:.75rem}'

const ownLook = `<style>${listLook}</style>`

function whole(html: string, title: string, head: string, body: string): string {
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
