/** The parameters of a visit: language, appearance, and campaign attribution. */

import { preferredLanguages } from '../../contract/accept-header.ts'
import { cleanTracking } from '../../contract/campaign.ts'
import { closestLanguage, languageCodes } from '../../contract/languages.ts'
import type { PageDeps, PageVisit } from '../../contract/page-interface.ts'
import { catalogues } from '../locales/catalogues.ts'
import { hostedEn } from '../locales/hosted-en.ts'
import type { FormLayout } from '../widget/form/form-steps.ts'
import { idleSecondsOf } from '../widget/idle-seconds.ts'
import { type Words, wordsIn } from '../widget/messages/catalogue.ts'
import { createMessages, type Messages } from '../widget/messages/messages.ts'

/** The parameters of a visit, from the address or the posted form. */
export interface PageQuery {
  words: Words
  /** The partner's own texts in the language of the words; the words have them already. */
  messages: Readonly<Record<string, string>> | undefined
  /** The texts of this page alone, in the language of the words. */
  hosted: Messages<typeof hostedEn>
  theme: 'light' | 'dark' | 'auto'
  /** The partner's public name for this page, if the address has one. */
  partner: string | undefined
  tracking: Record<string, string> | undefined
  /** The layout of the form, if the address sets one. */
  layout: FormLayout | undefined
  /** On a shared device: seconds of inactivity after which everything typed is deleted. */
  idleSeconds: number | undefined
  isFramed: boolean
}

/**
 * Reads the parameters of an address, or the hidden fields that replace them. `locale` or `lang` overrides `Accept-Language`.
 *
 * @param page the form's partner, its languages, and the partner's own parameters
 */
export function readPageQuery(
  { acceptLanguage, isFramed, referrerHost }: PageVisit,
  query: URLSearchParams,
  page: Pick<PageDeps, 'partner' | 'languages' | 'look'> &
    Partial<Pick<PageDeps, 'messages'>> & { settings?: Pick<PageDeps['settings'], 'attribution'> },
): PageQuery {
  const theme = query.get('theme')
  const layout = query.get('layout')
  const partner = query.get('partner') ?? ''
  const requested = [query.get('locale') ?? query.get('lang') ?? '', ...preferredLanguages(acceptLanguage)]
  const { words, messages } = wordsFor(requested, page)
  return {
    words,
    messages,
    hosted: createMessages(hostedEn, { language: words.language, translated: words.catalogue?.hosted }),
    theme: page.look?.theme ?? (theme === 'light' || theme === 'dark' ? theme : 'auto'),
    partner: page.partner ?? (/^[\w.-]{1,64}$/.test(partner) ? partner : undefined),
    tracking: cleanTracking(
      page.settings?.attribution ?? [],
      Object.fromEntries(query),
      referrerHost === undefined ? {} : { referrer_host: referrerHost },
    ),
    layout: layout === 'page' || layout === 'steps' ? layout : undefined,
    idleSeconds: idleSecondsOf(query.get('kiosk')),
    isFramed,
  }
}

function wordsFor(
  preferred: readonly string[],
  { languages, messages: all }: Pick<PageDeps, 'languages'> & Partial<Pick<PageDeps, 'messages'>>,
): Pick<PageQuery, 'words' | 'messages'> {
  const offered = languageCodes.filter((code) => code === 'en' || languages.includes(code))
  const language = closestLanguage(preferred, offered) ?? 'en'
  const messages = all?.[language]
  const catalogue = language === 'en' ? undefined : catalogues.find((one) => one.language === language)
  return { words: wordsIn(catalogue, { messages }), messages }
}

/** Writes the parameters that {@link readPageQuery} reads, for an address or hidden fields. Nothing personal. */
export function writePageQuery({ words, theme, partner, tracking, layout, idleSeconds }: PageQuery): URLSearchParams {
  const query = new URLSearchParams(tracking)
  if (partner !== undefined) query.set('partner', partner)
  query.set('locale', words.language)
  if (theme !== 'auto') query.set('theme', theme)
  if (layout !== undefined) query.set('layout', layout)
  if (idleSeconds !== undefined) query.set('kiosk', String(idleSeconds))
  return query
}
