/** Migrates field definitions from version 1 to version 2 (R-C50 to R-C53). */
import { type FieldCatalog, getFieldCatalog } from './catalog.ts'
import { compareDescending, type DuplicateRule, dedupeBySlug } from './dedupe-by-slug.ts'
import type { Field } from './field.ts'
import { getSlugMapping, getV1Options } from './migrate-v1.ts'
import type { MigrationOptions } from './migrate-v1-state-data.ts'
import type { MigrationFinding, MigrationLine } from './migration-report.ts'
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
 *  @param v1 the definitions as `parseV1Fields` or the `V1Field` schema returns them; not changed */
export function migrateFields(
  v1: readonly (V1Field | MixedField)[],
  { fields }: MigrationOptions = {},
): MigratedFields {
  const report: MigrationLine[] = []
  const migration: FieldMigration = {
    input: dedupeBySlug(v1, duplicateFieldRule, report),
    fields: new Map(),
    catalog: getFieldCatalog(fields),
    report,
  }
  for (const [slug, field] of migration.input) {
    const mapping = getSlugMapping(slug)
    if (mapping === undefined) addField(migration, field, slug)
    else if (mapping.type === 'slug') renameField(migration, field, mapping.slug)
    else if (mapping.type === 'option') consolidateField(migration, field, mapping.field)
    else if (mapping.type === 'footnotes') {
      const reason = 'Its text is now in the footnotes of other fields; a footnote has no name.'
      reportField(migration, field, { outcome: 'dropped', reason, see: mapping.fields })
    } else if (mapping.type === 'unmapped' || mapping.type === 'nothing') {
      const outcome = mapping.type === 'unmapped' ? 'unmapped' : 'dropped'
      reportField(migration, field, { outcome, reason: mapping.reason, see: mapping.see })
    }
  }
  for (const [slug, field] of migration.input) {
    const mapping = getSlugMapping(slug)
    if (mapping?.type !== 'either') continue
    const newSlug = [mapping.first, mapping.second].find((candidate) => migration.catalog.has(candidate))
    const isFree = newSlug !== undefined && !migration.input.has(newSlug) && !migration.fields.has(newSlug)
    if (isFree) addField(migration, field, newSlug)
    const lostText = isFree ? '' : getFieldName(field)
    report.push({
      slug,
      outcome: 'ambiguous',
      reason: mapping.reason,
      lost_text: lostText,
      see: newSlug === undefined ? [] : [newSlug],
    })
  }
  return { fields: [...migration.fields.values()], report }
}

interface FieldMigration {
  input: ReadonlyMap<string, MixedField>
  fields: Map<string, Field>
  catalog: FieldCatalog
  report: MigrationLine[]
}

function getFieldName(field: MixedField): string {
  return field.description ?? field.long_name ?? ''
}

function reportField(migration: FieldMigration, field: MixedField, { outcome, reason, see }: MigrationFinding): void {
  migration.report.push({ slug: field.slug, outcome, reason, lost_text: getFieldName(field), see })
}

function addField(migration: FieldMigration, field: MixedField, slug: string): void {
  const { long_name, ...otherKeys } = field
  const description = getFieldName(field)
  migration.fields.set(slug, { ...otherKeys, slug, description, field_format: field.field_format })
  if (long_name !== undefined && long_name !== description) {
    const reason = 'It has a description as well, and the description stays.'
    migration.report.push({ slug: field.slug, outcome: 'conflict', reason, lost_text: long_name, see: [slug] })
  }
  if (migration.catalog.has(slug)) return
  const reason = 'Neither the tables nor the catalog have it.'
  migration.report.push({ slug: field.slug, outcome: 'unknown', reason, lost_text: '', see: [slug] })
}

function renameField(migration: FieldMigration, field: MixedField, newSlug: string): void {
  const existing = migration.input.get(newSlug)
  if (existing === undefined) addField(migration, field, newSlug)
  else if (getFieldName(existing) !== getFieldName(field)) {
    const reason = `The list has ${newSlug} as well, and V2 values stay.`
    reportField(migration, field, { outcome: 'conflict', reason, see: [newSlug] })
  }
}

function consolidateField(migration: FieldMigration, field: MixedField, slug: string): void {
  const reason = `It is an option of ${slug} now; an option has no name of its own.`
  reportField(migration, field, { outcome: 'dropped', reason, see: [slug] })
  if (migration.input.has(slug) || migration.fields.has(slug)) return
  const entry = migration.catalog.get(slug)
  migration.fields.set(slug, {
    slug,
    description: entry?.description ?? descriptions[slug] ?? slug,
    field_format: 'Multi-select',
    options: [...new Set([...(entry?.options ?? []), ...getV1Options(slug)])],
  })
}

const duplicateFieldRule: DuplicateRule<MixedField> = {
  getSlug: (field) => field.slug,
  getText: getFieldName,
  compare: (first, second) =>
    Number(first.description === undefined) - Number(second.description === undefined) ||
    compareDescending(getFieldName(first), getFieldName(second)) ||
    compareDescending(JSON.stringify(first), JSON.stringify(second)),
}
