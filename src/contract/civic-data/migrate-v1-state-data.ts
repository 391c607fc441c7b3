/** Migrates state data from version 1 to version 2 (R-C50 to R-C62). */
import { pickLaterDate } from '../dates.ts'
import { type FieldCatalog, getFieldCatalog } from './catalog.ts'
import { dedupeBySlug, duplicateFactRule } from './dedupe-by-slug.ts'
import { parseBoolean } from './fact-value.ts'
import type { Field } from './field.ts'
import { getSlugMapping, getV1Options, type MappingOfType, type SlugMapping } from './migrate-v1.ts'
import type { MigrationFinding, MigrationLine } from './migration-report.ts'
import { type Fact, getFootnotes, isNone, type StateData } from './state-data.ts'
import { toFact, type V1StateData } from './v1.ts'

/** Options of a migration. */
export interface MigrationOptions {
  /** The service's V2 field catalog; it decides formats, the order of options, and which of two slugs exists (X21).
   *  Without it, the fields known to this package. */
  fields?: readonly Field[]
}

/** A state in version 2, and a report of what did not fit. */
export interface MigratedStateData {
  stateData: StateData
  report: MigrationLine[]
}

/** Migrates the facts of a state from version 1 to version 2. Never throws and loses nothing silently: every input slug is in
 *  the result (under its own or its new name) or in the report, and so is every text. Facts keep their order. Facts that are
 *  V2 already stay unchanged and win over migrated V1 facts, so a second migration changes nothing.
 *
 *  A Multi-select is consolidated from its V1 booleans in the order of its options. A Boolean gets a `bool_value` only when
 *  its text is True or False: an empty text is no value (rules B.2.14).
 *  @param v1 the state as `parseStateData` or the `V1StateData` schema returns it; not changed */
export function migrateStateData(v1: V1StateData | StateData, { fields }: MigrationOptions = {}): MigratedStateData {
  const report: MigrationLine[] = []
  const input = dedupeBySlug(v1.state_information.map(toFact), duplicateFactRule, report)
  const migration: StateMigration = {
    input,
    facts: new Map(),
    selectedOptions: new Map(),
    catalog: getFieldCatalog(fields),
    report,
  }
  const deferred: { fact: Fact; mapping: SlugMapping }[] = []
  for (const [slug, fact] of input) {
    const mapping = getSlugMapping(slug)
    if (mapping === undefined) addFact(migration, fact, slug)
    else if (mapping.type === 'slug') renameFact(migration, fact, mapping.slug)
    else if (mapping.type === 'option') selectOption(migration, fact, mapping)
    else deferred.push({ fact, mapping })
  }
  for (const [slug, options] of migration.selectedOptions) consolidateOptions(migration, slug, options)
  for (const { fact, mapping: fate } of deferred) if (fate.type === 'either') renameToEither(migration, fact, fate)
  for (const { fact, mapping: fate } of deferred) {
    if (fate.type === 'footnotes') annotate(migration, fact, fate.fields)
    else if (fate.type === 'unmapped')
      reportFact(migration, fact, { outcome: 'unmapped', reason: fate.reason, see: fate.see })
    else if (fate.type === 'nothing') drop(migration, fact, fate)
  }
  return { stateData: { ...v1, state_information: [...migration.facts.values()] }, report }
}

interface StateMigration {
  input: ReadonlyMap<string, Fact>
  facts: Map<string, Fact>
  selectedOptions: Map<string, Set<string>>
  catalog: FieldCatalog
  report: MigrationLine[]
}

function reportFact(migration: StateMigration, fact: Fact, { outcome, reason, see }: MigrationFinding): void {
  migration.report.push({ slug: fact.field_type, outcome, reason, lost_text: isNone(fact.text) ? '' : fact.text, see })
}

function addFact({ facts, catalog, report }: StateMigration, fact: Fact, newSlug: string): void {
  const slug = fact.field_type
  const entry = catalog.get(newSlug)
  if (entry === undefined)
    report.push({ slug, outcome: 'unknown', reason: explainUnknown(slug, newSlug), lost_text: '', see: [newSlug] })
  const renamed = slug === newSlug ? fact : { ...fact, field_type: newSlug }
  if (entry?.format !== 'Boolean' || isNone(fact.text) || typeof fact.bool_value === 'boolean') {
    facts.set(newSlug, renamed)
    return
  }
  const bool_value = parseBoolean(fact.text)
  facts.set(newSlug, bool_value === undefined ? renamed : { ...renamed, bool_value })
  if (bool_value !== undefined) return
  const reason = 'Neither True nor False: the text stays, without a bool_value.'
  report.push({ slug, outcome: 'unreadable', reason, lost_text: '', see: [newSlug] })
}

function explainUnknown(slug: string, newSlug: string): string {
  return slug === newSlug
    ? 'Passed through unchanged: neither the tables nor the catalog have it.'
    : `Renamed to ${newSlug} as the tables say, but the catalog has no such field.`
}

function renameFact(migration: StateMigration, fact: Fact, newSlug: string): void {
  const existing = migration.input.get(newSlug)
  if (existing === undefined) addFact(migration, fact, newSlug)
  else if (!isNone(fact.text) && fact.text !== existing.text) {
    const reason = `The data has ${newSlug} as well, and V2 values stay.`
    reportFact(migration, fact, { outcome: 'conflict', reason, see: [newSlug] })
  }
}

