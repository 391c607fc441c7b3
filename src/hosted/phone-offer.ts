/** The offer to go on with a phone, below the form. */
import type { PageDeps } from '../contract/hosted-page.ts'
import { escaped } from './html-shell.ts'
import type { PageQuery } from './page-query.ts'
import { phoneAddress, phoneCodePath } from './phone-code.ts'

/**
 * The offer as HTML. It is folded away, and its picture is asked for when somebody opens it.
 *
 * @param state the state that the form begins with; left out where it is no state's code
 * @returns empty where there is nothing to offer: no public address is known, an app or another site's page is around the form, or
 *  many voters share the device
 */
export function phoneOffer(
  { url, partner }: Pick<PageDeps, 'url' | 'partner'>,
  { words, hosted, isFramed, isInApp, idleSeconds }: PageQuery,
  state: string | undefined,
): string {
  if (url === undefined || isFramed || isInApp || idleSeconds !== undefined) return ''
  const start = { partner, language: words.language, state }
  const address = escaped(phoneAddress(url, start))
  return [
    `<details class="page-phone" id="phone"><summary>${escaped(hosted.phone.offer)}</summary>`,
    `<p>${escaped(hosted.phone.text)}</p>`,
    `<p><img src="${escaped(phoneCodePath(start))}" loading="lazy" width="180" height="180" alt="${escaped(hosted.phone.code)}"></p>`,
    `<p><a href="${address}">${address}</a></p></details>`,
  ].join('')
}
