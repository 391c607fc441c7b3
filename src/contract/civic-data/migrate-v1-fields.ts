/** Migrates field definitions from version 1 to version 2 (R-C50 to R-C53). */
import { catalogOf, type FieldCatalog } from './catalog.ts'
import { type DuplicateRule, dedupeBySlug, greaterFirst } from './dedupe-by-slug.ts'
import type { Field } from './field.ts'
import { fateOf, optionsInV1 } from './migrate-v1.ts'
import type { MigrationOptions } from './migrate-v1-state-data.ts'
import type { Finding, MigrationLine } from './migration-report.ts'
import type { MixedField, V1Field } from './v1.ts'

/** The definitions in version 2, and a report of what did not fit. */
export interface MigratedFields {
  fields: Field[]
  report: MigrationLine[]
}

/** Descriptions of the four consolidated fields, in our own words: version 1 only names each option. */
const descriptions: Record<string, string> = {
  absentee_request_methods: 'Ways to request an absentee ballot',
  ballot_return_locations: 'Where a voted ballot may be returned',
  felony_voting_options: 'When people with a felony conviction may vote',
  registration_methods: 'Ways to submit a registration',
}

/** Migrates field definitions from version 1 to version 2: `long_name` becomes `description`, slugs are renamed, the booleans
 *  of a Multi-select become one definition with options, deleted fields go into the report. Formats stay: the specification
 *  changes none. Definitions that are V2 already stay unchanged and win. Never throws; every input slug and every name is in
 *  the result or in the report.
 *  @param v1 the definitions as `readV1Fields` or the `V1Field` schema returns them; not changed */
export function migrateFields(
  v1: readonly (V1Field | MixedField)[],
  { fields }: MigrationOptions = {},
): MigratedFields {
  const report: MigrationLine[] = []
  const work: Work = {
    came: dedupeBySlug(v1, resolveDuplicateFields, report),
    fields: new Map(),
    catalog: catalogOf(fields),
    report,
  }
  for (const [slug, field] of work.came) {
    const fate = fateOf(slug)
    if (fate === undefined) put(work, field, slug)
    else if (fate.to === 'slug') rename(work, field, fate.slug)
    else if (fate.to === 'option') gather(work, field, fate.field)
    else if (fate.to === 'footnotes') {
      const reason = 'Its text is now in the footnotes of other fields; a footnote has no name.'
      add(work, field, { outcome: 'dropped', reason, see: fate.of })
    } else if (fate.to === 'unmapped' || fate.to === 'nothing') {
      const outcome = fate.to === 'unmapped' ? 'unmapped' : 'dropped'
      add(work, field, { outcome, reason: fate.why, see: fate.see })
    }
  }
  for (const [slug, field] of work.came) {
    const fate = fateOf(slug)
    if (fate?.to !== 'either') continue
    const to = [fate.first, fate.second].find((candidate) => work.catalog.has(candidate))
    const isFree = to !== undefined && !work.came.has(to) && !work.fields.has(to)
    if (isFree) put(work, field, to)
    const lost = isFree ? '' : nameOf(field)
    report.push({ slug, outcome: 'ambiguous', why: fate.why, lost, see: to === undefined ? [] : [to] })
  }
  return { fields: [...work.fields.values()], report }
}

interface Work {
  came: ReadonlyMap<string, MixedField>
  fields: Map<string, Field>
  catalog: FieldCatalog
  report: MigrationLine[]
}

function nameOf(field: MixedField): string {
  return field.description ?? field.long_name ?? ''
}

function add(work: Work, field: MixedField, { outcome, reason, see }: Finding): void {
  work.report.push({ slug: field.slug, outcome, why: reason, lost: nameOf(field), see })
}

function put(work: Work, field: MixedField, slug: string): void {
  const { long_name, ...rest } = field
  const description = nameOf(field)
  work.fields.set(slug, { ...rest, slug, description, field_format: field.field_format })
  if (long_name !== undefined && long_name !== description) {
    const why = 'It has a description as well, and the description stays.'
    work.report.push({ slug: field.slug, outcome: 'conflict', why, lost: long_name, see: [slug] })
  }
  if (work.catalog.has(slug)) return
  const why = 'Neither the tables nor the catalog have it.'
  work.report.push({ slug: field.slug, outcome: 'unknown', why, lost: '', see: [slug] })
}

function rename(work: Work, field: MixedField, to: string): void {
  const there = work.came.get(to)
  if (there === undefined) put(work, field, to)
  else if (nameOf(there) !== nameOf(field)) {
    const reason = `The list has ${to} as well, and V2 values stay.`
    add(work, field, { outcome: 'conflict', reason, see: [to] })
  }
}

function gather(work: Work, field: MixedField, slug: string): void {
  const reason = `It is an option of ${slug} now; an option has no name of its own.`
  add(work, field, { outcome: 'dropped', reason, see: [slug] })
  if (work.came.has(slug) || work.fields.has(slug)) return
  const entry = work.catalog.get(slug)
  work.fields.set(slug, {
    slug,
    description: entry?.description ?? descriptions[slug] ?? slug,
    field_format: 'Multi-select',
    options: [...new Set([...(entry?.options ?? []), ...optionsInV1(slug)])],
  })
}

const resolveDuplicateFields: DuplicateRule<MixedField> = {
  slug: (field) => field.slug,
  says: nameOf,
  compare: (one, other) =>
    Number(one.description === undefined) - Number(other.description === undefined) ||
    greaterFirst(nameOf(one), nameOf(other)) ||
    greaterFirst(JSON.stringify(one), JSON.stringify(other)),
}
