import { describe, expect, it } from 'vitest'
import { languageCodes, preferredLanguages } from '../../contract/languages.ts'
import { parsePageQuery, writePageQuery } from './page-query.ts'

const aVisit = (acceptLanguage = '') =>
  new Request('https://bff.example/form', { headers: { 'Accept-Language': acceptLanguage } })

it.each([
  ['es-US,es;q=0.9,en;q=0.8', ['es-US', 'es', 'en']],
  ['en;q=0.2, fr ; q=0.9', ['fr', 'en']],
  ['de;q=0, *;q=0.5', []],
  ['', []],
  [';;;,,q=,=', []],
])('the languages that a browser asks for with %j are %j', (header, languages) => {
  expect(preferredLanguages(header)).toEqual(languages)
})

const page = { id: undefined, branding: undefined, messages: undefined, settings: { languages: [...languageCodes] } }

describe('a visitor of the hosted page', () => {
  it('gets no language that the BFF does not offer', () => {
    const languageOf = (header: string) =>
      parsePageQuery(aVisit(header), new URLSearchParams(), { ...page, settings: { languages: ['es', 'zh-Hans'] } })
        .words.language
    expect(['km,es;q=0.9', 'zh-TW', 'hi'].map(languageOf)).toEqual(['es', 'zh-Hans', 'en'])
  })

  it('has the same options from page to page', () => {
    const query = new URLSearchParams('locale=ar&theme=dark&partner=acme&utm_source=letter&first_name=Ada')
    const visitor = parsePageQuery(aVisit(), query, page)
    expect([visitor.words.language, visitor.words.direction]).toEqual(['ar', 'rtl'])
    const written = writePageQuery(visitor)
    expect(written).not.toContain('Ada')
    expect(writePageQuery(parsePageQuery(aVisit('en'), new URLSearchParams(written), page))).toBe(written)
  })

  it.each(['locale=es', 'lang=es', 'lang=es-MX', 'locale=es&lang=fr'])(
    'gets Spanish when the address has %s',
    (query) => {
      expect(parsePageQuery(aVisit('vi'), new URLSearchParams(query), page).words.language).toBe('es')
    },
  )

  it('gets a language that the partner’s form offers, and otherwise English', () => {
    const of = (languages: string[]) =>
      parsePageQuery(aVisit('vi, es'), new URLSearchParams(), { ...page, id: 'river', settings: { languages } }).words
        .language
    expect([of(['vi', 'es']), of(['es']), of([])]).toEqual(['vi', 'es', 'en'])
  })

  it('of a partner’s page stays with that partner, whatever was posted', () => {
    const visitor = parsePageQuery(aVisit(), new URLSearchParams('partner=acme'), { ...page, id: 'river' })
    expect(visitor.partner).toBe('river')
  })

  it.each([
    ['', null],
    ['kiosk=false', null],
    ['kiosk', '90'],
    ['kiosk=120', '120'],
    ['kiosk=12O', '90'],
  ])('keeps kiosk mode from page to page: %j is %j', (query, written) => {
    const parameters = writePageQuery(parsePageQuery(aVisit(), new URLSearchParams(query), page))
    expect(new URLSearchParams(parameters).get('kiosk')).toBe(written)
  })

  it('can add only plain text', () => {
    const query = new URLSearchParams({ partner: 'ada@example.org', utm_source: '"><script>', theme: 'url(x)' })
    expect(writePageQuery(parsePageQuery(aVisit(), query, page))).toBe('locale=en')
  })
})
