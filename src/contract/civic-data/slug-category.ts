/** The category of a V2 slug by the naming conventions (R-C40 to R-C46): for grouping in a list, never for its type. */

/** The groups of the conventions; `other` if none fits. */
export const slugKinds = ['tool', 'source', 'directions', 'laws', 'deadline', 'boolean', 'other'] as const

/** One of the groups. */
export type SlugKind = (typeof slugKinds)[number]

/**
 * Returns the group of a slug: first by its beginning (`gov_tool`, `source`, `is`, `has`), then by the words it contains. A
 * hint only: many slugs follow no convention, and only the `field_format` tells the type of a value (X20).
 */
export function kindOf(slug: string): SlugKind {
  const words = slug.split('_')
  if (slug === 'gov_tool' || slug.startsWith('gov_tool_')) return 'tool'
  if (words[0] === 'source') return 'source'
  if (words[0] === 'is' || words[0] === 'has') return 'boolean'
  if (words.includes('directions')) return 'directions'
  if (words.includes('laws')) return 'laws'
  return words.includes('deadline') ? 'deadline' : 'other'
}
