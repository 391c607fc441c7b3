/** Integration with the page: its URL, its language, and its callbacks. */
import type { RefObject } from 'react'
import { cleanTracking, pageNames, referrerHost, type Tracking } from '../../contract/campaign.ts'
import { closestLanguage, type LanguageCode, languageCodes } from '../../contract/languages.ts'
import { prefillFrom } from './form/prefill-names.ts'
import type { OwnDetail, Prefill, VoterRegistrationCallbacks } from './options.ts'
import { version } from './version.ts'
import type { VoterRegistrationProps } from './voter-registration-props.ts'

/** Values removed from the URL, for another form on the page. In memory only. */
let removedValues: Record<string, string> = {}

/** For the next voter in kiosk mode. */
export function clearUrlPrefill(): void {
  removedValues = {}
}

/** Reads prefill values from the fragment (`#vr.first_name=Ada`, which is not sent to servers), then from the query, and removes
 *  them from the URL, allowed or not, so that they are not forwarded, logged or copied. */
export function extractUrlPrefill(allowed: readonly string[]): Prefill {
  const url = new URL(location.href)
  const fragment = new URLSearchParams(url.hash.slice(1))
  const prefill = prefillFrom(allowed, (name) => {
    const value = fragment.get(`vr.${name}`) ?? url.searchParams.get(name) ?? undefined
    fragment.delete(`vr.${name}`)
    url.searchParams.delete(name)
    if (value !== undefined) removedValues[name] = value
    return Object.hasOwn(removedValues, name) ? removedValues[name] : undefined
  })
  const previousUrl = location.href
  if (new URL(previousUrl).hash.includes('vr.')) url.hash = fragment.toString()
  if (url.href !== previousUrl) replaceAddress(url)
  return prefill
}

/** Does nothing in a sandboxed frame, which may not do that. */
function replaceAddress(url: URL): void {
  try {
    history.replaceState(history.state, '', url)
  } catch {}
}

/** Returns the URL's attribution parameters. They stay in the URL, since the page's analytics read them too. */
export function getUrlTracking(): Tracking {
  const query = new URLSearchParams(location.search)
  for (const name of pageNames) query.delete(name)
  return Object.fromEntries(query)
}

/** Returns the voter's attribution; `undefined` with Global Privacy Control. */
export function getTracking(
  attributionParams: Pick<AttributionParams, 'get'>,
  pageTracking: Tracking | undefined,
): Record<string, string> | undefined {
  if ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true) return undefined
  const { pathname, host } = location
  const referrer = referrerHost(document.referrer, host)
  return cleanTracking(
    attributionParams.get(),
    { page_path: pathname, ...(referrer !== undefined && { referrer_host: referrer }) },
    pageTracking,
  )
}

/** Names of the partner's own attribution parameters, set when the settings are loaded. */
export interface AttributionParams {
  get: () => readonly string[]
  set: (names: readonly string[]) => void
}

export function createAttributionParams(): AttributionParams {
  let names: readonly string[] = []
  return {
    get: () => names,
    set(newNames) {
      names = newNames
    },
  }
}

/** Returns the languages for `locale: 'auto'`: the closest `lang` of an ancestor, also outside the shadow root, then the browser's
 *  languages. Only in a browser. */
export function detectLocales(element: Element): readonly string[] {
  for (let ancestor = getParentElement(element); ancestor; ancestor = getParentElement(ancestor)) {
    const lang = ancestor.getAttribute('lang')
    if (lang !== null) return [lang, ...navigator.languages]
  }
  return navigator.languages
}

/** Returns the URL's language, `locale` before `lang`; `undefined` if missing or unsupported. */
export function getUrlLocale(): LanguageCode | undefined {
  const query = new URLSearchParams(location.search)
  return closestLanguage([query.get('locale') ?? query.get('lang') ?? ''], languageCodes)
}

/** Returns the parent element or, at the top of a shadow root, its host. */
function getParentElement(element: Element): Element | undefined {
  // Without `instanceof`, since a frame's document has its own classes.
  const parent: (Node & { host?: Element }) | null = element.parentNode
  return element.parentElement ?? parent?.host
}

/** Calls a partner's callback. Never with personal data. */
export type Emit = <Name extends keyof VoterRegistrationCallbacks>(name: Name, detail: OwnDetail<Name>) => void

export function createEmit(
  latest: Readonly<RefObject<VoterRegistrationProps>>,
  instanceId: string,
  attributionParams: AttributionParams,
): Emit {
  return (name, detail) => {
    // The type of `Emit` ensures that detail and callback match.
    const { [name]: callback }: { [Key in keyof VoterRegistrationCallbacks]?: (detail: never) => void } = latest.current
    const { partner, tracking: pageTracking } = latest.current
    const tracking = getTracking(attributionParams, pageTracking)
    const common = { instanceId, ...(partner !== undefined && { partner }), version, ...(tracking && { tracking }) }
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above.
      callback?.({ ...common, ...detail } as never)
    } catch (error) {
      // An error in the page's callback must not prevent a registration.
      setTimeout(() => {
        throw error
      })
    }
  }
}
