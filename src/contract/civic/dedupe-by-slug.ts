/** One item for each slug, whichever order they come in. */
import type { MigrationLine } from './migration-report.ts'

/** How items with a slug differ. */
export interface DuplicateRule<Item> {
  slug: (item: Item) => string
  /** What the item says to people; empty when nothing. Saying the same is no loss. */
  says: (item: Item) => string
  /** Negative when the first is the better one. Must not depend on the order in which they came. */
  compare: (one: Item, other: Item) => number
}

/**
 * Items by slug, in the order in which the slugs first appear; of several the best one. The report receives a line for
 * everything else that was said under that slug.
 */
export function dedupeBySlug<Item>(
  items: Iterable<Item>,
  { slug, says, compare }: DuplicateRule<Item>,
  report: MigrationLine[],
): Map<string, Item> {
  const chosen = new Map<string, Item>()
  const repeated = new Map<string, Item[]>()
  for (const item of items) {
    const key = slug(item)
    const before = chosen.get(key)
    if (before === undefined) chosen.set(key, item)
    else repeated.set(key, [...(repeated.get(key) ?? [before]), item])
  }
  for (const [key, rivals] of repeated) {
    const best = rivals.reduce((one, other) => (compare(one, other) <= 0 ? one : other))
    chosen.set(key, best)
    for (const lost of new Set(rivals.map(says))) {
      if (lost === '' || lost === says(best)) continue
      const why = 'The data has this field more than once, and one stays.'
      report.push({ slug: key, outcome: 'conflict', why, lost, see: [key] })
    }
  }
  return chosen
}

/** For {@link DuplicateRule.compare}: the greater text first. */
export function greaterFirst(one: string, other: string): number {
  return one === other ? 0 : one > other ? -1 : 1
}
