/** The report of a migration: a line for everything in version 1 that does not simply carry over to version 2. */
import type { DeletionReason } from './data/migrate-v1.tables.ts'

/** The outcome for a slug.
 *  - `dropped`: version 2 deletes it, and the line gives the reason
 *  - `unmapped`: the specification keeps it, but does not say where
 *  - `ambiguous`: the specification contradicts itself, and the line tells which rule was followed
 *  - `conflict`: other data had the slug already or contradicts it
 *  - `unreadable`: the text of a Boolean is neither True nor False
 *  - `unknown`: passed through unchanged, but neither the tables nor the catalog know it
 *  - `gap`: version 2 requires something that version 1 does not have */
export const migrationOutcomes = [
  'dropped',
  'unmapped',
  'ambiguous',
  'conflict',
  'unreadable',
  'unknown',
  'gap',
] as const

export type MigrationOutcome = (typeof migrationOutcomes)[number]

/** One line of the report. */
export interface MigrationLine {
  /** The slug of the input; for a `gap`, the V2 slug. */
  slug: string
  outcome: MigrationOutcome
  /** A sentence for people. */
  reason: string
  /** The text (of a definition: its name) that is missing from the result, verbatim; empty when nothing was lost. */
  lost_text: string
  /** The V2 slugs to look at instead. */
  see: readonly string[]
}

export type MigrationFinding = Pick<MigrationLine, 'outcome' | 'see' | 'reason'>

/** Each deletion reason as a sentence. */
export const deletionReasons: Record<DeletionReason, string> = {
  redundant: 'Deleted in version 2: other fields say the same.',
  not_tracked: 'Deleted in version 2: no longer tracked.',
  replaced_by_overrides: 'Deleted in version 2: a state has regional addresses when it has overrides.',
  too_hard_to_maintain: 'Deleted in version 2: too difficult to maintain.',
  available_in_all_states: 'Deleted in version 2: true in every state.',
}

/** The sentence for the fields about 2022. */
export const specificReason = 'Deleted in version 2: it was about the elections of 2022.'
