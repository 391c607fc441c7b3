import { describe, expect, it } from 'vitest'
import { ourWording } from '../../src/bff/wording.ts'
import { catalogues } from '../../src/locales/catalogues.ts'
import { reviewTexts } from '../../src/locales/reviews/review-texts.ts'
import { signatures } from '../../src/locales/reviews/signatures.ts'
import { reviewPage } from './review-page.ts'

describe('npm run review', () => {
  it.each(catalogues.filter(({ language }) => language !== 'en').map((catalogue) => [catalogue.language, catalogue]))(
    'shows a reader of %s every text, each once',
    (_language, catalogue) => {
      const texts = reviewTexts(catalogue, ourWording.en, signatures)
      const page = reviewPage(catalogue, texts, {})
      const shown = [...page.matchAll(/data-key="([^"]+)"/g)].map(([, key]) => key)
      expect(texts.length).toBeGreaterThan(300)
      expect(shown).toHaveLength(texts.length)
      expect(new Set(shown)).toEqual(new Set(texts.map(({ key }) => key)))
    },
  )
})
