/** The offer to continue on a phone, below the form. */
import { escapeHtml } from '../../contract/escape-html.ts'
import type { PageDeps } from '../../contract/page-interface.ts'
import type { PageQuery } from './page-query.ts'
import { phoneAddress, phoneCodePath } from './phone-code.ts'

/**
 * Returns the offer as HTML. It is collapsed, and its image is loaded when a voter opens it.
 *
 * @param state the initial state of the form; left out if it is not a state's code
 * @returns empty when there is nothing to offer: no public address is known, an app or another site's page frames the form, or
 *  many voters share the device
 */
export function phoneOffer(
  { url, partner }: Pick<PageDeps, 'url' | 'partner'>,
  { words, hosted, isFramed, isInApp, idleSeconds }: PageQuery,
  state: string | undefined,
): string {
  if (url === undefined || isFramed || isInApp || idleSeconds !== undefined) return ''
  const start = { partner, language: words.language, state }
  const address = escapeHtml(phoneAddress(url, start))
  return [
    `<details class="page-phone" id="phone"><summary>${escapeHtml(hosted.phone.offer)}</summary>`,
    `<p>${escapeHtml(hosted.phone.text)}</p>`,
    `<p><img src="${escapeHtml(phoneCodePath(start))}" loading="lazy" width="180" height="180" alt="${escapeHtml(hosted.phone.code)}"></p>`,
    `<p><a href="${address}">${address}</a></p></details>`,
  ].join('')
}
