/** The message catalogues that this BFF serves, with the translations that go with its wording. */
import type { Settings } from '../contract/bff-api.ts'
import type { WordingTranslation } from '../contract/messages.ts'
import type { Catalogue } from '../locales/catalogue.ts'
import { catalogues } from '../locales/catalogues.ts'
import type { BffOptions } from './config/options.ts'

/**
 * The package's catalogues. Where the operator has a wording of its own, the languages of its file that are not approved
 * are the translations of it: they are shown beside the approved English text, which alone is agreed to (R-A22).
 */
export function servedCatalogues({ wording: written }: BffOptions, settings: Settings): readonly Catalogue[] {
  if (written === undefined) return catalogues
  return catalogues.map((catalogue) => {
    const texts = Object.hasOwn(written, catalogue.language) ? written[catalogue.language] : undefined
    const { wording: ours, ...rest } = catalogue
    if (texts === undefined || ours === undefined) return rest
    const { heading, note } = ours
    return {
      ...rest,
      wording: { of: [settings.wording.en.version], heading, note, ...texts } satisfies WordingTranslation,
    }
  })
}
