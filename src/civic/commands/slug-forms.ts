/** The forms in which code writes a slug, and how to find them in a line. */
import { knownFields } from '../../contract/civic-data/data/known-fields.ts'
import { deprecatedSlugs } from '../../contract/civic-data/migrate-v1.ts'

/** The forms of a slug; `prefix`: code joins the slug from a fixed beginning and something else. */
export const slugForms = ['slug', 'camelCase', 'PascalCase', 'CONSTANT_CASE', 'kebab-case', 'prefix'] as const

/** One of the forms. */
export type SlugForm = (typeof slugForms)[number]

/** Functions that write a slug in each form. */
const writers: Record<Exclude<SlugForm, 'prefix'>, (slug: string) => string> = {
  slug: (slug) => slug,
  camelCase: (slug) => slug.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
  PascalCase: (slug) => writers.camelCase(`_${slug}`),
  CONSTANT_CASE: (slug) => slug.toUpperCase(),
  'kebab-case': (slug) => slug.replaceAll('_', '-'),
}

/** A match in a line. */
export interface FoundSlug {
  /** From 1. */
  column: number
  slug: string
  form: SlugForm
  found: string
  /** Writes another slug in the same form. */
  write: (slug: string) => string
  /** For a prefix: the V1 slugs that begin with it. */
  starts: readonly string[]
}

type Known = Pick<FoundSlug, 'slug' | 'form' | 'write'>

/** Every V1 slug in every form. */
const known: ReadonlyMap<string, Known> = new Map(
  slugForms.flatMap((form): [string, Known][] =>
    form === 'prefix' ? [] : deprecatedSlugs.map((slug) => [writers[form](slug), { slug, form, write: writers[form] }]),
  ),
)

const slugs2: readonly string[] = Object.values(knownFields).flat()

/** First words of V1 slugs that only elections use; other prefixes need at least two words. */
const ownWords = ['felon', 'specific', 'vbm']

/** Prefixes of V1 slugs, without the last separator, in every form; none that a V2 slug shares. */
const beginnings: ReadonlyMap<string, readonly string[]> = new Map(
  [...new Set(deprecatedSlugs.flatMap(startsOf))].flatMap((start): [string, readonly string[]][] => {
    const of = deprecatedSlugs.filter((slug) => slug.startsWith(`${start}_`))
    const isOwn = start.includes('_') || ownWords.includes(start)
    if (!isOwn || slugs2.some((slug) => slug.startsWith(`${start}_`))) return []
    return Object.values(writers).map((write) => [write(start), of])
  }),
)

function startsOf(slug: string): string[] {
  const words = slug.split('_')
  return words.slice(1).map((_, index) => words.slice(0, index + 1).join('_'))
}

/** What follows a prefix: a placeholder in a template, or the end of a string to which code appends. */
const goesOn = /^(?:\$?\{|#\{|%[sd]|['"`]\s*(?:\+|\.\.?(?![\w.])|&|~|\|\||,[^,\]]*\]\.join\())/

/** What is appended begins with the separator. */
const separator = /^['"`][\s+.&~|]*['"`][_-]|join\(\s*['"`][_-]/

/**
 * Finds every V1 slug in a line, from left to right: as it is, in camelCase (also in destructuring and GraphQL), PascalCase,
 * CONSTANT_CASE and kebab-case (as in CSS selectors), and prefixes to which code appends the rest. A slug inside a longer
 * word counts only beside `__` or `--`, or at the end of a kebab-case name if it has at least three words.
 */
export function findInLine(line: string): FoundSlug[] {
  return [...inWords(line), ...inNames(line), ...inBeginnings(line)].sort((one, other) => one.column - other.column)
}

function foundAt(found: string, index: number): FoundSlug[] {
  const entry = known.get(found)
  return entry === undefined ? [] : [{ column: index + 1, found, starts: [], ...entry }]
}

function inWords(line: string): FoundSlug[] {
  return [...line.matchAll(/[A-Za-z0-9_]+/g)].flatMap(({ 0: word, index }) => {
    const whole = foundAt(word, index)
    return whole.length > 0 || !word.includes('__') ? whole : inPieces(word, '__', index)
  })
}

/** Names in kebab-case. Two words may be plain language, unless they begin a selector, a quotation or an attribute. */
function inNames(line: string): FoundSlug[] {
  return [...line.matchAll(/(?<![A-Za-z0-9])[A-Za-z0-9]+(?:-+[A-Za-z0-9]+)+/g)].flatMap(({ 0: name, index }) => {
    const isName = /[.#"'`=[-]$/.test(line.slice(0, index))
    const whole = inPieces(name, '--', index).filter(
      ({ slug }) => isName || name.includes('--') || slug.split('_').length > 2,
    )
    return whole.length > 0 ? whole : atEnd(name, index)
  })
}

function inPieces(name: string, between: string, index: number): FoundSlug[] {
  let offset = index
  return name.split(between).flatMap((piece) => {
    const found = foundAt(piece, offset)
    offset += piece.length + between.length
    return found
  })
}

function atEnd(name: string, index: number): FoundSlug[] {
  const ends = [...name.matchAll(/-/g)].map((hyphen) => hyphen.index + 1)
  const end = ends.find((at) => name.slice(at).split('-').length > 2 && known.has(name.slice(at)))
  return end === undefined ? [] : foundAt(name.slice(end), index + end)
}

function inBeginnings(line: string): FoundSlug[] {
  return [...line.matchAll(/[A-Za-z0-9]+(?:[_-][A-Za-z0-9]+)*[_-]?/g)].flatMap(({ 0: found, index }): FoundSlug[] => {
    const rest = line.slice(index + found.length)
    const slug = found.replace(/[_-]$/, '')
    const starts = beginnings.get(slug)
    // camelCase has no separator before the next word.
    const isOpen = slug !== found || /[A-Z]/.test(slug) || separator.test(rest)
    if (starts === undefined || !isOpen || !goesOn.test(rest)) return []
    return [{ column: index + 1, slug, form: 'prefix', found, write: (other) => other, starts }]
  })
}
