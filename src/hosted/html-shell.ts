/** The page around the form: what a browser needs before anything else, and the policy that it is held to. */
import type { PageAnswer } from '../contract/hosted-page.ts'
import { escaped } from './escaped.ts'
import { hostedWords } from './hosted-messages.ts'
import type { PageData } from './page-data.ts'
import type { PageFiles } from './page-files.ts'
import { type Visitor, writeVisitor } from './page-query.ts'

/** What all pages have in common. */
export interface DocumentDeps {
  files: PageFiles
  /** Whose page it is. */
  partner: string
  /** Origins whose pages may frame it. */
  frameAncestors: readonly string[]
  isSandbox: boolean
}

/** What one page has. */
export interface DocumentContent {
  visitor: Visitor
  title: string
  /** Whether something is wrong: the title says so first, since a screen reader begins with it. */
  isWrong?: boolean
  /** Said above the form. */
  notice?: string
  /** The form or a screen, as HTML. */
  body: string
  /** What the script gets. */
  data: PageData
  /** Whether a button of the page leads to another site. */
  leadsOn?: boolean
}

/** Makes documents. */
export function createDocument(parts: DocumentDeps) {
  const styleHash = hashOf(parts.files.style)
  return async (content: DocumentContent, status: PageAnswer['status'] = 200): Promise<PageAnswer> => ({
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': content.visitor.words.language,
      'Content-Security-Policy': policy(parts, await styleHash, content.leadsOn === true),
      // With "no-referrer", browsers post a form without telling their origin.
      'Referrer-Policy': 'same-origin',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Permissions-Policy':
        'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    },
    body: html(parts, content),
  })
}

function policy({ frameAncestors, isSandbox }: DocumentDeps, styleHash: string, leadsOn: boolean): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src '${styleHash}'`,
    "connect-src 'self'",
    'img-src data:',
    // Chromium holds every redirect after a posted form to this list, and a state's site may have some of its own. Where
    // a button leads is sealed; only on this machine itself, where the sandbox is, may it be without TLS.
    `form-action 'self'${leadsOn ? ` https:${isSandbox ? ' http://127.0.0.1:* http://localhost:*' : ''}` : ''}`,
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors.join(' ')}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

function html({ files, partner }: DocumentDeps, content: DocumentContent): string {
  const { visitor, title, isWrong = false, notice, body, data } = content
  const { words, theme, isFramed } = visitor
  const own = hostedWords(words)
  const alone = escaped(`form?${writeVisitor(visitor)}`)
  const heading = `${isWrong ? `${words.summary.prefix} ` : ''}${title} – ${partner}`
  return [
    `<!doctype html><html lang="${escaped(words.language)}" dir="${words.direction}" data-theme="${theme}">`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(heading)}</title>`,
    '<meta name="format-detection" content="telephone=no"><link rel="icon" href="data:,">',
    `<style>${files.style}</style>`,
    files.script === undefined ? '' : `<script type="module" src="form/${files.script}"></script>`,
    ...files.needed.map((name) => `<link rel="modulepreload" href="form/${name}">`),
    `</head><body${isFramed ? ' data-framed' : ''}>`,
    isFramed ? '' : `<header class="page-owner">${escaped(partner)}</header>`,
    '<main>',
    `<div class="page-notice" id="cut-off" hidden><h1>${escaped(own.cutOff.heading)}</h1><p>${escaped(own.cutOff.text)}</p><p><a href="${alone}" target="_blank" rel="noopener">${escaped(own.newTab)}</a></p></div>`,
    notice === undefined ? '' : `<div class="page-notice" role="status"><p>${escaped(notice)}</p></div>`,
    `<div id="form">${body}</div>`,
    isFramed
      ? `<p class="page-alone"><a href="${alone}" target="_blank" rel="noopener">${escaped(own.newTab)}</a></p>`
      : '',
    `</main><script type="application/json" id="data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`,
    '</body></html>',
  ].join('')
}

async function hashOf(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return `sha256-${btoa(String.fromCharCode(...hash))}`
}
