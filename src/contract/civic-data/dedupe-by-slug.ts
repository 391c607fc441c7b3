/** Removes duplicates: keeps one item for each slug, whatever their order. */
import { readDateTime } from '../dates.ts'
import type { MigrationLine } from './migration-report.ts'
import { type Fact, footnotesOf, isNone } from './state-data.ts'

export interface DuplicateRule<Item> {
  slug: (item: Item) => string
  /** The item's text for people; empty if it has none. A duplicate with the same text is no loss. */
  says: (item: Item) => string
  /** Negative when the first is the better one. Must not depend on the order of the items. */
  compare: (one: Item, other: Item) => number
}

/** Keeps the order in which slugs first appear. The report receives a line for every other text under that slug. */
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

export function greaterFirst(one: string, other: string): number {
  return one === other ? 0 : one > other ? -1 : 1
}

export const resolveDuplicateFacts: DuplicateRule<Fact> = {
  slug: (fact) => fact.field_type,
  says: (fact) => [isNone(fact.text) ? '' : fact.text, footnotesOf(fact) ?? ''].filter(Boolean).join('\n\n'),
  compare: (one, other) =>
    Number(isNone(one.text)) - Number(isNone(other.text)) ||
    time(other) - time(one) ||
    greaterFirst(one.text, other.text) ||
    greaterFirst(JSON.stringify(one), JSON.stringify(other)),
}

function time(fact: Fact): number {
  return readDateTime(fact.modified_at ?? '')?.getTime() ?? 0
}
