import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { closestLanguage, languageNames } from './languages.ts'

const languageCodes = ['en', 'es', 'zh-Hans', 'vi', 'ko', 'fil', 'ar', 'fr', 'ht', 'zh-Hant', 'km', 'bn', 'hi']

describe('the closest language', () => {
  it.each([
    [['es-MX'], 'es'],
    [['ES'], 'es'],
    [['es_US'], 'es'],
    [['de', 'es', 'en'], 'es'],
    [['en-GB', 'es'], 'en'],
    [['fr-CA'], 'fr'],
    [['zh-CN'], 'zh-Hans'],
    [['zh'], 'zh-Hans'],
    [['zh-Hans-SG'], 'zh-Hans'],
    [['zh-TW'], 'zh-Hant'],
    [['zh-HK'], 'zh-Hant'],
    [['zh-Hant-MO'], 'zh-Hant'],
    [['zh_SG'], 'zh-Hans'],
    [['km-KH'], 'km'],
    [['bn-BD'], 'bn'],
    [['hi-IN'], 'hi'],
    [['tl'], 'fil'],
    [['fil-PH'], 'fil'],
    [['tl-PH'], 'fil'],
    [['ar-EG'], 'ar'],
    [['ht-HT'], 'ht'],
    [['ko-KR', 'en'], 'ko'],
    [['pt', 'pt-BR'], undefined],
    [[''], undefined],
    [[], undefined],
    [['constructor'], undefined],
    [['hto'], undefined],
  ])('to %j is %s', (preferences, language) => {
    expect(closestLanguage(preferences, languageCodes)).toBe(language)
  })

  it('of Chinese is the other script if there is only that one', () => {
    expect(closestLanguage(['zh-TW'], ['en', 'zh-Hans'])).toBe('zh-Hans')
  })

  it("is a partner's own first if the tag is the same, and also if only the language is", () => {
    expect(closestLanguage(['pt-PT'], ['pt-BR', 'pt-PT'])).toBe('pt-PT')
    expect(closestLanguage(['pt'], ['pt-BR', ...languageCodes])).toBe('pt-BR')
    expect(closestLanguage(['tl'], ['fil', 'tl'])).toBe('tl')
  })
})

it('every language has its own name, and the same one in the WordPress plugin', () => {
  const settings = readFileSync(path.join(import.meta.dirname, '../wordpress/includes/settings.php'), 'utf8')
  const [, list = ''] = /function voter_registration_languages\(\) \{([^}]+)\}/.exec(settings) ?? []
  const named = [...list.matchAll(/'([\w-]+)'\s+=> '([^']+)'/g)].map(([, code, name]) => [code, name])
  expect(Object.fromEntries(named)).toEqual(languageNames)
  expect(Object.keys(languageNames)).toEqual(languageCodes)
})
