/** Looks up the V2 counterpart of a V1 slug in the specification's tables. */
import { consolidations, deletions, footnoteMoves, renames, specificDeletions } from './data/migrate-v1.tables.ts'
import { deletionReasons, specificReason } from './migration-report.ts'

/** What happens to a V1 slug, by the tables. */
export type SlugMapping =
  | { type: 'slug'; slug: string }
  /** Its `true` adds an option to a Multi-select (R-C54). */
  | { type: 'option'; field: string; option: string }
  /** Its text becomes footnotes of each of these. */
  | { type: 'footnotes'; fields: readonly string[] }
  /** The tables both rename and delete it (X21): `first` if the catalog has it, else `second`. */
  | { type: 'either'; first: string; second: string; reason: string }
  /** The specification keeps it, but does not say where (R-C58, X23). */
  | { type: 'unmapped'; reason: string; see: readonly string[] }
  | { type: 'nothing'; reason: string; see: readonly string[] }

export type MappingOfType<Kind extends SlugMapping['type']> = SlugMapping & { type: Kind }

/** Slugs with special rules: what the tables leave open, and how it is handled. */
const exceptions: readonly [string, SlugMapping][] = [
  [
    'id_requirements_in_person_registration',
    {
      type: 'either',
      first: renames.id_requirements_in_person_registration,
      second: renames.id_requirements_sdr,
      reason:
        'The specification renames it to id_laws_in_person_registration and also deletes it as redundant with ' +
        'id_laws_same_day_registration, a slug that exists nowhere else and is read as id_laws_sdr. The catalog ' +
        'decides: the renamed field where there is one, else id_laws_sdr if that is free.',
    },
  ],
  [
    'vbm_notes',
    {
      type: 'unmapped',
      reason:
        'The specification moves it into the footnotes of "various absentee-related fields" without naming them. A ' +
        'footnote on the wrong field would mislead, so it is put on none.',
      see: [],
    },
  ],
  [
    'felon_vote_release_prison',
    {
      type: 'unmapped',
      reason:
        'The specification calls it redundant with options of a Multi-select, but no option means "after release". ' +
        'Where it is true, felony_voting_options probably holds parole, post_sentence and probation; that is not stated.',
      see: deletions.felon_vote_release_prison.see,
    },
  ],
]

const mappings: ReadonlyMap<string, SlugMapping> = new Map<string, SlugMapping>([
  ...Object.entries(renames).map(([v1, slug]): [string, SlugMapping] => [v1, { type: 'slug', slug }]),
  ...Object.entries(consolidations).map(([v1, target]): [string, SlugMapping] => [v1, { type: 'option', ...target }]),
  ...Object.entries(footnoteMoves).flatMap(([v1, fields]): [string, SlugMapping][] =>
    fields === null ? [] : [[v1, { type: 'footnotes', fields }]],
  ),
  ...Object.entries(deletions).map(([v1, { reason, see }]): [string, SlugMapping] => [
    v1,
    { type: 'nothing', reason: deletionReasons[reason], see },
  ]),
  ...specificDeletions.map((v1): [string, SlugMapping] => [v1, { type: 'nothing', reason: specificReason, see: [] }]),
  ...exceptions,
])

/** Every V1 slug in the tables, in their order: slugs that partners' code should no longer contain. */
export const deprecatedSlugs: readonly string[] = [...mappings.keys()]

/** Returns what happens to a slug of version 1.
 *  @returns `undefined` for a slug that is not in the tables: it is the same in both versions (R-C53) */
export function getSlugMapping(slug: string): SlugMapping | undefined {
  return mappings.get(slug)
}

const optionSources = new Map<string, string[]>()
for (const { field, option } of Object.values(consolidations)) {
  optionSources.set(field, [...(optionSources.get(field) ?? []), option])
}

/** The options of a Multi-select that have a V1 boolean, in the order of the tables; empty for any other slug. */
export function getV1Options(field: string): readonly string[] {
  return optionSources.get(field) ?? []
}

/** The V2 slugs that hold the value of a V1 slug; empty when it is dropped; the slug itself when it is unchanged. */
export function getSuccessors(slug: string): readonly string[] {
  const mapping = mappings.get(slug)
  if (mapping === undefined) return [slug]
  switch (mapping.type) {
    case 'slug':
      return [mapping.slug]
    case 'option':
      return [mapping.field]
    case 'footnotes':
      return mapping.fields
    case 'either':
      return [mapping.first, mapping.second]
    case 'unmapped':
    case 'nothing':
      return []
    default:
      return mapping satisfies never
  }
}
