import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { docAddress, docGroups, docPages, slugIn } from './doc-pages.ts'
import { docSearch } from './search-docs.ts'

const folder = path.join(import.meta.dirname, '../../docs')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'))
const pages = docPages(
  Object.fromEntries(
    files.map((file) => [
      `../../docs/${file.split(path.sep).join('/')}`,
      readFileSync(path.join(folder, file), 'utf8'),
    ]),
  ),
)
const search = docSearch(pages)

describe('the pages', () => {
  it('have one heading of the first level each', () => {
    const wrong = pages.filter(({ text }) => text.replaceAll(/^```[\s\S]*?^```$/gm, '').match(/^# /gm)?.length !== 1)
    expect(wrong.map(({ slug }) => slug)).toEqual([])
  })

  it('are all in the navigation, and nothing else is', () => {
    const first = pages.find(({ slug }) => slug === '') ?? { text: '' }
    const linked = docGroups(first).flatMap(({ entries }) => entries.map(({ slug }) => slug))
    const written = pages.map(({ slug }) => slug).filter((slug) => slug !== '' && !slug.startsWith('decisions/'))
    expect(linked.sort()).toEqual(written.sort())
  })
})

describe('links', () => {
  it.each([
    ['bff.md#nextjs', 'react.md', '/docs/bff#nextjs'],
    ['../rules.md', 'decisions/0001-backend-for-frontend.md', '/docs/rules'],
    ['decisions/0002-two-packages.md', 'decisions.md', '/docs/decisions/0002-two-packages'],
    ['#props', 'react.md', '#props'],
    ['https://hono.dev/', 'bff.md', 'https://hono.dev/'],
    ['../src/README.md', 'architecture.md', undefined],
  ])('%s on %s lead to %s', (link, from, to) => {
    expect(docAddress(link, from)).toBe(to)
  })

  it.each([
    ['/docs', ''],
    ['/docs/', ''],
    ['/docs/react', 'react'],
    ['/docs/decisions/0002-two-packages/', 'decisions/0002-two-packages'],
  ])('the path %s shows "%s"', (pathname, slug) => {
    expect(slugIn(pathname)).toBe(slug)
  })
})

describe('search', () => {
  it.each([
    ['kiosk', 'script-tag#kiosk-mode'],
    ['TRUST_PROXY_HOPS', 'bff-configuration#'],
    ['wordpres', 'wordpress#'],
    ['next.js', 'bff#nextjs'],
  ])('finds %s', (query, wanted) => {
    const found = search(query).map(({ slug, anchor }) => `${slug}#${anchor}`)
    expect(found.some((place) => place.startsWith(wanted.split('#')[0] ?? ''))).toBe(true)
    if (query === 'kiosk' || query === 'next.js') expect(found).toContain(wanted)
  })

  it('shows words around the hit, without markup', () => {
    const [first] = search('outbox retry')
    expect(first?.excerpt).toMatch(/retry|outbox/i)
    expect(first?.excerpt).not.toMatch(/[`|*]/)
  })

  it('finds nothing for what is not there', () => {
    expect(search('zyzzyva')).toEqual([])
  })
})
