/** The table of languages in `docs/languages.md`. */

import { catalogues } from '../src/form/locales/catalogues.ts'
import {
  countsOf,
  englishSyllables,
  filled,
  grade,
  leastWords,
  perspicuity,
  spanishSyllables,
  sum,
} from '../src/form/locales/reviews/reading-ease.ts'
import { reviewTexts, textsOf } from '../src/form/locales/reviews/review-texts.ts'
import { signatures } from '../src/form/locales/reviews/signatures.ts'
import { ourWording } from '../src/server/consent/wording.ts'
import { markdownTable } from './docs/page-blocks.ts'

/** A screen as `e2e/language-table.spec.ts` measures it; lengths in phone screens. */
export interface Measured {
  screen: string
  width: number
  phoneScreens: number
  overflow: number
}

/** The readability formulas that exist for a language; others have no meaningful figure. */
const ease: Readonly<Record<string, (texts: readonly string[]) => string>> = {
  en: (texts) => `grade ${grade(all(texts, englishSyllables)).toFixed(1)}`,
  es: (texts) => `INFLESZ ${perspicuity(all(texts, spanishSyllables)).toFixed(0)}`,
}

const all = (texts: readonly string[], syllables: (word: string) => number) =>
  sum(texts.map((text) => countsOf(filled(text), syllables)).filter(({ words }) => words >= leastWords))

/** Returns the table as Markdown. */
export function languageTable(measuredIn: (language: string) => readonly Measured[]): string {
  const rows = catalogues.map((catalogue) => {
    const { language, wording: _wording, ...texts } = catalogue
    const measured = measuredIn(language)
    const lengths = (width: number) =>
      ['form', 'answer with two ways on'].map(
        (screen) =>
          measured.find((one) => one.width === width && one.screen === screen)?.phoneScreens.toFixed(1) ?? '?',
      )
    const wide = measured.filter(({ overflow }) => overflow > 0)
    const read = language === 'en' ? [] : reviewTexts(catalogue, ourWording.en, signatures)
    const unsigned = read.filter(({ state }) => state !== 'signed').length
    return [
      `\`${language}\``,
      lengths(390).join(' · '),
      lengths(320).join(' · '),
      wide.length === 0
        ? 'none'
        : wide.map(({ screen, width, overflow }) => `${screen}, ${width} px: ${overflow} px`).join('; '),
      language === 'en' ? '' : `${unsigned} of ${read.length}`,
      ease[language]?.(textsOf(texts).map(([, text]) => text)) ?? '',
    ]
  })
  return markdownTable(['Language', '390 × 844', '320 × 568', 'Overflow', 'Unsigned texts', 'Reading'], rows)
}
