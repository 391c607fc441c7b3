/** A version identifies exactly what was on the screen: equal texts have equal versions, different texts different ones. */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { seed } from '../../contract/testing/seed.ts'
import { catalogs } from '../../form/locales/catalogs.ts'
import { type ConsentSettings, type ConsentShown, consentTexts, parseConsentShown } from './receipt.ts'
import { blocksToText, parseBlocks, serializeBlocks } from './shown-text.ts'
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
  const shown: ConsentShown = { language, ...subscriber, ...beside, embed: null, path: null }
  const text = consentTexts(settings, served).findText(settings.wording.en.version, shown)
  if (text === undefined) throw new Error('The wording is shown.')
  return {
    version: text.version,
    text: blocksToText(text.blocks),
    kept: blocksToText(parseBlocks(serializeBlocks(text.blocks))),
  }
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
              const text = texts.findText(version, around)
              return text && [text.version, serializeBlocks(text.blocks), blocksToText(text.blocks, ['agree'])]
            }),
          ),
        )
      const languages = [...served, { language: 'pl', wording: undefined }].map(
        ({ language, wording }) => `${language} ${hash(variants(language, undefined, wording?.version, 'xx-0'))}`,
      )
      return `${kind} (${approved}): ${hash([settings.wording, texts.listTexts()])} ${languages.join(' ')}`
    }),
  )
  expect(hashes).toMatchInlineSnapshot(`
    [
      "ours (en): 6928c92d en 108dad50 es 815f5fee zh-Hans 9dd7cf87 vi b3114f25 ko 47ea7d59 fil 00b510a3 ar cf93296f fr ddc687ab ht 981e2a53 zh-Hant fc5e0999 km d373e11e bn 636468b8 hi 1505b88e pl 108dad50",
      "ours (en es): 1946ad03 en 3d9a602d es 829f428e zh-Hans 4e61dd80 vi a99aa148 ko 14238459 fil 238ccf2f ar 13451c30 fr f907f91c ht 206f4d5a zh-Hant 6e72d92c km 6d1cd2d3 bn 7212b374 hi aaad6d22 pl 3d9a602d",
      "ours, short code, unsafe link (en): 87e1a089 en 8c85b9e2 es b1a99dd4 zh-Hans 4ac28535 vi bfa193d1 ko 5dddda05 fil bf551803 ar fbf9ffb3 fr b95e1d01 ht a56559f2 zh-Hant db1fc0af km 2f273571 bn 90011e35 hi d8ca1018 pl 8c85b9e2",
      "ours, short code, unsafe link (en es): a2bae0b9 en 759e02bc es 9c06a8bd zh-Hans 6f0de6ca vi 3e556a10 ko e81c9ca8 fil 69fbfea8 ar cc60bcfa fr e1f8af58 ht 351d7fac zh-Hant 9df2d85a km b3cefe5a bn 8711a126 hi 0b7dc0a0 pl 759e02bc",
      "ours, no program, no privacy policy (en): 0595c2a2 en 412f1cb2 es 383aac67 zh-Hans 2e0145ca vi 04596c8c ko 07e59d83 fil 892d9ace ar 6c60ce9d fr c495c078 ht 3dbdc6e4 zh-Hant ffda468f km bf7c51c2 bn 4ec71fcd hi 8e4473aa pl 412f1cb2",
      "ours, no program, no privacy policy (en es): d7b56bf5 en 2971c891 es 1643e1f8 zh-Hans d97f265f vi fdac339f ko ff886451 fil 12e9da3a ar 611f1eee fr 8926e7be ht a05cf48b zh-Hant 23a48ae3 km 794bc1f3 bn 541ad2e8 hi 391f1b87 pl 2971c891",
      "custom (en): d3038b24 en 7b56a83f es 2554d5e9 zh-Hans 0066ff14 vi bef902b4 ko 090ae051 fil 7782877a ar dd6a80f2 fr c017707b ht 029034e2 zh-Hant 6b7e6733 km 46a032ec bn 9cfb27f2 hi 741013ea pl 7b56a83f",
      "custom (en es): 5651ea78 en 8eb1290f es 48fb1be8 zh-Hans 089addd5 vi 993abf4a ko 8445fe7b fil 8c160909 ar 6a877aa9 fr 482add9d ht 9cc0092b zh-Hant 3dabc115 km 33d3e520 bn d1171e4d hi 0b9eaa78 pl 8eb1290f",
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
    const whole: ConsentShown = { language: 'en', subscriber: '1', embed: 'react', path: '/' }
    expect(texts.findText(version, whole)?.version).toBe(version)
    expect(texts.findText(version, undefined)?.version).toBe(version)
    const spanish = settings.wording.es?.version ?? ''
    expect(texts.findText(spanish, undefined)?.version).toBe(spanish)
  })

  it('is another version, without the text of the optional checkbox, where that was not shown', () => {
    const text = texts.findText(version, { language: 'en', embed: 'react', path: '/' })
    expect(text?.version).not.toBe(version)
    expect(blocksToText(text?.blocks ?? [])).not.toContain('about its own work')
  })

  it('has the names and links that the voter saw, and the translation', () => {
    const ar = servedCatalogs(undefined, settings).find(({ language }) => language === 'ar')
    const translation = ar?.wording?.version ?? ''
    const text = texts.findText(version, {
      language: 'ar',
      subscriber: '1',
      translation,
      embed: 'react',
      path: '/',
    })
    const printed = blocksToText(text?.blocks ?? [], ['agree'])
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
    const printed = blocksToText(
      texts.findText(version, { language: 'ar', translation, embed: 'react', path: '/' })?.blocks ?? [],
    )
    expect(printed).toContain(`[+] ${ar?.wording?.heading}\n\n    ${ar?.wording?.note}`)
    expect(printed).toContain('[ ] I have read this and I agree.')
  })

  it('says that the texts of a page’s own translation are unknown', () => {
    const shown: ConsentShown = { language: 'ar', translation: 'ar-00000000', embed: 'react', path: '/' }
    expect(blocksToText(texts.findText(version, shown)?.blocks ?? [])).toContain('Its text is not recorded.')
  })

  it('is missing for a version that is not shown', () => {
    expect(texts.findText('en-00000000', undefined)).toBeUndefined()
  })

  it('comes from a limited set, whatever languages are named', () => {
    const known = texts.findText(version, { language: 'pl', embed: null, path: null })
    for (const language of ['aa', 'bb', 'cc']) {
      expect(texts.findText(version, { language, embed: null, path: null })).toBe(known)
    }
  })
})

describe('the Consent-Shown header', () => {
  it('contains language, checkbox, translation, embed and path', () => {
    const header = 'language=zh-Hans&embed=element&path=%2Fvote%2F&subscriber=1&translation=zh-Hans-7149fbd4'
    expect(parseConsentShown(header)).toEqual({
      language: 'zh-Hans',
      subscriber: '1',
      translation: 'zh-Hans-7149fbd4',
      embed: 'element',
      path: '/vote/',
    })
  })

  it.each([undefined, '', 'language=', 'language=<b>', 'language=en&subscriber=yes', 'x'.repeat(9_999)])(
    'is rejected when it is $0',
    (header) => expect(parseConsentShown(header)).toBeUndefined(),
  )

  it('has no unknown embed and no invalid path', () => {
    expect(parseConsentShown('language=en&embed=back&path=register')).toMatchObject({ embed: null, path: null })
  })
})
