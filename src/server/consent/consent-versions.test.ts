/** A version identifies exactly what was on the screen: equal texts have equal versions, different texts different ones. */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { seed } from '../../contract/testing/seed.ts'
import { catalogs } from '../../form/locales/catalogs.ts'
import { type ConsentSettings, consentTexts, readShown, type Shown } from './receipt.ts'
import { plainText, readBlocks, writeBlocks } from './shown-text.ts'
import { createWording, ourWording, servedCatalogs } from './wording.ts'

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
  const en = createWording('en', ourWording.en, { subscriber: true, names })
  const es = createWording('es', ourWording.es, { subscriber: true, names })
  const features = { subscriber_opt_in: true }
  return { ...names, wording: { en, ...(hasSpanish && { es }) }, features } satisfies ConsentSettings
}

/** Picks one item of a list. */
type Pick = <Item>(items: readonly Item[]) => Item

function anyShown(pick: Pick) {
  const settings = settingsOf(pick(operators), pick(partners), pick([true, false]))
  const served = servedCatalogs(undefined, settings)
  const language = pick([...catalogs.map((one) => one.language), 'pl'])
  const ours = served.find((one) => one.language === language)?.wording?.version
  const subscriber = pick([{ subscriber: '1' as const }, {}])
  const translation = pick([ours, undefined, 'xx-00000000'])
  const beside = translation && { translation }
  const shown: Shown = { language, ...subscriber, ...beside, embed: null, path: null }
  const text = consentTexts(settings, served).of(settings.wording.en.version, shown)
  if (text === undefined) throw new Error('The wording is shown.')
  return { version: text.version, text: plainText(text.blocks), kept: plainText(readBlocks(writeBlocks(text.blocks))) }
}

