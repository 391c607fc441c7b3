/** The report of a migration: a line for everything of version 1 that is not simply there in version 2. */
import type { DeletionReason } from './data/migrate-v1.tables.ts'

/**
 * What happened to a slug.
 * - `dropped`: version 2 deletes it, and the line says why
 * - `unmapped`: the specification says that it lives on, but not where
 * - `ambiguous`: the specification says two things, and the line says which was followed
 * - `conflict`: something else in the data had the place or says the opposite
 * - `unreadable`: the text of a Boolean is neither True nor False
 * - `unknown`: passed through unchanged, but neither the tables nor the catalogue know it
 * - `gap`: version 2 asks for something that version 1 never held
 */
export const migrationOutcomes = [
  'dropped',
  'unmapped',
  'ambiguous',
  'conflict',
  'unreadable',
  'unknown',
  'gap',
] as const

/** One of the outcomes. */
export type MigrationOutcome = (typeof migrationOutcomes)[number]

/** One line of the report. */
export interface MigrationLine {
  /** The slug as it came; for a `gap`, the V2 slug. */
  slug: string
  outcome: MigrationOutcome
  /** A sentence for people. */
  why: string
  /** The text (of a definition: its name) that is not in the result, word for word; empty when nothing was lost. */
  lost: string
  /** The V2 slugs to look at instead. */
  see: readonly string[]
}

/** Each deletion reason as a sentence. */
export const deletionReasons: Record<DeletionReason, string> = {
  redundant: 'Deleted in version 2: other fields say the same.',
  not_tracked: 'Deleted in version 2: no longer tracked.',
  replaced_by_overrides: 'Deleted in version 2: a state has regional addresses when it has overrides.',
  too_hard_to_maintain: 'Deleted in version 2: too difficult to maintain.',
  available_in_all_states: 'Deleted in version 2: true in every state.',
}

/** The sentence for the fields of 2022. */
export const specificReason = 'Deleted in version 2: it was about the elections of 2022.'
