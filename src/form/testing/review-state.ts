/** The translations that no reader has signed, for the gallery. */
import { ourWording } from '../../server/consent/wording.ts'
import { catalogues } from '../locales/catalogues.ts'
import { type ReviewText, reviewTexts } from '../locales/reviews/review-texts.ts'
import { signatures } from '../locales/reviews/signatures.ts'

/** Each language except English, with its texts that are unsigned or changed since, and the number of all its texts. */
export function reviewState(): { language: string; all: number; open: readonly ReviewText[] }[] {
  return catalogues
    .filter(({ language }) => language !== 'en')
    .map((catalogue) => {
      const texts = reviewTexts(catalogue, ourWording.en, signatures)
      return { language: catalogue.language, all: texts.length, open: texts.filter(({ state }) => state !== 'signed') }
    })
}
