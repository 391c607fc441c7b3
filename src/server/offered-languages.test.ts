/** No page loses a language by an upgrade, and none shows a new draft without opting in. */
import { describe, expect, it } from 'vitest'
import { languageCodes } from '../contract/languages.ts'
import { catalogues } from '../form/locales/catalogues.ts'
import { type draftModes, offeredLanguages } from './offered-languages.ts'

const codes = (drafts: (typeof draftModes)[number]) =>
  offeredLanguages(catalogues, drafts).map(({ language }) => language)

describe('the languages that are shown', () => {
  it.each([
    ['established', ['en', 'es', 'zh-Hans', 'vi', 'ko', 'fil', 'ar', 'fr', 'ht']],
    ['all', [...languageCodes]],
    ['none', ['en']],
  ] as const)('DRAFTS=%s: %j', (mode, languages) => {
    expect(codes(mode)).toEqual(languages)
  })
})
