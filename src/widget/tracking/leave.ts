/** Takes the voter to another site. */
import type { LinkTarget } from '../options.ts'

/** What every link of the answer carries: the other site learns neither this window nor this address. */
export const linkSafety = { rel: 'noopener noreferrer', referrerPolicy: 'no-referrer' } as const

/**
 * Goes to an address as a click on its link would. `location.assign` would tell the other site where the voter comes
 * from, and a frame may not call it on `top`; a link outside the page also keeps the page's click handlers out of it.
 *
 * @param url an address that the contract's `safeLink` has passed
 */
export function leave(url: string, target: LinkTarget): void {
  const link = document.createElement('a')
  link.href = url
  link.target = target
  link.rel = linkSafety.rel
  link.referrerPolicy = linkSafety.referrerPolicy
  link.click()
}
