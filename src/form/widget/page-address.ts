/** The data in the page's address: initial values, and where the voter came from. */
import { cleanTracking, placeNames, referrerHost, type Tracking } from '../../contract/campaign.ts'
import { prefillFrom } from './form/prefill-names.ts'
import type { Prefill } from './options.ts'

/** Values that were removed from the address: stored for a second form on the page, in memory only. */
let taken: Record<string, string> = {}

/** Forgets the values from the address: the next voter at this screen is another person. */
export function forgetAddress(): void {
  taken = {}
}

/** Reads initial values from the page's fragment (`#vr.first_name=Ada`, which no server receives) before the query, and removes
 *  them there, allowed or not, so that they are not forwarded, logged or copied. */
export function takePrefill(allowed: readonly string[]): Prefill {
  const url = new URL(location.href)
  const fragment = new URLSearchParams(url.hash.slice(1))
  const prefill = prefillFrom(allowed, (name) => {
    const value = fragment.get(`vr.${name}`) ?? url.searchParams.get(name) ?? undefined
    fragment.delete(`vr.${name}`)
    url.searchParams.delete(name)
    if (value !== undefined) taken[name] = value
    return Object.hasOwn(taken, name) ? taken[name] : undefined
  })
  const before = location.href
  if (new URL(before).hash.includes('vr.')) url.hash = fragment.toString()
  if (url.href !== before) replaceAddress(url)
  return prefill
}

/** Replaces the address. A sandboxed frame may not do that; the values are still used. */
function replaceAddress(url: URL): void {
  try {
    history.replaceState(history.state, '', url)
  } catch {}
}

/** Returns where the voter came from, as the address has it. Which names count is known later, see `cleanTracking`. They
 *  stay in the address: the page's own statistics read them too. */
export function trackingInAddress(): Tracking {
  const query = new URLSearchParams(location.search)
  for (const name of placeNames) query.delete(name)
  return Object.fromEntries(query)
}

/** Returns where the voter came from, by the page and its address; `undefined` where the browser sends Global Privacy
 *  Control: this is optional. */
export function trackingOf(
  own: Pick<OwnNames, 'get'>,
  given: Tracking | undefined,
): Record<string, string> | undefined {
  if (asksForPrivacy()) return undefined
  const { pathname, host } = location
  const from = referrerHost(document.referrer, host)
  return cleanTracking(own.get(), { page_path: pathname, ...(from !== undefined && { referrer_host: from }) }, given)
}

/** The names of the partner's own parameters: known with the settings, read when an event is emitted or a form is sent. */
export interface OwnNames {
  get: () => readonly string[]
  set: (names: readonly string[]) => void
}

export function noOwnNames(): OwnNames {
  let names: readonly string[] = []
  return {
    get: () => names,
    set(known) {
      names = known
    },
  }
}

/** Returns whether the browser sends Global Privacy Control: then everything optional is left out. */
function asksForPrivacy(): boolean {
  return 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true
}
