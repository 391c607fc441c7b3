/** The field definitions by slug: from the service's own catalog if available, else from the list in this package. */
import { knownFields, knownOptions } from './data/known-fields.ts'
import { type Field, getFieldOptions } from './field.ts'

/** What a migration needs to know about a V2 field. */
export interface CatalogEntry {
  format: string
  options: readonly string[]
  description?: string
}

/** V2 fields by slug. */
export type FieldCatalog = ReadonlyMap<string, CatalogEntry>

const catalogCache = new WeakMap<readonly Field[], FieldCatalog>()
let defaultCatalog: FieldCatalog | undefined

/** Returns the V2 fields by slug.
 *  @param fields the response of the service's V2 field endpoint; without it, or with an empty list, the fields known to this
 *  package, which have no descriptions. The result is cached for each list: do not change a list afterwards */
export function getFieldCatalog(fields?: readonly Field[]): FieldCatalog {
  if (fields === undefined || fields.length === 0) {
    defaultCatalog ??= buildDefaultCatalog()
    return defaultCatalog
  }
  const cached = catalogCache.get(fields)
  if (cached !== undefined) return cached
  const catalog = new Map(
    fields.map((field) => [
      field.slug,
      { format: field.field_format, options: getFieldOptions(field), description: field.description },
    ]),
  )
  catalogCache.set(fields, catalog)
  return catalog
}

function buildDefaultCatalog(): FieldCatalog {
  const options = new Map<string, readonly string[]>(Object.entries(knownOptions))
  return new Map(
    Object.entries(knownFields).flatMap(([format, slugs]) =>
      slugs.map((slug) => [slug, { format, options: options.get(slug) ?? [] }] as const),
    ),
  )
}

/** The groups of the conventions; `other` if none fits. */
export const slugKinds = ['tool', 'source', 'directions', 'laws', 'deadline', 'boolean', 'other'] as const

export type SlugKind = (typeof slugKinds)[number]

/** A hint only: many slugs follow no convention, and only the `field_format` tells the type of a value (X20). */
export function getSlugKind(slug: string): SlugKind {
  const words = slug.split('_')
  if (slug === 'gov_tool' || slug.startsWith('gov_tool_')) return 'tool'
  if (words[0] === 'source') return 'source'
  if (words[0] === 'is' || words[0] === 'has') return 'boolean'
  if (words.includes('directions')) return 'directions'
  if (words.includes('laws')) return 'laws'
  return words.includes('deadline') ? 'deadline' : 'other'
}
