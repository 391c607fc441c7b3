/** Looks up the V2 counterpart of a V1 slug in the specification's tables. */
import { consolidations, deletions, footnoteMoves, renames, specificDeletions } from './data/migrate-v1.tables.ts'
import { deletionReasons, specificReason } from './migration-report.ts'

/** What happens to a V1 slug, by the tables. */
export type Fate =
  | { to: 'slug'; slug: string }
  /** Its `true` adds an option to a Multi-select (R-C54). */
  | { to: 'option'; field: string; option: string }
  /** Its text becomes footnotes of each of these. */
  | { to: 'footnotes'; of: readonly string[] }
  /** The tables both rename and delete it (X21): `first` if the catalog has it, else `second`. */
  | { to: 'either'; first: string; second: string; why: string }
  /** The specification keeps it, but does not say where (R-C58, X23). */
  | { to: 'unmapped'; why: string; see: readonly string[] }
  | { to: 'nothing'; why: string; see: readonly string[] }

export type FateTo<Kind extends Fate['to']> = Fate & { to: Kind }

/** Slugs with special rules: what the tables leave open, and how it is handled. */
const exceptions: readonly [string, Fate][] = [
  [
    'id_requirements_in_person_registration',
    {
      to: 'either',
      first: renames.id_requirements_in_person_registration,
      second: renames.id_requirements_sdr,
      why:
        'The specification renames it to id_laws_in_person_registration and also deletes it as redundant with ' +
        'id_laws_same_day_registration, a slug that exists nowhere else and is read as id_laws_sdr. The catalog ' +
        'decides: the renamed field where there is one, else id_laws_sdr if that is free.',
    },
  ],
  [
    'vbm_notes',
    {
      to: 'unmapped',
      why:
        'The specification moves it into the footnotes of "various absentee-related fields" without naming them. A ' +
        'footnote on the wrong field would mislead, so it is put on none.',
      see: [],
    },
  ],
  [
    'felon_vote_release_prison',
    {
      to: 'unmapped',
      why:
        'The specification calls it redundant with options of a Multi-select, but no option means "after release". ' +
        'Where it is true, felony_voting_options probably holds parole, post_sentence and probation; that is not stated.',
      see: deletions.felon_vote_release_prison.see,
    },
  ],
]

const fates: ReadonlyMap<string, Fate> = new Map<string, Fate>([
  ...Object.entries(renames).map(([v1, slug]): [string, Fate] => [v1, { to: 'slug', slug }]),
  ...Object.entries(consolidations).map(([v1, into]): [string, Fate] => [v1, { to: 'option', ...into }]),
  ...Object.entries(footnoteMoves).flatMap(([v1, of]): [string, Fate][] =>
    of === null ? [] : [[v1, { to: 'footnotes', of }]],
  ),
  ...Object.entries(deletions).map(([v1, { reason, see }]): [string, Fate] => [
    v1,
    { to: 'nothing', why: deletionReasons[reason], see },
  ]),
  ...specificDeletions.map((v1): [string, Fate] => [v1, { to: 'nothing', why: specificReason, see: [] }]),
  ...exceptions,
])

/** Every V1 slug in the tables, in their order: slugs that partners' code should no longer contain. */
export const deprecatedSlugs: readonly string[] = [...fates.keys()]

/** Returns what happens to a slug of version 1.
 *  @returns `undefined` for a slug that is not in the tables: it is the same in both versions (R-C53) */
export function fateOf(slug: string): Fate | undefined {
  return fates.get(slug)
}

const optionSources = new Map<string, string[]>()
for (const { field, option } of Object.values(consolidations)) {
  optionSources.set(field, [...(optionSources.get(field) ?? []), option])
}

/** The options of a Multi-select that have a V1 boolean, in the order of the tables; empty for any other slug. */
export function optionsInV1(field: string): readonly string[] {
  return optionSources.get(field) ?? []
}

/** The V2 slugs that hold the value of a V1 slug; empty when it is dropped; the slug itself when it is unchanged. */
export function successorsOf(slug: string): readonly string[] {
  const fate = fates.get(slug)
  if (fate === undefined) return [slug]
  switch (fate.to) {
    case 'slug':
      return [fate.slug]
    case 'option':
      return [fate.field]
    case 'footnotes':
      return fate.of
    case 'either':
      return [fate.first, fate.second]
    case 'unmapped':
    case 'nothing':
      return []
    default:
      return fate satisfies never
  }
}
