/** A partner as the BFF works with it. Without a partners file there is one, that of the options. */
import type { Settings } from '../../contract/bff-api.ts'
import type { Look } from '../../contract/look.ts'
import type { Catalogue } from '../../locales/catalogue.ts'
import type { BffOptions } from '../config/options.ts'
import { settingsOf } from '../config/read-config.ts'
import { cataloguesOf } from '../config/wording-settings.ts'
import { type ConsentTexts, consentTexts } from '../consent/consent-texts.ts'
import type { Limit } from '../middleware/rate-limiter.ts'
import type { WrittenNotice } from '../notices/written-notice.ts'
import type { ServiceKey } from '../upstream/client.ts'

/** Everything that differs from partner to partner. */
export interface Partner {
  /** Its name in the partners file; `undefined` for the partner of the options. */
  id: string | undefined
  settings: Settings
  /** The form's texts by language, those that this partner's form may be in. */
  catalogues: readonly Catalogue[]
  /** Whether all texts come with the package. */
  hasOurWords: boolean
  /** Every consent block that its forms can show. */
  texts: ConsentTexts
  /** The origins of its pages. */
  allowedOrigins: ReadonlySet<string>
  /** Its own API key, and the id of it; `undefined` where it uses that of the server. */
  serviceKey: { id: string; key: ServiceKey } | undefined
  /** How its hosted page looks; `undefined` where it looks as the form does by itself. */
  look: Look | undefined
  /** Its own notices for voters, beside those for all partners. */
  notices: readonly WrittenNotice[]
  /** How much may be sent to the service for it. */
  limit: Limit | undefined
}

/** A partner, and what log, metrics and receipts call it. */
export interface ChosenPartner {
  partner: Partner
  /** One of a list of the operator's; `undefined` where no partner is named, or one that is on no list. */
  label: string | undefined
}

/**
 * A partner from options without problems.
 *
 * @param options with the partner's own in place of the server's
 * @param own what no option says
 */
export function partnerFrom(
  options: BffOptions,
  own: Partial<Pick<Partner, 'id' | 'serviceKey' | 'limit' | 'look'>> & {
    languages?: readonly string[] | undefined
    notices?: Partner['notices'] | undefined
  } = {},
): Partner {
  const { id, serviceKey, limit, look, languages, notices = [] } = own
  const settings = settingsOf(options)
  const isOffered = (language: string) => language === 'en' || languages === undefined || languages.includes(language)
  const catalogues = cataloguesOf(options, settings).filter(({ language }) => isOffered(language))
  return {
    id,
    settings,
    catalogues,
    hasOurWords: options.wording === undefined,
    texts: consentTexts(settings, catalogues),
    allowedOrigins: new Set(options.allowedOrigins.map((origin) => new URL(origin).origin)),
    serviceKey,
    look,
    notices,
    limit,
  }
}
