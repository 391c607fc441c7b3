import { describe, expect, it } from 'vitest'
import { ourEnglishWordings, Wording, wordingElements } from '../../contract/bff-api.ts'
import { theSettings } from '../../contract/testing/samples.ts'
import { catalogs } from '../../form/locales/catalogs.ts'
import { createWording, getTemplateVersion, ourWording } from './wording.ts'

const names = theSettings()

describe.each(['en', 'es'] as const)('the default wording in %s', (language) => {
  const wording = createWording(language, ourWording[language], { subscriber: true, names })

  it('has the eight elements, each in its own words (R-A14 to R-A21)', () => {
    expect(Wording.safeParse(wording).success).toBe(true)
    expect(new Set(wordingElements.map((element) => wording.elements[element])).size).toBe(8)
  })

  it('names the operator of the service, the label of the button and both links (R-A14, R-A15, X2)', () => {
    const { powered_by, agreement, stop_help } = wording.elements
    expect(powered_by).toContain('{operator}')
    for (const place of ['{continue}', '{terms}', '{privacy}', '{operator}']) expect(agreement).toContain(place)
    expect(stop_help).toMatch(/STOP.*HELP/)
  })

  it('says that contact data is shared, by whom, with whom and what for (R-A10, R-A11)', () => {
    expect(wording.purpose).toContain('{partner}')
    expect(wording.purpose).toContain('{operator}')
    expect(wording.purpose).toMatch(language === 'en' ? /share.*contact.*vote/i : /contacto.*vot/i)
  })

  it("keeps the partner's own program apart from the consent (R-A48)", () => {
    expect(wording.subscriber).toContain('{partner}')
    expect(createWording(language, ourWording[language], { subscriber: false, names })).not.toHaveProperty('subscriber')
  })

  it('says which program it is, how many messages it sends, what they cost and how to stop them', () => {
    expect(wording.subscriber).toContain('Sample Alerts')
    expect(wording.subscriber).toMatch(/4.*STOP.*HELP/)
    const texts = { program: 'Sample Alerts', monthly: 4, code: '12345' }
    const coded = { ...names, partner: { ...names.partner, texts } }
    expect(createWording(language, ourWording[language], { subscriber: true, names: coded }).subscriber).toContain(
      'Sample Alerts (12345)',
    )
  })

  it('names no real organization', () => {
    expect(JSON.stringify(wording).match(/[a-z0-9-]+\.(org|com|gov)/gi)).toBeNull()
  })
})

describe('a wording version', () => {
  const { en } = ourWording
  const { powered_by, ...others } = en.elements
  const otherwise = { ...others, powered_by }
  const version = (texts: typeof en, changed = names) =>
    createWording('en', texts, { subscriber: true, names: changed }).version

  it('changes with any word, name or letter of a link, and with nothing else', () => {
    expect(version(en)).toMatch(/^en-[0-9a-f]{32}$/)
    expect(version({ ...en, agree: `${en.agree}.` })).not.toBe(version(en))
    expect(version({ ...en, elements: { ...en.elements, rates: 'x' } })).not.toBe(version(en))
    expect(version({ ...en, elements: otherwise })).toBe(version(en))
    const { operator, partner } = names
    const terms_url = operator.terms_url.replace('terms', 'term5')
    expect(version(en, { ...names, operator: { ...operator, terms_url } })).not.toBe(version(en))
    expect(version(en, { ...names, operator: { ...operator, name: 'Another' } })).not.toBe(version(en))
    expect(version(en, { ...names, partner: { ...partner, name: 'Another' } })).not.toBe(version(en))
    const texts = { program: 'Sample Alerts', monthly: 5 }
    expect(version(en, { ...names, partner: { ...partner, texts } })).not.toBe(version(en))
    expect(createWording('es', en, { subscriber: true, names }).version).toMatch(/^es-/)
  })
})

it('the translations in the package belong to its current English wording', () => {
  const templates = [true, false].map(
    (subscriber) => createWording('en', ourWording.en, { subscriber, names }).template,
  )
  expect(ourEnglishWordings).toEqual(templates)
})

it.each(catalogs.flatMap(({ language, wording }) => (wording === undefined ? [] : [{ language, wording }])))(
  'the translation in $language has the version of its words',
  ({ language, wording }) => {
    const { templates: _templates, version, ...words } = wording
    expect(version).toBe(getTemplateVersion(language, words))
  },
)
