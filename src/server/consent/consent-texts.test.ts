/** A version identifies exactly what was on the screen: equal texts have equal versions, different texts different ones. */
import { describe, expect, it } from 'vitest'
import { seed } from '../../contract/testing/seed.ts'
import { catalogues } from '../../form/locales/catalogues.ts'
import { type ConsentSettings, consentTexts, readShown, type Shown } from './consent-texts.ts'
import { plainText, readBlocks, writeBlocks } from './shown-text.ts'
import { ourWording, servedCatalogues, wordingOf } from './wording.ts'

const operators = ['Sample Vote Service', 'Sample Vote Service Inc', 'Vote {partner}'].flatMap((name) =>
  ['https://service.example/terms/', 'https://service.example/term5/'].map((terms_url) => ({
    name,
    terms_url,
    privacy_url: 'https://service.example/privacy/',
  })),
)
const partners = [
  { name: 'River City Votes', privacy_url: 'https://river.example/privacy' },
  { name: 'River City Votes', privacy_url: 'https://river.example/privacy2' },
  { name: 'North Votes', privacy_url: 'https://north.example/' },
].flatMap((partner, place) =>
  [4, 5].map((monthly) => ({
    ...partner,
    texts: { program: 'River Alerts', monthly, ...(place === 0 && { code: '12345' }) },
  })),
)

function settingsOf(operator: ConsentSettings['operator'], partner: ConsentSettings['partner'], hasSpanish: boolean) {
  const names = { operator, partner }
  const en = wordingOf('en', ourWording.en, true, names)
  const es = wordingOf('es', ourWording.es, true, names)
  const features = { subscriber_opt_in: true }
  return { ...names, wording: { en, ...(hasSpanish && { es }) }, features } satisfies ConsentSettings
}

/** Picks one item of a list. */
type Pick = <Item>(items: readonly Item[]) => Item

function anyShown(pick: Pick) {
  const settings = settingsOf(pick(operators), pick(partners), pick([true, false]))
  const served = servedCatalogues(undefined, settings)
  const language = pick([...catalogues.map((one) => one.language), 'pl'])
  const ours = served.find((one) => one.language === language)?.wording?.version
  const subscriber = pick([{ subscriber: '1' as const }, {}])
  const translation = pick([ours, undefined, 'xx-00000000'])
  const beside = translation && { translation }
  const shown: Shown = { language, ...subscriber, ...beside, door: null, path: null }
  const text = consentTexts(settings, served).of(settings.wording.en.version, shown)
  if (text === undefined) throw new Error('The wording is shown.')
  return { version: text.version, text: plainText(text.blocks), kept: plainText(readBlocks(writeBlocks(text.blocks))) }
}

describe('200 combinations of operator, partner, language, boxes and translation', () => {
  let state = seed
  // A linear congruential generator, as in Numerical Recipes.
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const pick: Pick = (items) => {
    const [item] = items.slice(Math.floor(random() * items.length))
    return item as (typeof items)[number]
  }
  const all = Array.from({ length: 200 }, () => anyShown(pick))

  it('have equal versions where the texts are equal, and only there', () => {
    const versions = new Map<string, string>()
    for (const { text, version } of all) {
      expect(versions.get(text) ?? version).toBe(version)
      versions.set(text, version)
    }
    expect(new Set(versions.values()).size).toBe(versions.size)
    // Some texts came twice, most did not, so that both directions are tested.
    expect(versions.size).toBeGreaterThan(50)
    expect(versions.size).toBeLessThan(200)
  })

  it('are read as they were kept', () => {
    for (const { text, kept } of all) expect(kept).toBe(text)
  })
})

describe('what a form says of its consent block', () => {
  const settings = settingsOf(
    { name: 'Op', terms_url: 'https://o.example/t', privacy_url: 'https://o.example/p' },
    { name: 'Partner', privacy_url: 'https://p.example/', texts: { program: 'Alerts', monthly: 4, code: '12345' } },
    true,
  )
  const texts = consentTexts(settings, servedCatalogues(undefined, settings))
  const { version } = settings.wording.en

  it('is the approved version itself in a form in that language with every box, also where a form says nothing', () => {
    const whole: Shown = { language: 'en', subscriber: '1', door: 'react', path: '/' }
    expect(texts.of(version, whole)?.version).toBe(version)
    expect(texts.of(version, undefined)?.version).toBe(version)
    const spanish = settings.wording.es?.version ?? ''
    expect(texts.of(spanish, undefined)?.version).toBe(spanish)
  })

  it('is another version without the optional box, which is then not in the text', () => {
    const text = texts.of(version, { language: 'en', door: 'react', path: '/' })
    expect(text?.version).not.toBe(version)
    expect(plainText(text?.blocks ?? [])).not.toContain('about its own work')
  })

  it('has the names and links that the voter saw, and the translation beside it', () => {
    const ar = servedCatalogues(undefined, settings).find(({ language }) => language === 'ar')
    const translation = ar?.wording?.version ?? ''
    const text = texts.of(version, { language: 'ar', subscriber: '1', translation, door: 'react', path: '/' })
    const printed = plainText(text?.blocks ?? [], ['agree'])
    expect(printed).toContain('terms of service <https://o.example/t>')
    expect(printed).toContain('شروط الخدمة <https://o.example/t>')
    expect(printed).toContain('[x] I have read this and I agree.')
    expect(printed).toContain('[ ] I also want text messages from Partner')
    expect(printed).toContain('Alerts (12345), at most 4 a month')
    expect(printed).toContain('Alerts (12345)، بحد أقصى 4')
  })

  it('has the approved text first, and its translation folded below it', () => {
    const ar = servedCatalogues(undefined, settings).find(({ language }) => language === 'ar')
    const translation = ar?.wording?.version ?? ''
    const printed = plainText(
      texts.of(version, { language: 'ar', translation, door: 'react', path: '/' })?.blocks ?? [],
    )
    expect(printed).toContain(`[+] ${ar?.wording?.heading}\n\n    ${ar?.wording?.note}`)
    expect(printed).toContain('[ ] I have read this and I agree.')
  })

  it('of a translation that a page has brought along says that its words are not known', () => {
    const shown: Shown = { language: 'ar', translation: 'ar-00000000', door: 'react', path: '/' }
    expect(plainText(texts.of(version, shown)?.blocks ?? [])).toContain('Its words are not known.')
  })

  it('is nothing for a version that is not shown', () => {
    expect(texts.of('en-00000000', undefined)).toBeUndefined()
  })

  it('makes no more texts than there are, whatever languages are named', () => {
    const known = texts.of(version, { language: 'pl', door: null, path: null })
    for (const language of ['aa', 'bb', 'cc']) {
      expect(texts.of(version, { language, door: null, path: null })).toBe(known)
    }
  })
})

describe('the Consent-Shown header', () => {
  it('says language, box, translation, door and path', () => {
    const header = 'language=zh-Hans&door=element&path=%2Fvote%2F&subscriber=1&translation=zh-Hans-7149fbd4'
    expect(readShown(header)).toEqual({
      language: 'zh-Hans',
      subscriber: '1',
      translation: 'zh-Hans-7149fbd4',
      door: 'element',
      path: '/vote/',
    })
  })

  it.each([undefined, '', 'language=', 'language=<b>', 'language=en&subscriber=yes', 'x'.repeat(9_999)])(
    'is not read from $0',
    (header) => expect(readShown(header)).toBeUndefined(),
  )

  it('has no door that there is none of, and no path that is none', () => {
    expect(readShown('language=en&door=back&path=register')).toMatchObject({ door: null, path: null })
  })
})
