/** The QR code that leads from a wide screen to a phone: the page's public address. */
import type { QrCode } from '../../contract/civic-data/state-facts.ts'
import type { PageAnswer } from '../../contract/page-interface.ts'
import { partnerPath } from '../../contract/routes.ts'
import { isStateCode } from '../../contract/states.ts'

/** The name of the code's file below the page. */
export const phoneCodeName = 'phone.svg'

/** The initial parameters of the address on the phone. */
export interface PhoneStart {
  /** The partner's name in the partners file. */
  partner: string | undefined
  /** The language of the form. */
  language: string
  /** Left out if it is not a state's code. */
  state: string | null | undefined
}

/**
 * Returns the address that the phone opens. It has the language and the state, and nothing that was typed.
 *
 * @param pageUrl the page's public address (`PAGE_URL`)
 */
export function phoneAddress(pageUrl: string, start: PhoneStart): string {
  const url = new URL(pageUrl)
  if (start.partner !== undefined && start.partner !== '') url.searchParams.set('partner', start.partner)
  return withStart(url.href, start)
}

/** Returns the path from which the page requests the code of that address. */
export function phoneCodePath(start: PhoneStart): string {
  const base = 'https://page.invalid/'
  return withStart(base + partnerPath(`form/${phoneCodeName}`, start.partner), start).slice(base.length)
}

function withStart(address: string, { language, state }: PhoneStart): string {
  const url = new URL(address)
  url.searchParams.set('locale', language)
  if (isStateCode(state)) url.searchParams.set('state', state)
  return url.href
}

/** Returns the code as an image, dark on light in every theme: cameras expect that. */
export function phoneCode({ size, path }: Pick<QrCode, 'size' | 'path'>): PageAnswer {
  const side = size + 8
  const headers = {
    'Content-Type': 'image/svg+xml',
    'Cache-Control': 'public, max-age=3600',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
  }
  const body =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 ${side} ${side}" width="${side * 4}" height="${side * 4}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M-4-4h${side}v${side}h-${side}z"/><path d="${path}"/></svg>`
  return { status: 200, headers, body }
}
