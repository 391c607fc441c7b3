/** Who visits the page, as far as it matters: the language, the looks, and where they came from. */
import { cleanTracking } from '../contract/campaign.ts'
import type { PageDeps, PageVisit } from '../contract/hosted-page.ts'
import { closestLanguage, languageCodes } from '../contract/languages.ts'
import { catalogues } from '../locales/catalogues.ts'
import { hostedEn } from '../locales/hosted-en.ts'
import type { FormLayout } from '../widget/form/form-steps.ts'
import { idleSecondsOf } from '../widget/idle-seconds.ts'
import { type Words, wordsIn } from '../widget/messages/catalogue.ts'
import { createMessages, type Messages } from '../widget/messages/messages.ts'

/** What the address or the posted form says of a visit. */
export interface PageQuery {
  words: Words
  /** What only this page says, in the language of the words. */
  hosted: Messages<typeof hostedEn>
  theme: 'light' | 'dark' | 'auto'
  /** The partner's public name for this page, where the address gives one. */
  partner: string | undefined
  tracking: Record<string, string> | undefined
  /** The layout of the form, where the address says one. */
  layout: FormLayout | undefined
  /** On a device that many voters share: seconds without a sign after which everything typed is gone. */
  idleSeconds: number | undefined
  isFramed: boolean
  /** Whether an app shows the page in a WebView (`?embed=app`). */
  isInApp: boolean
}

/**
 * Reads the parameters of an address, or the hidden fields that took their place. `locale`, or `lang`, before `Accept-Language`.
 *
 * @param page whose form it is, the languages that it may be in, and the partner's own parameters
 */
export function readPageQuery(
  { acceptLanguage, isFramed, referrerHost }: PageVisit,
  query: URLSearchParams,
  page: Pick<PageDeps, 'partner' | 'languages' | 'look'> & { settings?: Pick<PageDeps['settings'], 'attribution'> },
): PageQuery {
  const theme = query.get('theme')
  const layout = query.get('layout')
  const partner = query.get('partner') ?? ''
  const wished = [query.get('locale') ?? query.get('lang') ?? '', ...preferredLanguages(acceptLanguage)]
  const words = wordsFor(wished, page.languages)
  return {
    words,
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
    isInApp: query.get('embed') === 'app',
  }
}

function wordsFor(preferred: readonly string[], languages: readonly string[]): Words {
  const offered = languageCodes.filter((code) => code === 'en' || languages.includes(code))
  const language = closestLanguage(preferred, offered) ?? 'en'
  return wordsIn(language === 'en' ? undefined : catalogues.find((one) => one.language === language))
}

/** What {@link readPageQuery} reads, for an address or hidden fields. Nothing personal. */
export function writePageQuery({
  words,
  theme,
  partner,
  tracking,
  layout,
  idleSeconds,
  isInApp,
}: PageQuery): URLSearchParams {
  const query = new URLSearchParams(tracking)
  if (partner !== undefined) query.set('partner', partner)
  query.set('locale', words.language)
  if (theme !== 'auto') query.set('theme', theme)
  if (layout !== undefined) query.set('layout', layout)
  if (idleSeconds !== undefined) query.set('kiosk', String(idleSeconds))
  if (isInApp) query.set('embed', 'app')
  return query
}

/** The languages of an `Accept-Language`, best first. */
export function preferredLanguages(header: string): string[] {
  return header
    .slice(0, 500)
    .split(',')
    .map((item) => {
      const [tag = '', ...parameters] = item.trim().split(/\s*;\s*/)
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) }
    })
    .filter(({ tag, weight }) => /^[a-z]{2,3}\b/i.test(tag) && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}
