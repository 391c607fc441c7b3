import { describe, expect, it } from 'vitest'
import { ourWording } from '../../../server/consent/wording.ts'
import { catalogues } from '../catalogues.ts'
import { reviewPage } from './review-page.ts'
import { reviewTexts } from './review-texts.ts'
import { signatures } from './signatures.ts'

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
