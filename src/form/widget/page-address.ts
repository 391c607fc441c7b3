/** What the form reads from the page's address, and what it reports to the page. */
import type { RefObject } from 'react'
import { cleanTracking, placeNames, referrerHost, type Tracking } from '../../contract/campaign.ts'
import { closestLanguage, type LanguageCode, languageCodes } from '../../contract/languages.ts'
import { prefillFrom } from './form/prefill-names.ts'
import type { OwnDetail, Prefill, VoterRegistrationCallbacks } from './options.ts'
import { version } from './version.ts'
import type { VoterRegistrationProps } from './voter-registration-props.ts'

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

/** Returns where the voter came from, as the address has it. It stays there: the page's statistics read it too. */
export function trackingInAddress(): Tracking {
  const query = new URLSearchParams(location.search)
  for (const name of placeNames) query.delete(name)
  return Object.fromEntries(query)
}

/** Returns where the voter came from; `undefined` under Global Privacy Control: this is optional. */
export function trackingOf(
  own: Pick<OwnNames, 'get'>,
  given: Tracking | undefined,
): Record<string, string> | undefined {
  if ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true) return undefined
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

/** Returns the languages for `locale: 'auto'`: the closest `lang` around an element (not its own), also outside its shadow
 *  root, then the browser's languages. Only in a browser: a server knows neither. */
export function detectLocales(element: Element): readonly string[] {
  for (let at = parentElementOf(element); at; at = parentElementOf(at)) {
    const lang = at.getAttribute('lang')
    if (lang !== null) return [lang, ...navigator.languages]
  }
  return navigator.languages
}

/** Returns the language in the address, `locale` before `lang`; `undefined` for none, or one without texts. */
export function localeInAddress(): LanguageCode | undefined {
  const query = new URLSearchParams(location.search)
  return closestLanguage([query.get('locale') ?? query.get('lang') ?? ''], languageCodes)
}

/** Returns the parent element or, at the top of a shadow root, its host; `undefined` for the root element, or without one. */
function parentElementOf(element: Element): Element | undefined {
  // No `instanceof`: a frame's document has classes of its own.
  const parent: (Node & { host?: Element }) | null = element.parentNode
  return element.parentElement ?? parent?.host
}

/** Calls the partner's callbacks. Never with personal data. */
export type Emit = <Name extends keyof VoterRegistrationCallbacks>(name: Name, detail: OwnDetail<Name>) => void

export function createEmit(
  latest: Readonly<RefObject<VoterRegistrationProps>>,
  instanceId: string,
  own: OwnNames,
): Emit {
  return (name, detail) => {
    // The type of Emit ensures that detail and callback belong together; here they are any pair.
    const { [name]: callback }: { [one in keyof VoterRegistrationCallbacks]?: (detail: never) => void } = latest.current
    const { partner, tracking: given } = latest.current
    const tracking = trackingOf(own, given)
    const every = { instanceId, ...(partner !== undefined && { partner }), version, ...(tracking && { tracking }) }
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above.
      callback?.({ ...every, ...detail } as never)
    } catch (error) {
      // An error of the page appears in its console, and never costs a registration.
      setTimeout(() => {
        throw error
      })
    }
  }
}
