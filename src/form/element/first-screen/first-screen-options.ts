/** Decides by the options whether a first screen is shown while the program loads, and which one. */
import { closestLanguage, languageCodes } from '../../../contract/languages.ts'
import { bffPaths, joinUrl, partnerPath } from '../../../contract/routes.ts'
import { isTokenValue } from '../../../contract/theme-tokens.ts'
import { prefillFrom } from '../../widget/form/prefill-names.ts'
import { detectLocales, getUrlLocale } from '../../widget/page-address.ts'
import { firstScreenText } from '../../widget/styles/stylesheet-text.ts'
import type { ElementOptions } from '../options.ts'
import type { Layout, StaticScreenOptions } from './render-static.ts'

export interface FirstScreenOptions extends Omit<StaticScreenOptions, 'instanceId'> {
  language: string
  layout: Layout
}

/** Returns `undefined` for a form that only the program can render: in a dialog, in the page's own document, or with texts or
 *  values of the page. Reads the language from the elements around `host`. */
export function getFirstScreenOptions(host: Element, options: Partial<ElementOptions>): FirstScreenOptions | undefined {
  const { messages, prefill, locales, settings, fetch, review, prefillFromUrl } = options
  const needsProgram = [messages, prefill, locales, settings, fetch, review].some((option) => option !== undefined)
  if (needsProgram || options.display === 'dialog' || options.isolation === 'none') return undefined
  const query = new URLSearchParams(location.search)
  const fragment = new URLSearchParams(location.hash.slice(1))
  const urlPrefill = prefillFrom(
    prefillFromUrl || [],
    (name) => fragment.get(`vr.${name}`) ?? query.get(name) ?? undefined,
  )
  if (Object.keys(urlPrefill).length > 0) return undefined

  const { locale = 'auto', appearance = {}, apiBase = '', partner } = options
  const urlLocale = options.localeFromUrl === true ? getUrlLocale() : undefined
  const preferred = urlLocale ?? (locale === 'auto' ? detectLocales(host) : [locale])
  const language = closestLanguage([preferred].flat(), languageCodes) ?? 'en'
  const { theme = 'auto', density = 'comfortable', variables = {} } = appearance
  const page = joinUrl(apiBase, `${bffPaths.page}?locale=${language}`)
  // The style sheet names the tokens; a list of them would cost bytes.
  const tokens = Object.entries(variables).filter(
    ([name, value]) => firstScreenText.includes(`var(--vr-${name},`) && isTokenValue(value),
  )
  return {
    language,
    layout: `${options.layout ?? 'page'}${options.kiosk ? '-kiosk' : ''}`,
    action: partnerPath(page, partner),
    headingLevel: options.headingLevel ?? 2,
    root: { 'data-theme': theme, 'data-density': density },
    tokens: Object.fromEntries(tokens.map(([name, value]) => [`--vr-${name}`, value])),
  }
}
