/** Chooses among facts of one slug: one with text wins, then the newest, then the greatest text. */
import { readDateTime } from './date-time.ts'
import { type DuplicateRule, greaterFirst } from './dedupe-by-slug.ts'
import { type Fact, footnotesOf, isNone } from './state-data.ts'

/** The rule for duplicate facts. */
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
