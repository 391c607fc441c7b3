/** What the page's address brings along: values to begin with, and where the voter came from. */
import { placeNames, referrerHost, type Tracking } from '../contract/campaign.ts'
import { closestLanguage, languageCodes } from '../contract/languages.ts'
import { prefillFrom } from './form/prefill-names.ts'
import type { Prefill } from './options.ts'

/** Values that have been taken out of the address: kept for a second form on the page, in memory only. */
let taken: Record<string, string> = {}

/** Forgets what was taken out of the address: the next voter at this screen is another one. */
export function forgetAddress(): void {
  taken = {}
}

/**
 * Takes values to begin with out of the page's address, the fragment (`#vr.first_name=Ada`, which no server sees) before
 * the query, and removes them there, so that they are not sent on, logged or copied.
 *
 * @param allowed the fields that may be taken. A personal one that is not among them is removed and not used
 */
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

/** A sandboxed frame may not change its address; the values are used all the same. */
function replaceAddress(url: URL): void {
  try {
    history.replaceState(history.state, '', url)
  } catch {}
}

/** Reads what the address says of where the voter came from: which names count is known later, see `cleanTracking`. They stay:
 *  the page's own statistics read them too. */
export function trackingInAddress(): Tracking {
  const query = new URLSearchParams(location.search)
  for (const name of placeNames) query.delete(name)
  return Object.fromEntries(query)
}

/** The language that the address names, `locale` before `lang`; `undefined` where it names none, or one without texts. */
export function localeInAddress(): string | undefined {
  const query = new URLSearchParams(location.search)
  return closestLanguage([query.get('locale') ?? query.get('lang') ?? ''], languageCodes)
}

/** The page's path, and the host of the page that led to it. */
export function placeOfPage(): Tracking {
  const { pathname, host } = location
  const from = referrerHost(document.referrer, host)
  return { page_path: pathname, ...(from !== undefined && { referrer_host: from }) }
}

/** The names of the partner's own parameters: known with the settings, read when an event is emitted or a form sent. */
export interface OwnNames {
  get: () => readonly string[]
  set: (names: readonly string[]) => void
}

/** Makes {@link OwnNames}, of none. */
export function noOwnNames(): OwnNames {
  let names: readonly string[] = []
  return {
    get: () => names,
    set(known) {
      names = known
    },
  }
}
