/** A partner as the BFF uses it. Without a partners file there is one, the partner of the options. */
import type { Settings } from '../../contract/bff-api.ts'
import type { Branding, PartnerMessages } from '../../contract/page-interface.ts'
import type { Catalog } from '../../form/locales/catalog.ts'
import { type ConsentTexts, consentTexts } from '../consent/receipt.ts'
import { createSettings, getCatalogs } from '../consent/wording-settings.ts'
import type { WrittenNotice } from '../notices/notices.ts'
import type { BffOptions } from '../options/bff-options.ts'
import type { ServiceKey } from '../upstream/upstream.ts'

/** Everything that differs between partners. */
export interface Partner {
  /** Its name in the partners file; `undefined` for the partner of the options. */
  id: string | undefined
  settings: Settings
  /** The form's texts by language, in which this partner's form may be shown. */
  catalogs: readonly Catalog[]
  /** Whether all texts come with the package. */
  hasOurWords: boolean
  /** Every consent block that its forms can show. */
  texts: ConsentTexts
  /** The origins of its pages. */
  allowedOrigins: ReadonlySet<string>
  /** Its own API key and the key's id; `undefined` when it uses the server's. */
  serviceKey: { id: string; key: ServiceKey } | undefined
  /** The branding of its hosted page; `undefined` for the form's default branding. */
  branding: Branding | undefined
  /** Its own texts on its hosted page; `undefined` for those of the package. */
  messages: PartnerMessages | undefined
  /** Its own notices for voters, in addition to those for all partners. */
  notices: readonly WrittenNotice[]
}

/** A partner, and its name in log, metrics and receipts. */
export interface PartnerSelection {
  partner: Partner
  /** A name on the operator's list; `undefined` when the request names no partner, or one that is not on the list. */
  label: string | undefined
}

/** Creates a partner from valid options, which replace the server's. `own`: values that are not options. */
export function createPartner(
  options: BffOptions,
  ownValues: Partial<Pick<Partner, 'id' | 'serviceKey' | 'branding' | 'messages'>> & {
    languages?: readonly string[] | undefined
    notices?: Partner['notices'] | undefined
  } = {},
): Partner {
  const { id, serviceKey, branding, messages, languages, notices = [] } = ownValues
  const settings = createSettings(options)
  const isOffered = (language: string) => language === 'en' || languages === undefined || languages.includes(language)
  const catalogs = getCatalogs(options, settings).filter(({ language }) => isOffered(language))
  return {
    id,
    settings: { ...settings, languages: catalogs.map(({ language }) => language).filter((code) => code !== 'en') },
    catalogs,
    hasOurWords: options.wording === undefined,
    texts: consentTexts(settings, catalogs),
    allowedOrigins: new Set(options.allowedOrigins.map((origin) => new URL(origin).origin)),
    serviceKey,
    branding,
    messages,
    notices,
  }
}