function selectOption(migration: StateMigration, fact: Fact, { field, option }: MappingOfType<'option'>): void {
  const see = [field]
  const value = parseBoolean(fact.text)
  if (value === undefined && !isNone(fact.text)) {
    const reason = `Neither True nor False, so ${field} does not include ${option}.`
    reportFact(migration, fact, { outcome: 'unreadable', reason, see })
  }
  const existing = migration.input.get(field)
  if (existing === undefined) {
    const selected = migration.selectedOptions.get(field) ?? new Set()
    if (value === true) selected.add(option)
    migration.selectedOptions.set(field, selected)
    const previous = migration.facts.get(field)
    if (previous === undefined || previous.modified_at !== fact.modified_at) {
      migration.facts.set(field, { field_type: field, text: '', ...pickLaterDate(previous, fact) })
    }
  } else if (value !== undefined && value !== (existing.multiselect_value ?? []).includes(option)) {
    const reason = `The data has ${field} as well, which says otherwise about ${option}.`
    reportFact(migration, fact, { outcome: 'conflict', reason, see })
  }
}

function consolidateOptions(
  { facts, catalog, report }: StateMigration,
  slug: string,
  selected: ReadonlySet<string>,
): void {
  const v1Options = getV1Options(slug)
  const order = [...new Set([...(catalog.get(slug)?.options ?? []), ...v1Options])]
  const multiselect_value = order.filter((option) => selected.has(option))
  facts.set(slug, { ...facts.get(slug), field_type: slug, text: multiselect_value.join(', '), multiselect_value })
  const gaps = order.filter((option) => !v1Options.includes(option))
  if (gaps.length === 0) return
  const reason = `Version 1 does not say whether these apply, so they are left out: ${gaps.join(', ')} (X24).`
  report.push({ slug, outcome: 'gap', reason, lost_text: '', see: [slug] })
}

/** Follows the catalog where the tables contradict each other (X21, X22); if it has neither slug, the fact is dropped. */
function renameToEither(
  migration: StateMigration,
  fact: Fact,
  { first, second, reason }: MappingOfType<'either'>,
): void {
  const newSlug = [first, second].find((slug) => migration.catalog.has(slug))
  const existing = newSlug === undefined ? undefined : (migration.input.get(newSlug) ?? migration.facts.get(newSlug))
  const isFree =
    existing === undefined || (newSlug === second && isNone(existing.text) && getFootnotes(existing) === undefined)
  if (newSlug !== undefined && isFree && (existing === undefined || !isNone(fact.text)))
    addFact(migration, fact, newSlug)
  const isPreserved = isNone(fact.text) || (newSlug !== undefined && migration.facts.get(newSlug)?.text === fact.text)
  const lostText = isPreserved ? '' : fact.text
  migration.report.push({
    slug: fact.field_type,
    outcome: 'ambiguous',
    reason,
    lost_text: lostText,
    see: newSlug === undefined ? [] : [newSlug],
  })
}

/** Appends a note to the footnotes of every target (R-C55 to R-C57). */
function annotate(migration: StateMigration, note: Fact, targets: readonly string[]): void {
  if (isNone(note.text)) {
    const reason = 'A note without text: there is nothing to move into footnotes.'
    reportFact(migration, note, { outcome: 'dropped', reason, see: targets })
    return
  }
  for (const target of targets) {
    const fact: Fact = migration.facts.get(target) ?? {
      field_type: target,
      text: '',
      ...(migration.catalog.get(target)?.format === 'Multi-select' && { multiselect_value: [] }),
    }
    const previous = getFootnotes(fact)
    const footnotes = previous === undefined ? note.text : appendNote(previous, note.text)
    migration.facts.set(target, { ...fact, footnotes, ...pickLaterDate(fact, note) })
  }
}

function appendNote(footnotes: string, note: string): string {
  return `\n\n${footnotes}\n\n`.includes(`\n\n${note}\n\n`) ? footnotes : `${footnotes}\n\n${note}`
}

/** Drops a fact, and reports a conflict when it contradicts what version 2 implies. */
function drop(migration: StateMigration, fact: Fact, { reason, see }: MappingOfType<'nothing'>): void {
  const implied = getDerivedValue(fact.field_type, migration.facts)
  const isImplied = implied !== undefined && parseBoolean(fact.text) === implied
  if (implied === undefined || isNone(fact.text) || isImplied)
    reportFact(migration, isImplied ? { ...fact, text: '' } : fact, { outcome: 'dropped', reason, see })
  else
    reportFact(migration, fact, { outcome: 'conflict', reason: `${reason} This value does not agree with that.`, see })
}

/** Returns the value that version 2 implies for a V1 field: `early_voting` is whether early_voting_starts or early_voting_ends
 *  has text (R-C59), `overseas_voting` and `provisional_voting` are always true (R-C60).
 *  @param facts V2 facts by slug
 *  @returns `undefined` for every other slug */
export function getDerivedValue(slug: string, facts: ReadonlyMap<string, Fact>): boolean | undefined {
  if (slug === 'overseas_voting' || slug === 'provisional_voting') return true
  if (slug !== 'early_voting') return undefined
  return ['early_voting_starts', 'early_voting_ends'].some((field) => !isNone(facts.get(field)?.text ?? ''))
}
