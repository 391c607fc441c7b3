import { describe, expect, it } from 'vitest'
import type { PageVisit } from '../contract/hosted-page.ts'
import { readVisitor, wishesIn, writeVisitor } from './page-query.ts'

const aVisit = (acceptLanguage = ''): PageVisit => ({
  query: new URLSearchParams(),
  acceptLanguage,
  isFramed: false,
  ask: () => Promise.reject(new Error('not asked')),
})

describe('which languages a browser asks for', () => {
  it.each([
    ['es-US,es;q=0.9,en;q=0.8', ['es-US', 'es', 'en']],
    ['en;q=0.2, fr ; q=0.9', ['fr', 'en']],
    ['de;q=0, *;q=0.5', []],
    ['', []],
    [';;;,,q=,=', []],
  ])('%j is %j', (header, languages) => {
    expect(wishesIn(header)).toEqual(languages)
  })
})

describe('a visitor', () => {
  it('stays the same from page to page', () => {
    const query = new URLSearchParams('locale=ar&theme=dark&partner=acme&utm_source=letter&first_name=Ada')
    const visitor = readVisitor(aVisit(), query)
    expect([visitor.words.language, visitor.words.direction]).toEqual(['ar', 'rtl'])
    const written = writeVisitor(visitor)
    expect(written.toString()).not.toContain('Ada')
    expect(writeVisitor(readVisitor(aVisit('en'), written)).toString()).toBe(written.toString())
  })

  it.each(['locale=es', 'lang=es', 'lang=es-MX', 'locale=es&lang=fr'])(
    'reads Spanish where the address says %s',
    (query) => {
      expect(readVisitor(aVisit('vi'), new URLSearchParams(query)).words.language).toBe('es')
    },
  )

  it('brings along plain words only', () => {
    const query = new URLSearchParams({ partner: 'ada@example.org', utm_source: '"><script>', theme: 'url(x)' })
    expect(writeVisitor(readVisitor(aVisit(), query)).toString()).toBe('locale=en')
  })
})
