/** The HTML document around the form, and its Content Security Policy. */

import { escapeHtml } from '../../contract/escape-html.ts'
import type { Logo } from '../../contract/look.ts'
import type { PageAnswer, PageDeps } from '../../contract/page-interface.ts'
import { partnerPath } from '../../contract/routes.ts'
import type { Words } from '../widget/messages/catalogue.ts'
import { markAttributes, markClasses } from '../widget/recorder-marks.ts'
import type { OwnData, PageData } from './page-data.ts'
import { pageFiles } from './page-files.ts'
import type { PageQuery } from './page-query.ts'

/** The content of one page. */
export interface HtmlShellContent {
  visitor: PageQuery
  /** The visitor as the parameters of an address. */
  address: string
  title: string
  /** Whether there is an error: the title begins with that, because screen readers read it first. */
  isWrong?: boolean
  /** Shown above the form. */
  notice?: string | undefined
  /** The form or a screen, as HTML. */
  body: string
  /** Shown above it until the script runs, as HTML. */
  above?: string
  /** The data for the script. */
  data: PageData
  /** The data of this visit alone, as {@link jsonOf} writes it. */
  own: string
  /** The owner of the page; by default the partner's name, empty for none. */
  owner?: string
  /** Whether a shared device returns to the empty form by itself, because nothing is typed here. */
  isEmptied?: boolean
  /** Whether a button of the page leads to another site. */
  leadsOn?: boolean
}

/** Creates a function that renders documents. */
export function createHtmlShell(deps: PageDeps) {
  const style = pageFiles.style + (deps.look?.css ?? '')
  const styleHashes = Promise.all([hashOf(style), hashOf(withoutScripts)])
  return async (
    content: HtmlShellContent,
    status: PageAnswer['status'] = 200,
  ): Promise<PageAnswer & { body: string }> => ({
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': content.visitor.words.language,
      'Content-Security-Policy': policy(deps, await styleHashes, content),
      // With "no-referrer", browsers post a form without its origin.
      'Referrer-Policy': 'same-origin',
      'Cross-Origin-Opener-Policy': 'same-origin',
      // Chromium caches pages for Back in spite of "no-store": the next page on a shared device drops the previous ones.
      ...(content.visitor.idleSeconds !== undefined && { 'Clear-Site-Data': '"cache"' }),
      'Permissions-Policy':
        'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    },
    body: html(deps, style, content),
  })
}

/** Without scripts, a form in steps is on one page. */
const withoutScripts =
  '.vr-form>.vr-group[hidden]{display:block!important}.vr-form>:is(.vr-steps,.vr-step-progress,.vr-step-heading,.vr-actions-steps){display:none!important}'

function policy(
  { allowedOrigins, look }: PageDeps,
  styleHashes: readonly string[],
  { leadsOn = false }: HtmlShellContent,
): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styleHashes.map((hash) => `'${hash}'`).join(' ')}`,
    "connect-src 'self'",
    `img-src data:${look?.logo === undefined ? '' : " 'self'"}`,
    // Chromium checks every redirect after a posted form against this list, and a state's site may have redirects of its own.
    // The address of a button is sealed, and the service may name one without TLS.
    `form-action 'self'${leadsOn ? ' https: http:' : ''}`,
    "base-uri 'none'",
    `frame-ancestors ${allowedOrigins.join(' ')}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

function html({ settings, look, partner: id }: PageDeps, style: string, content: HtmlShellContent): string {
  const { owner: partner = settings.partner.name } = content
  const { visitor, title, isWrong = false, notice, address, body, data, own, above = '', isEmptied = false } = content
  const { words, hosted, theme, isFramed, idleSeconds } = visitor
  const alone = escapeHtml(`form?${address}`)
  const heading = `${isWrong ? `${words.summary.prefix} ` : ''}${title}${partner === '' ? '' : ` – ${partner}`}`
  return [
    `<!doctype html><html lang="${escapeHtml(words.language)}" dir="${words.direction}" data-theme="${theme}">`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(heading)}</title>`,
    isEmptied && idleSeconds !== undefined ? `<meta http-equiv="refresh" content="${idleSeconds};url=${alone}">` : '',
    '<meta name="format-detection" content="telephone=no"><link rel="icon" href="data:,">',
    `<style>${style}</style><noscript><style>${withoutScripts}</style></noscript>`,
    // Each by a tag of its own: WebKit never requests a failed preload again, on any later page of the tab.
    ...[pageFiles.script, ...pageFiles.needed]
      .filter((name) => name !== undefined)
      .map((name) => `<script type="module" src="form/${name}"></script>`),
    `</head><body${isFramed ? ' data-framed' : ''}>`,
    isFramed || partner === ''
      ? ''
      : `<header class="page-owner">${ownerOf(partner, look?.logo && { ...look.logo, name: partnerPath(look.logo.name, id) })}</header>`,
    `<main class="${markClasses}"${marks}>`,
    `<div class="page-notice" id="cut-off" hidden><h1>${escapeHtml(hosted.cutOff.heading)}</h1><p>${escapeHtml(hosted.cutOff.text)}</p><p><a href="${alone}" target="_blank" rel="noopener">${escapeHtml(hosted.newTab)}</a></p></div>`,
    notice === undefined ? '' : `<div class="page-notice" role="status"><p>${escapeHtml(notice)}</p></div>`,
    ...(idleSeconds === undefined ? [] : kioskNotices(words.kiosk, { isEmptied, idleSeconds, alone })),
    above,
    `<div id="form">${body}</div>`,
    isFramed
      ? `<p class="page-alone"><a href="${alone}" target="_blank" rel="noopener">${escapeHtml(hosted.newTab)}</a></p>`
      : '',
    `</main><script type="application/json" id="data">${jsonOf(data)}</script>`,
    `<script type="application/json" id="own">${own}</script>`,
    '</body></html>',
  ].join('')
}

/** Notices on a shared device: this page closes by itself; without scripts, how to empty the form. */
function kioskNotices(
  { text, clear }: Words['kiosk'],
  { isEmptied, idleSeconds, alone }: { isEmptied: boolean; idleSeconds: number; alone: string },
): string[] {
  const link = `<p><a href="${alone}">${escapeHtml(clear)}</a></p>`
  if (!isEmptied) return [`<noscript><div class="page-notice">${link}</div></noscript>`]
  return [`<div class="page-notice"><p>${escapeHtml(text({ seconds: idleSeconds }))}</p>${link}</div>`]
}

/** The logo's alternative text is the name. */
function ownerOf(partner: string, logo: Logo | undefined): string {
  if (logo === undefined) return escapeHtml(partner)
  return `<img class="page-logo" src="form/${escapeHtml(logo.name)}" alt="${escapeHtml(partner)}">`
}

const marks = Object.entries(markAttributes)
  .map(([name, value]) => ` ${name}="${value}"`)
  .join('')

/** Data as the content of a `<script>`. */
export function jsonOf(data: PageData | OwnData): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

async function hashOf(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return `sha256-${btoa(String.fromCharCode(...hash))}`
}
