/** The languages a BFF serves: a translation that no reviewer has signed is a draft, and the operator of the BFF configures
 *  whether drafts are shown (`DRAFTS`). */
import type { Catalogue } from '../form/locales/catalogue.ts'
import { reviewTexts } from '../form/locales/reviews/review-texts.ts'
import { signatures as ours, type Signature } from '../form/locales/reviews/signatures.ts'
import { ourWording } from './consent/wording.ts'

/** Which drafts are shown: those of the languages the form has always had, all, or none. */
export const draftModes = ['established', 'all', 'none'] as const
export type DraftMode = (typeof draftModes)[number]

/** The form's languages before signatures existed. No page loses one of these by an upgrade. */
const established: readonly string[] = ['en', 'es', 'zh-Hans', 'vi', 'ko', 'fil', 'ar', 'fr', 'ht']

/** Returns the catalogs that are shown. English is not a translation. */
export function offeredLanguages(
  catalogues: readonly Catalogue[],
  drafts: DraftMode,
  signatures: readonly Signature[] = ours,
): Catalogue[] {
  return catalogues.filter((catalogue) => {
    const { language } = catalogue
    if (language === 'en' || drafts === 'all') return true
    if (drafts === 'established' && established.includes(language)) return true
    const isRead = signatures.some((one) => one.language === language)
    return isRead && reviewTexts(catalogue, ourWording.en, signatures).every(({ state }) => state === 'signed')
  })
}
