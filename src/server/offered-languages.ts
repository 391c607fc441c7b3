/** The languages a BFF serves: every translation is a draft, and the operator of the BFF configures which are shown (`DRAFTS`). */
import type { Catalogue } from '../form/locales/catalogue.ts'

/** Which drafts are shown: those of the languages the form has always had, all, or none. */
export const draftModes = ['established', 'all', 'none'] as const
export type DraftMode = (typeof draftModes)[number]

/** The languages that the form has had from the beginning. No page loses one of these by an upgrade. */
const established: readonly string[] = ['en', 'es', 'zh-Hans', 'vi', 'ko', 'fil', 'ar', 'fr', 'ht']

/** Returns the catalogs that are shown. English is not a translation. */
export function offeredLanguages(catalogues: readonly Catalogue[], drafts: DraftMode): Catalogue[] {
  return catalogues.filter(
    ({ language }) =>
      language === 'en' || drafts === 'all' || (drafts === 'established' && established.includes(language)),
  )
}
