/** No page loses a language by an upgrade, and none shows a new draft without opting in. */
import { describe, expect, it } from 'vitest'
import { languageCodes } from '../contract/languages.ts'
import { catalogues } from '../form/locales/catalogues.ts'
import { km } from '../form/locales/km.ts'
import { reviewTexts } from '../form/locales/reviews/review-texts.ts'
import type { Signature } from '../form/locales/reviews/signatures.ts'
import { ourWording } from './consent/wording.ts'
import { draftModes, offeredLanguages } from './offered-languages.ts'

const codes = (...[drafts, signatures = []]: [(typeof draftModes)[number], Signature[]?]) =>
  offeredLanguages(catalogues, drafts, signatures).map(({ language }) => language)

const signed: Signature = {
  language: 'km',
  reader: 'A. Reader',
  date: '2028-03-01',
  texts: Object.fromEntries(reviewTexts(km, ourWording.en, []).map(({ key, hash }) => [key, hash])),
}

describe('the languages that are shown while nothing is signed', () => {
  it.each([
    ['established', ['en', 'es', 'zh-Hans', 'vi', 'ko', 'fil', 'ar', 'fr', 'ht']],
    ['all', [...languageCodes]],
    ['none', ['en']],
  ] as const)('DRAFTS=%s: %j', (mode, languages) => {
    expect(codes(mode)).toEqual(languages)
  })
})

it.each(draftModes)('a language whose every text is signed is shown: DRAFTS=%s', (mode) => {
  expect(codes(mode, [signed])).toContain('km')
})

it('a language with one text that is not is a draft', () => {
  const { 'form.heading': _one, ...others } = signed.texts
  expect(codes('none', [{ ...signed, texts: others }])).not.toContain('km')
})
