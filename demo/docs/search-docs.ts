import MiniSearch from 'minisearch'
import type { DocPage } from './doc-pages.ts'
import { headingAnchor } from './heading-anchor.ts'

/** A search result: a section. */
export interface Found {
  slug: string
  /** The section's anchor; empty for the text above the first heading of a page. */
  anchor: string
  page: string
  heading: string
  /** The words around the first hit. */
  excerpt: string
}

interface Section extends Omit<Found, 'excerpt'> {
  id: number
  text: string
}

/** Returns a search function for the sections of all pages: prefix and fuzzy matches; headings rank higher than text. */
export function docSearch(pages: readonly DocPage[]): (query: string) => Found[] {
  const sections = pages.flatMap(sectionsOf).map((section, id) => ({ ...section, id }))
  const index = new MiniSearch<Section>({
    fields: ['page', 'heading', 'text'],
    // Names such as TRUST_PROXY_HOPS and data-layer are indexed whole and by their parts.
    tokenize: (text) =>
      text.split(/[^\p{L}\p{N}_-]+/u).flatMap((word) => [word, ...(/[_-]/.test(word) ? word.split(/[_-]/) : [])]),
    searchOptions: {
      boost: { page: 4, heading: 3 },
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : 0),
      combineWith: 'AND',
    },
  })
  index.addAll(sections)
  return (query) =>
    index
      .search(query)
      .slice(0, 12)
      .flatMap(({ id, queryTerms, terms }) => {
        const section = sections[Number(id)]
        if (section === undefined) return []
        const { slug, anchor, page, heading, text } = section
        return [{ slug, anchor, page, heading, excerpt: excerptOf(text, [...queryTerms, ...terms]) }]
      })
}

function sectionsOf({ slug, title, text }: DocPage): Omit<Section, 'id'>[] {
  // A line of code that begins with a hash sign is not a heading.
  const plain = text.replaceAll(/^```[\s\S]*?^```$/gm, (block) => block.replaceAll(/^#/gm, ' #'))
  return plain.split(/^(?=#{1,4} )/m).map((section) => {
    const heading = /^#+ (.*)$/m.exec(section)?.[1] ?? title
    const isFirst = section.startsWith('# ')
    return {
      slug,
      page: title,
      heading: isFirst ? title : withoutMarkup(heading),
      anchor: isFirst ? '' : headingAnchor(heading),
      text: withoutMarkup(section.replace(/^#+ .*$/m, '')),
    }
  })
}

const withoutMarkup = (text: string) =>
  text
    .replaceAll(/\]\([^)]*\)/g, '')
    .replaceAll(/^[|\s:-]+$/gm, '')
    .replaceAll(/[`*|[\]]|^```.*$/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

function excerptOf(text: string, terms: readonly string[]): string {
  const hits = terms.map((term) => text.toLowerCase().indexOf(term.toLowerCase())).filter((place) => place >= 0)
  const from = Math.max(0, Math.min(...hits, text.length) - 50)
  const begin = hits.length === 0 || from === 0 ? 0 : text.indexOf(' ', from) + 1
  const end = text.indexOf(' ', begin + 140)
  return `${begin > 0 ? '… ' : ''}${end < 0 ? text.slice(begin) : `${text.slice(begin, end)} …`}`
}
