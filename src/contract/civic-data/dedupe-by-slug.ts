/** Removes duplicates: keeps one item for each slug, whatever their order. */
import { parseDateTime } from '../dates.ts'
import type { MigrationLine } from './migration-report.ts'
import { type Fact, getFootnotes, isNone } from './state-data.ts'

export interface DuplicateRule<Item> {
  getSlug: (item: Item) => string
  /** The item's text for people; empty if it has none. A duplicate with the same text is no loss. */
  getText: (item: Item) => string
  /** Negative when the first is the better one. Must not depend on the order of the items. */
  compare: (first: Item, second: Item) => number
}

/** Keeps the order in which slugs first appear. The report receives a line for every other text under that slug. */
export function dedupeBySlug<Item>(
  items: Iterable<Item>,
  { getSlug: slug, getText: says, compare }: DuplicateRule<Item>,
  report: MigrationLine[],
): Map<string, Item> {
  const uniqueItems = new Map<string, Item>()
  const duplicates = new Map<string, Item[]>()
  for (const item of items) {
    const key = slug(item)
    const previous = uniqueItems.get(key)
    if (previous === undefined) uniqueItems.set(key, item)
    else duplicates.set(key, [...(duplicates.get(key) ?? [previous]), item])
  }
  for (const [key, candidates] of duplicates) {
    const best = candidates.reduce((first, second) => (compare(first, second) <= 0 ? first : second))
    uniqueItems.set(key, best)
    for (const text of new Set(candidates.map(says))) {
      if (text === '' || text === says(best)) continue
      const reason = 'The data has this field more than once, and one stays.'
      report.push({ slug: key, outcome: 'conflict', reason, lost_text: text, see: [key] })
    }
  }
  return uniqueItems
}

export function compareDescending(first: string, second: string): number {
  return first === second ? 0 : first > second ? -1 : 1
}

export const duplicateFactRule: DuplicateRule<Fact> = {
  getSlug: (fact) => fact.field_type,
  getText: (fact) => [isNone(fact.text) ? '' : fact.text, getFootnotes(fact) ?? ''].filter(Boolean).join('\n\n'),
  compare: (first, second) =>
    Number(isNone(first.text)) - Number(isNone(second.text)) ||
    getModifiedMs(second) - getModifiedMs(first) ||
    compareDescending(first.text, second.text) ||
    compareDescending(JSON.stringify(first), JSON.stringify(second)),
}

function getModifiedMs(fact: Fact): number {
  return parseDateTime(fact.modified_at ?? '')?.getTime() ?? 0
}
