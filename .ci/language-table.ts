/** The table of languages in `docs/languages.md`. */

import { catalogues } from '../src/form/locales/catalogues.ts'
import { markdownTable } from './docs/page-blocks.ts'

/** A screen as `e2e/language-table.spec.ts` measures it; lengths in phone screens. */
export interface Measured {
  screen: string
  width: number
  phoneScreens: number
  overflow: number
}

/** Returns the table as Markdown. */
export function languageTable(measuredIn: (language: string) => readonly Measured[]): string {
  const rows = catalogues.map(({ language }) => {
    const measured = measuredIn(language)
    const lengths = (width: number) =>
      ['form', 'answer with two ways on'].map(
        (screen) =>
          measured.find((one) => one.width === width && one.screen === screen)?.phoneScreens.toFixed(1) ?? '?',
      )
    const wide = measured.filter(({ overflow }) => overflow > 0)
    return [
      `\`${language}\``,
      lengths(390).join(' · '),
      lengths(320).join(' · '),
      wide.length === 0
        ? 'none'
        : wide.map(({ screen, width, overflow }) => `${screen}, ${width} px: ${overflow} px`).join('; '),
    ]
  })
  return markdownTable(['Language', '390 × 844', '320 × 568', 'Overflow'], rows)
}
