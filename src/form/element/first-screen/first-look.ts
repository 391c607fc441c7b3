/** Decides what the first screen looks like, from the little that the first file understands of the element's options. */
import { closestLanguage, languageCodes } from '../../../contract/languages.ts'
import { bffPaths, joinUrl, partnerPath } from '../../../contract/routes.ts'
import { isTokenValue } from '../../../contract/theme-tokens.ts'
import { detectLocales, localeInAddress } from '../../widget/messages/detect-locales.ts'
import { firstScreenText } from '../../widget/styles/stylesheet-text.ts'
import type { OwnLook } from './draw.ts'
import type { Layout } from './first-screens.ts'

/** What to draw. */
export interface FirstLook extends Omit<OwnLook, 'instanceId'> {
  language: string
  layout: Layout
}

/** Returns an option's text as the page has written it, as a property or else as an attribute; an object as JSON. No blanks are
 *  around it. */
export type ReadWritten = (property: string, attribute?: string) => string | undefined

/**
 * Returns what to draw; `undefined` for a form that only the program can draw: one in a dialog or in the page's own document,
 * with texts or values of the page's own.
 *
 * @param host the element: the language around it counts
 */
export function firstLook(host: Element, read: ReadWritten): FirstLook | undefined {
  const byProgram = ['messages', 'prefill', 'locales', 'settings', 'fetch', 'review'].some(
    (name) => read(name) !== undefined,
  )
  if (byProgram || (read('display') ?? 'inline') !== 'inline' || (read('isolation') ?? 'shadow') !== 'shadow') {
    return undefined
  }
  const fields = read('prefillFromUrl', 'prefill-from-url')
  const query = new URLSearchParams(location.search)
  const fragment = new URLSearchParams(location.hash.slice(1))
  // The other names that takePrefill() reads, whichever fields are allowed: a few bytes, and at worst a slower first screen.
  const names = `${fields} email_address phone_number address street unit zip zip5 zip_code home_zip_code year_of_birth`
  if (isOn(fields) && names.match(/\w+/g)?.some((name) => query.has(name) || fragment.has(`vr.${name}`)))
    return undefined

  const said = read('locale') ?? 'auto'
  const inAddress = /^(true)?$/.test(read('localeFromUrl', 'locale-from-url') ?? 'false')
    ? localeInAddress()
    : undefined
  const preferred = inAddress ?? (said === 'auto' ? detectLocales(host) : [said])
  const language = closestLanguage([preferred].flat(), languageCodes) ?? 'en'
  const appearance = appearanceOf(read('appearance'))
  const theme = `${read('theme') ?? appearance.theme}`
  const density = read('density') ?? appearance.density ?? 'comfortable'
  const variables = appearance.variables ?? {}
  // The style sheet names the tokens: a list of them would be bytes that are there already.
  const tokens = Object.keys(variables).filter(
    (name) => firstScreenText.includes(`var(--vr-${name},`) && isTokenValue(variables[name]),
  )
  const level = read('headingLevel', 'heading-level') ?? ''
  const page = joinUrl(read('apiBase', 'api-base') ?? '', `${bffPaths.page}?locale=${language}`)
  return {
    language,
    layout: `${read('layout') === 'steps' ? 'steps' : 'page'}${isOn(read('kiosk')) ? '-kiosk' : ''}`,
    action: partnerPath(page, read('partner')),
    headingLevel: /^[1-6]$/.test(level) ? Number(level) : 2,
    root: {
      'data-theme': /^(light|dark|inherit)$/.test(theme) ? theme : 'auto',
      'data-density': density === 'compact' ? density : 'comfortable',
    },
    tokens: Object.fromEntries(tokens.map((name) => [`--vr-${name}`, String(variables[name])])),
  }
}

/** Whether an option that may be absent or off is on. */
const isOn = (value: string | undefined): value is string => value !== undefined && value !== 'false'

/** What the attribute `appearance` may hold. */
interface Written {
  theme?: string
  density?: string
  variables?: Record<string, unknown>
}

function appearanceOf(value = '{}'): Written {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each part is looked at before it is used.
    return (JSON.parse(value) ?? {}) as Written
  } catch {
    return {}
  }
}