describe('200 combinations of operator, partner, language and checkboxes', () => {
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

  it('have equal versions only if the texts are equal', () => {
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

  it('are read back as they were stored', () => {
    for (const { text, kept } of all) expect(kept).toBe(text)
  })
})

/** Hashes of every version and receipt text, by wording and language. Approvals name these versions: a hash changes with a
 *  text or a link, never with the code around it (R-A22). */
it('consent versions and receipt texts stay the same, byte by byte', () => {
  const operator = { name: 'Op & Co', terms_url: 'https://o.example/t', privacy_url: 'https://o.example/p?a=1' }
  const partner = { name: 'P "x"', privacy_url: 'https://p.example/', texts: { program: 'Alerts', monthly: 4 } }
  const code = { ...partner, texts: { ...partner.texts, code: '12345' } }
  const own = { ...ourWording.en, agree: 'I agree with {partner} and {operator}: {continue}, {terms}, {unknown}.' }
  const custom = { en: own, es: { ...ourWording.es, purpose: '{partner} {partner}' }, vi: { ...own, agree: 'Vâng' } }
  const kinds: [string, ConsentSettings['operator'], ConsentSettings['partner'], typeof custom?][] = [
    ['ours', operator, partner],
    ['ours, short code, unsafe link', { ...operator, terms_url: 'http://o.example/t' }, code],
    ['ours, no program, no privacy policy', operator, { name: 'P {operator}' }],
    ['custom', operator, partner, custom],
  ]
  const hash = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 8)
  const hashes = kinds.flatMap(([kind, by, whose, written]) =>
    ['en', 'en es'].map((approved) => {
      const offers = whose.texts !== undefined
      const wordings = Object.entries({ ...(written ?? ourWording) }).flatMap(([language, words]) =>
        approved.includes(language)
          ? [
              [
                language,
                createWording(language, words, { subscriber: offers, names: { operator: by, partner: whose } }),
              ],
            ]
          : [],
      )
      const features = { subscriber_opt_in: offers }
      const settings = { operator: by, partner: whose, wording: Object.fromEntries(wordings), features }
      const served = servedCatalogs(written, settings)
      const texts = consentTexts(settings, served)
      const versions = Object.values(settings.wording as ConsentSettings['wording']).map(({ version }) => version)
      const variants = (language: string, ...translations: (string | undefined)[]) =>
        versions.flatMap((version) =>
          translations.flatMap((translation) =>
            [{}, { subscriber: '1' as const }].map((box) => {
              const around = { language, ...box, ...(translation && { translation }), embed: null, path: null }
              const text = texts.of(version, around)
              return text && [text.version, writeBlocks(text.blocks), plainText(text.blocks, ['agree'])]
            }),
          ),
        )
      const languages = [...served, { language: 'pl', wording: undefined }].map(
        ({ language, wording }) => `${language} ${hash(variants(language, undefined, wording?.version, 'xx-0'))}`,
      )
      return `${kind} (${approved}): ${hash([settings.wording, texts.all()])} ${languages.join(' ')}`
    }),
  )
  expect(hashes).toMatchInlineSnapshot(`
    [
      "ours (en): 6928c92d en c1be7bba es 451e73f8 zh-Hans 912f2751 vi 0b7c0085 ko d09be44c fil 2ca48078 ar 02acb415 fr ffc90d54 ht dc7fb443 zh-Hant 18b40709 km 909a3e59 bn f7c794a6 hi 5afe16ae pl c1be7bba",
      "ours (en es): 1946ad03 en ca1334f0 es 8ca5f104 zh-Hans f6b5fe88 vi 55cf5008 ko 9444a27d fil 80d9f3e4 ar a871f893 fr 65b6de39 ht 29544fbc zh-Hant 7776d2d5 km 4c2d0584 bn 58239830 hi 607f3f1a pl ca1334f0",
      "ours, short code, unsafe link (en): 87e1a089 en c79910a9 es b2fe862d zh-Hans 9860e648 vi a763425e ko 05d123c6 fil 6aa71ea6 ar 70840a5d fr 33d27221 ht d3b16a65 zh-Hant 97f1b263 km de2c419d bn 5e28a7b0 hi 0491113c pl c79910a9",
      "ours, short code, unsafe link (en es): a2bae0b9 en 79c6fa98 es 8ed6c267 zh-Hans ba9d685c vi e15b4066 ko f7e4f689 fil 1e3bb26b ar 87cb944c fr ec932870 ht cf736111 zh-Hant 9ea4c099 km 0e1fb281 bn 92601c65 hi 4bc52f71 pl 79c6fa98",
      "ours, no program, no privacy policy (en): 0595c2a2 en b1c2546f es 527ff24d zh-Hans bb105a00 vi 7c6d9728 ko 220d8799 fil d49f2de0 ar 1f8817ab fr 59ce5412 ht 6fc91d7a zh-Hant 47b0442a km e9139da7 bn 1fba1200 hi ea8645f4 pl b1c2546f",
      "ours, no program, no privacy policy (en es): d7b56bf5 en bee2513f es fd88ae56 zh-Hans 541cdc1c vi abdf4839 ko 27f1ab47 fil 3df86f06 ar e6913d0c fr f02ed603 ht 8b7764b1 zh-Hant 618b4e0e km 61f944c6 bn 0f52538c hi 79091e51 pl bee2513f",
      "custom (en): d3038b24 en 1929814d es a1db78c9 zh-Hans e1f196ca vi 853fa8d5 ko a36f5420 fil dcd606d9 ar ed88329d fr 0b6b223c ht 0260d38d zh-Hant ea232cef km 5e894438 bn 8811678a hi f6ac5889 pl 1929814d",
      "custom (en es): 5651ea78 en bb7e1b48 es 8ca1711c zh-Hans 0ba5a139 vi 3b529e61 ko 1c3b0081 fil d3e059e9 ar d4b36c8c fr 75b1416a ht aab22da3 zh-Hant 6a0b43b8 km ca28df23 bn 23dc133a hi 4c66c733 pl bb7e1b48",
    ]
  `)
})

describe('the text of a consent block', () => {
  const settings = settingsOf(
    { name: 'Op', terms_url: 'https://o.example/t', privacy_url: 'https://o.example/p' },
    { name: 'Partner', privacy_url: 'https://p.example/', texts: { program: 'Alerts', monthly: 4, code: '12345' } },
    true,
  )
  const texts = consentTexts(settings, servedCatalogs(undefined, settings))
  const { version } = settings.wording.en

  it('is the approved version in its own language with every box, also without a header', () => {
    const whole: Shown = { language: 'en', subscriber: '1', embed: 'react', path: '/' }
    expect(texts.of(version, whole)?.version).toBe(version)
    expect(texts.of(version, undefined)?.version).toBe(version)
    const spanish = settings.wording.es?.version ?? ''
    expect(texts.of(spanish, undefined)?.version).toBe(spanish)
  })

  it('is another version, without the text of the optional checkbox, where that was not shown', () => {
    const text = texts.of(version, { language: 'en', embed: 'react', path: '/' })
    expect(text?.version).not.toBe(version)
    expect(plainText(text?.blocks ?? [])).not.toContain('about its own work')
  })

  it('has the names and links that the voter saw, and the translation', () => {
    const ar = servedCatalogs(undefined, settings).find(({ language }) => language === 'ar')
    const translation = ar?.wording?.version ?? ''
    const text = texts.of(version, { language: 'ar', subscriber: '1', translation, embed: 'react', path: '/' })
    const printed = plainText(text?.blocks ?? [], ['agree'])
    expect(printed).toContain('terms of service <https://o.example/t>')
    expect(printed).toContain('شروط الخدمة <https://o.example/t>')
    expect(printed).toContain('[x] I have read this and I agree.')
    expect(printed).toContain('[ ] I also want text messages from Partner')
    expect(printed).toContain('Alerts (12345), at most 4 a month')
    expect(printed).toContain('Alerts (12345)، بحد أقصى 4')
  })

  it('has the approved text first, and its translation collapsed below it', () => {
    const ar = servedCatalogs(undefined, settings).find(({ language }) => language === 'ar')
    const translation = ar?.wording?.version ?? ''
    const printed = plainText(
      texts.of(version, { language: 'ar', translation, embed: 'react', path: '/' })?.blocks ?? [],
    )
    expect(printed).toContain(`[+] ${ar?.wording?.heading}\n\n    ${ar?.wording?.note}`)
    expect(printed).toContain('[ ] I have read this and I agree.')
  })

  it('says that the texts of a page’s own translation are unknown', () => {
    const shown: Shown = { language: 'ar', translation: 'ar-00000000', embed: 'react', path: '/' }
    expect(plainText(texts.of(version, shown)?.blocks ?? [])).toContain('Its text is not recorded.')
  })

  it('is missing for a version that is not shown', () => {
    expect(texts.of('en-00000000', undefined)).toBeUndefined()
  })

  it('comes from a limited set, whatever languages are named', () => {
    const known = texts.of(version, { language: 'pl', embed: null, path: null })
    for (const language of ['aa', 'bb', 'cc']) {
      expect(texts.of(version, { language, embed: null, path: null })).toBe(known)
    }
  })
})

describe('the Consent-Shown header', () => {
  it('contains language, checkbox, translation, embed and path', () => {
    const header = 'language=zh-Hans&embed=element&path=%2Fvote%2F&subscriber=1&translation=zh-Hans-7149fbd4'
    expect(readShown(header)).toEqual({
      language: 'zh-Hans',
      subscriber: '1',
      translation: 'zh-Hans-7149fbd4',
      embed: 'element',
      path: '/vote/',
    })
  })

  it.each([undefined, '', 'language=', 'language=<b>', 'language=en&subscriber=yes', 'x'.repeat(9_999)])(
    'is rejected when it is $0',
    (header) => expect(readShown(header)).toBeUndefined(),
  )

  it('has no unknown embed and no invalid path', () => {
    expect(readShown('language=en&embed=back&path=register')).toMatchObject({ embed: null, path: null })
  })
})
