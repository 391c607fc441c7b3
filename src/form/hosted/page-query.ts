/** The query parameters of the page: language, theme, layout and campaign attribution. */
import { cleanTracking, referrerHost } from '../../contract/campaign.ts'
import { closestLanguage, languageCodes, preferredLanguages } from '../../contract/languages.ts'
import type { PagePartner } from '../../contract/page-interface.ts'
import { catalogs } from '../locales/catalogs.ts'
import { hostedEn } from '../locales/hosted-en.ts'
import type { FormLayout } from '../widget/form/fields.ts'
import { createFormMessages, type FormMessages } from '../widget/messages/catalog.ts'
import { createMessages, type Messages } from '../widget/messages/messages.ts'
import { parseIdleSeconds } from '../widget/options.ts'

export interface PageQuery {
  words: FormMessages
  /** The partner's own texts in the page's language. */
  messages: Readonly<Record<string, string>> | undefined
  hosted: Messages<typeof hostedEn>
  theme: 'light' | 'dark' | 'auto'
  partner: string | undefined
  tracking: Record<string, string> | undefined
  layout: FormLayout | undefined
  /** In kiosk mode: seconds of inactivity after which the form is cleared. */
  idleSeconds: number | undefined
  isFramed: boolean
}

type QueryPartner = Pick<PagePartner, 'id' | 'branding' | 'messages'> & {
  settings: Pick<PagePartner['settings'], 'attribution' | 'languages'>
}

/** Parses the page's query, or the hidden field that replaces it. `locale` or `lang` overrides `Accept-Language`. */
export function parsePageQuery(
  request: Request,
  query: URLSearchParams,
  { id, settings, branding, messages: ownMessages }: QueryPartner,
): PageQuery {
  const { headers, method, url } = request
  const theme = query.get('theme')
  const layout = query.get('layout')
  const partner = query.get('partner') ?? ''
  const preferred = preferredLanguages(headers.get('accept-language') ?? '')
  const offered = languageCodes.filter((code) => code === 'en' || settings.languages?.includes(code))
  const language = closestLanguage([query.get('locale') ?? query.get('lang') ?? '', ...preferred], offered) ?? 'en'
  const messages = ownMessages?.[language]
  const catalog = language === 'en' ? undefined : catalogs.find((candidate) => candidate.language === language)
  // The referrer of a post is the page itself, or a form that a partner's server rendered.
  const referrer = method === 'GET' ? referrerHost(headers.get('referer') ?? '', new URL(url).host) : undefined
  return {
    words: createFormMessages(catalog, { messages }),
    messages,
    hosted: createMessages(hostedEn, { language, translated: catalog?.hosted }),
    theme: branding?.theme ?? (theme === 'light' || theme === 'dark' ? theme : 'auto'),
    partner: id ?? (/^[\w.-]{1,64}$/.test(partner) ? partner : undefined),
    tracking: cleanTracking(
      settings.attribution ?? [],
      Object.fromEntries(query),
      referrer === undefined ? {} : { referrer_host: referrer },
    ),
    layout: layout === 'page' || layout === 'steps' ? layout : undefined,
    idleSeconds: parseIdleSeconds(query.get('kiosk')),
    isFramed: headers.get('sec-fetch-dest') === 'iframe',
  }
}

/** The inverse of parsing, for a URL or a hidden field. Contains no personal data. */
export function writePageQuery({ words, theme, partner, tracking, layout, idleSeconds }: PageQuery): string {
  // First, since links to other languages replace it.
  const query = new URLSearchParams({ locale: words.language, ...tracking })
  if (partner !== undefined) query.set('partner', partner)
  if (theme !== 'auto') query.set('theme', theme)
  if (layout !== undefined) query.set('layout', layout)
  if (idleSeconds !== undefined) query.set('kiosk', String(idleSeconds))
  return query.toString()
}
