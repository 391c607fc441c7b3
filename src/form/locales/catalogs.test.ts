/** Every language says what English says: nothing that English has not, with the same values, and nothing left out. */
import { describe, expect, it } from 'vitest'
import { languageCodes } from '../../contract/languages.ts'
import { catalogs } from './catalogs.ts'
import { en } from './en.ts'
import { factsEn } from './facts-en.ts'
import { hostedEn } from './hosted-en.ts'

/** Every text by its dotted key. A plural is one text with several forms. */
function textsOf(part: object, path = ''): [key: string, forms: string[]][] {
  return Object.entries(part).flatMap(([key, value]: [string, unknown]): [string, string[]][] => {
    const dotted = path === '' ? key : `${path}.${key}`
    if (typeof value === 'string') return [[dotted, [value]]]
    if (typeof value !== 'object' || value === null) return [[dotted, [`not a text: ${String(value)}`]]]
    if ('other' in value) return [[dotted, Object.values(value).map(String)]]
    return textsOf(value, dotted)
  })
}

const namesIn = (text: string) => [...text.matchAll(/\{(\w*)\}/g)].map(([, name]) => name ?? '').sort()
const english = new Map(textsOf({ ...en, facts: factsEn, hosted: hostedEn }))

it('every language that a form can ask for has a catalog', () => {
  expect(catalogs.map(({ language }) => language)).toEqual(languageCodes)
})

describe.each(catalogs)('the catalog in $language', ({ language, direction, familyNameFirst, wording, ...texts }) => {
  const own = textsOf(texts)

  it('has exactly the keys of English', () => {
    expect(own.map(([key]) => key).filter((key) => !english.has(key))).toEqual([])
    const keys = new Set(own.map(([key]) => key))
    expect([...english.keys()].filter((key) => !keys.has(key))).toEqual([])
  })

  it('uses the same values in every plural form', () => {
    const wrong = own.flatMap(([key, forms]) => {
      const wanted = [...new Set(namesIn(english.get(key)?.at(-1) ?? ''))]
      // "In one second" need not say 1.
      const [others, last] = [forms.slice(0, -1), forms.slice(-1)]
      const isRight = (names: string[], strict: boolean) =>
        names.every((name) => wanted.includes(name)) && (!strict || wanted.every((name) => names.includes(name)))
      const areRight =
        last.every((form) => isRight(namesIn(form), true)) && others.every((form) => isRight(namesIn(form), false))
      return areRight ? [] : [`${key}: ${forms.join(' | ')}`]
    })
    expect(wrong).toEqual([])
  })

  it('has a form for every plural category', () => {
    const isKnown = Intl.PluralRules.supportedLocalesOf(language).length > 0
    const needed = isKnown ? new Intl.PluralRules(language).resolvedOptions().pluralCategories : ['other']
    const lacking = plurals(texts).filter((plural) => {
      const shown = needed.filter((category) => Object.hasOwn(plural, category))
      // Millions and fractions do not occur: only hours, minutes and seconds are spoken of.
      return shown.length < needed.filter((category) => !(category === 'many' && language !== 'ar')).length
    })
    expect(lacking).toEqual([])
  })

  it('has no empty text, and only text in the language', () => {
    for (const [key, forms] of own) for (const form of forms) expect(form.trim(), key).not.toBe('')
    if (language === 'en') return
    const same = own.filter(
      ([key, forms]) => /^(form|errors|notSent|answer\.lead)/.test(key) && forms[0] === english.get(key)?.[0],
    )
    expect(same).toEqual([])
  })

  it('ends texts as sentences where a screen reader joins them: at a field, a checkbox and a link', () => {
    const joined = [
      ...own.filter(([key]) => /^(hints|notes)\.|^answer\.(opens|inEnglish|works|correctMeaning)/.test(key)),
      ['wording.agree', [wording?.agree ?? '.']] as const,
    ]
    expect(joined.length).toBeGreaterThan(9)
    expect(joined.filter(([, forms]) => !forms.every((form) => /[.?。？؟។।]$/.test(form)))).toEqual([])
  })

  it('names its direction', () => {
    expect(direction ?? 'ltr').toBe(language === 'ar' ? 'rtl' : 'ltr')
    expect(familyNameFirst === true).toBe(['zh', 'ko', 'vi', 'km'].includes(language.slice(0, 2)))
  })

  it('contains the consent wording, with the placeholders for names and links', () => {
    if (language === 'en') {
      expect(wording).toBeUndefined()
      return
    }
    expect(namesIn(wording?.elements.agreement ?? '')).toEqual(['continue', 'operator', 'privacy', 'terms'])
    expect(namesIn(wording?.purpose ?? '')).toEqual(['operator', 'partner'])
    expect(namesIn(wording?.subscriber ?? '')).toEqual(['monthly', 'partner', 'program'])
    expect(wording?.subscriber).toMatch(/STOP.*HELP/)
    expect(wording?.elements.stop_help).toMatch(/STOP.*HELP/)
  })
})

function plurals(part: object): object[] {
  return Object.values(part).flatMap((value: unknown) => {
    if (typeof value !== 'object' || value === null) return []
    return 'other' in value ? [value] : plurals(value)
  })
}

it('French punctuation stays on the line: no plain space before : ; ? ! and inside « »', () => {
  const french = catalogs.find(({ language }) => language === 'fr') ?? {}
  expect(textsOf(french).filter(([, forms]) => forms.some((form) => / [:;?!»]|« /.test(form)))).toEqual([])
})

it('no language says that a voter is registered', () => {
  const allTexts = catalogs.map((texts) => JSON.stringify(texts)).join(' ')
  expect(allTexts).not.toMatch(
    /you are (now )?registered|ya est[áa] registrad|您已(经)?(成功)?(登记|注册)|bạn đã đăng ký (thành công|xong)|등록되었습니다|nakarehistro ka na|لقد تم تسجيلك|vous êtes (maintenant )?inscrit|ou enskri kounye a/i,
  )
})
