/** The HTML document around the form, its headers and Content Security Policy, and a compressed template of the empty form. */
import { constants, crc32, deflateRawSync } from 'node:zlib'
import type { PageOptions, PagePartner } from '../../contract/page-interface.ts'
import { partnerPath } from '../../contract/routes.ts'
import { escapeHtml } from '../../contract/strings.ts'
import { maskingAttributes, maskingClasses } from '../widget/use-root.ts'
import type { FormProps, PageData, VisitData } from './page-data.ts'
import { pageFiles } from './page-files.ts'
import type { PageQuery } from './page-query.ts'

export interface PageContent {
  title: string
  /** Whether there is an error: then the title begins with the error prefix, which screen readers read first. */
  isWrong?: boolean
  notice?: string | undefined
  body: string
  /** HTML of the facts, shown above the form until the script runs. */
  factsHtml?: string
  form?: FormProps
  visit?: VisitData
  /** The page's owner; the partner's name by default, empty for none. */
  owner?: string
  linksToSites?: boolean
}

interface DocumentDeps {
  partner: PagePartner
  options: PageOptions
  style: string
  visitor: PageQuery
  address: string
}

export function renderDocument(
  { partner, options, style, visitor, address }: DocumentDeps,
  content: PageContent,
  visitJson?: string,
) {
  const { id, settings, branding } = partner
  const parents = [...partner.allowedOrigins]
  const { title, isWrong, notice, body, factsHtml = '', form, owner = settings.partner.name } = content
  const { words, hosted, theme, isFramed, idleSeconds } = visitor
  const visit = content.visit ?? { instanceId: getInstanceId(crypto.randomUUID()), fields: {}, options: {} }
  const data = form === undefined ? { parents } : { parents, form, prefillFromUrl: options.prefill }
  const name = escapeHtml(owner)
  const url = escapeHtml(`form?${address}`)
  const logo = branding?.logo && escapeHtml(partnerPath(branding.logo.name, id))
  const newTab = `<a href="${url}" target="_blank" rel="noopener">${escapeHtml(hosted.newTab)}</a>`
  const clear = `<p><a href="${url}">${escapeHtml(words.kiosk.clear)}</a></p>`
  // No timer clears a form.
  const kiosk =
    form === undefined
      ? `<div class="page-notice"><p>${escapeHtml(words.kiosk.text({ seconds: idleSeconds ?? 0 }))}</p>${clear}</div>`
      : `<noscript><div class="page-notice">${clear}</div></noscript>`
  return [
    `<!doctype html><html lang="${escapeHtml(words.language)}" dir="${words.direction}" data-theme="${theme}">`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${isWrong ? `${escapeHtml(words.summary.prefix)} ` : ''}${escapeHtml(title)}${name && ` – ${name}`}</title>`,
    form || idleSeconds === undefined ? '' : `<meta http-equiv="refresh" content="${idleSeconds};url=${url}">`,
    '<meta name="format-detection" content="telephone=no"><link rel="icon" href="data:,">',
    `<style>${style}</style><noscript><style>${noScriptStyle}</style></noscript>`,
    // Separate tags: WebKit does not request a failed preload again in the same tab.
    ...[pageFiles.script, ...pageFiles.needed].map(
      (file) => file && `<script type="module" src="form/${file}"></script>`,
    ),
    `</head><body${isFramed ? ' data-framed' : ''}>`,
    isFramed || name === ''
      ? ''
      : `<header class="page-owner">${logo ? `<img class="page-logo" src="form/${logo}" alt="${name}">` : name}</header>`,
    `<main class="${maskingClasses}"${marks}>`,
    `<div class="page-notice" id="cut-off" hidden><h1>${escapeHtml(hosted.cutOff.heading)}</h1><p>${escapeHtml(hosted.cutOff.text)}</p><p>${newTab}</p></div>`,
    notice === undefined ? '' : `<div class="page-notice" role="status"><p>${escapeHtml(notice)}</p></div>`,
    idleSeconds === undefined ? '' : kiosk,
    factsHtml,
    `<div id="form">${body}</div>`,
    isFramed ? `<p class="page-alone">${newTab}</p>` : '',
    `</main><script type="application/json" id="data">${serializeData(data)}</script>`,
    `<script type="application/json" id="own">${visitJson ?? serializeData(visit)}</script>`,
    '</body></html>',
  ].join('')
}

const marks = Object.entries(maskingAttributes)
  .map(([name, value]) => ` ${name}="${value}"`)
  .join('')

export function serializeData(data: PageData | VisitData): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

async function hashStyle(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return `sha256-${btoa(String.fromCharCode(...hash))}`
}

/** Without scripts, a form in steps is on one page. */
const noScriptStyle =
  '.vr-form>.vr-group[hidden]{display:block!important}.vr-form>:is(.vr-steps,.vr-step-progress,.vr-step-heading,.vr-actions-steps){display:none!important}'

export function createPageHeaders(partner: PagePartner, style: string) {
  const styleHashes = Promise.all([hashStyle(style), hashStyle(noScriptStyle)])
  return async ({ words, idleSeconds }: PageQuery, linksToSites = false) => ({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': words.language,
    'Content-Security-Policy': writePolicy(partner, await styleHashes, linksToSites),
    // With "no-referrer", browsers post a form without its origin.
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    // Chromium caches pages for Back in spite of "no-store": the next page on a shared device drops the previous ones.
    ...(idleSeconds !== undefined && { 'Clear-Site-Data': '"cache"' }),
    'Permissions-Policy':
      'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
  })
}

function writePolicy(
  { allowedOrigins, branding }: PagePartner,
  styleHashes: readonly string[],
  linksToSites: boolean,
): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styleHashes.map((hash) => `'${hash}'`).join(' ')}`,
    "connect-src 'self'",
    `img-src data:${branding?.logo === undefined ? '' : " 'self'"}`,
    // Chromium checks all redirects after a post against this list, and state sites may redirect, also to http. The URLs of buttons
    // are encrypted, so nobody can forge them.
    `form-action 'self'${linksToSites ? ' https: http:' : ''}`,
    "base-uri 'none'",
    `frame-ancestors ${[...allowedOrigins].join(' ')}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

export const getInstanceId = (key: string) => `vr${key.slice(0, 8)}`

/** Placeholders for the values of a visit, unique in a page. */
export const placeholders = { key: 'stands-for-key', query: '&stands-for-query', visit: 'stands-for-visit' } as const

type PlaceholderValues = Record<keyof typeof placeholders, string>

export function compressTemplate(html: string) {
  const pieces = html.split(/(?:&amp;)?stands-for-(key|query|visit)/).map((text, index) => {
    if (index % 2 === 0) return { text, block: deflate(text, 9) }
    return text === 'key' || text === 'query' ? text : 'visit'
  })
  return (values: PlaceholderValues) => {
    const filledPieces = pieces.map((piece) => {
      if (typeof piece === 'object') return piece
      // Not compressed: the length would reveal the value (BREACH).
      return { text: values[piece], block: deflate(values[piece], 0) }
    })
    const body = filledPieces.map(({ text }) => text).join('')
    return {
      body,
      gzip: () =>
        gzipBlocks(
          filledPieces.map(({ block }) => block),
          Buffer.from(body),
        ),
    }
  }
}

/** A flush ends on a byte boundary, so that blocks can be joined. */
const deflate = (text: string, level: number) => deflateRawSync(text, { level, finishFlush: constants.Z_SYNC_FLUSH })

/** The gzip header (RFC 1952): deflate, no name, no time, unknown system. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
const lastBlock = deflateRawSync('')

function gzipBlocks(blocks: readonly Buffer[], body: Buffer): Buffer<ArrayBuffer> {
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc32(body))
  trailer.writeUInt32LE(body.length, 4)
  return Buffer.concat([gzipHeader, ...blocks, lastBlock, trailer])
}
