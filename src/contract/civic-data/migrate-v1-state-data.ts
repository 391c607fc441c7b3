/** Migrates state data from version 1 to version 2 (R-C50 to R-C62). */
import { laterOf } from '../dates.ts'
import { catalogOf, type FieldCatalog } from './catalog.ts'
import { dedupeBySlug, resolveDuplicateFacts } from './dedupe-by-slug.ts'
import { readBoolean } from './fact-value.ts'
import type { Field } from './field.ts'
import { type Fate, type FateTo, fateOf, optionsInV1 } from './migrate-v1.ts'
import type { Finding, MigrationLine } from './migration-report.ts'
import { type Fact, footnotesOf, isNone, type StateData } from './state-data.ts'
import { asFact, type V1StateData } from './v1.ts'

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
 *  @param v1 the state as `readStateData` or the `V1StateData` schema returns it; not changed */
export function migrateStateData(v1: V1StateData | StateData, { fields }: MigrationOptions = {}): MigratedStateData {
  const report: MigrationLine[] = []
  const came = dedupeBySlug(v1.state_information.map(asFact), resolveDuplicateFacts, report)
  const work: Work = { came, facts: new Map(), chosen: new Map(), catalog: catalogOf(fields), report }
  const fated: { fact: Fact; fate: Fate }[] = []
  for (const [slug, fact] of came) {
    const fate = fateOf(slug)
    if (fate === undefined) put(work, fact, slug)
    else if (fate.to === 'slug') rename(work, fact, fate.slug)
    else if (fate.to === 'option') choose(work, fact, fate)
    else fated.push({ fact, fate })
  }
  for (const [slug, options] of work.chosen) gather(work, slug, options)
  for (const { fact, fate } of fated) if (fate.to === 'either') renameToEither(work, fact, fate)
  for (const { fact, fate } of fated) {
    if (fate.to === 'footnotes') annotate(work, fact, fate.of)
    else if (fate.to === 'unmapped') add(work, fact, { outcome: 'unmapped', reason: fate.why, see: fate.see })
    else if (fate.to === 'nothing') drop(work, fact, fate)
  }
  return { stateData: { ...v1, state_information: [...work.facts.values()] }, report }
}

interface Work {
  came: ReadonlyMap<string, Fact>
  facts: Map<string, Fact>
  chosen: Map<string, Set<string>>
  catalog: FieldCatalog
  report: MigrationLine[]
}

function add(work: Work, fact: Fact, { outcome, reason, see }: Finding): void {
  work.report.push({ slug: fact.field_type, outcome, why: reason, lost: isNone(fact.text) ? '' : fact.text, see })
}

function put({ facts, catalog, report }: Work, fact: Fact, to: string): void {
  const slug = fact.field_type
  const entry = catalog.get(to)
  if (entry === undefined) report.push({ slug, outcome: 'unknown', why: unknownWhy(slug, to), lost: '', see: [to] })
  const renamed = slug === to ? fact : { ...fact, field_type: to }
  if (entry?.format !== 'Boolean' || isNone(fact.text) || typeof fact.bool_value === 'boolean') {
    facts.set(to, renamed)
    return
  }
  const bool_value = readBoolean(fact.text)
  facts.set(to, bool_value === undefined ? renamed : { ...renamed, bool_value })
  if (bool_value !== undefined) return
  const why = 'Neither True nor False: the text stays, without a bool_value.'
  report.push({ slug, outcome: 'unreadable', why, lost: '', see: [to] })
}

function unknownWhy(slug: string, to: string): string {
  return slug === to
    ? 'Passed through unchanged: neither the tables nor the catalog have it.'
    : `Renamed to ${to} as the tables say, but the catalog has no such field.`
}

function rename(work: Work, fact: Fact, to: string): void {
  const there = work.came.get(to)
  if (there === undefined) put(work, fact, to)
  else if (!isNone(fact.text) && fact.text !== there.text) {
    const reason = `The data has ${to} as well, and V2 values stay.`
    add(work, fact, { outcome: 'conflict', reason, see: [to] })
  }
}

function choose(work: Work, fact: Fact, { field, option }: FateTo<'option'>): void {
  const see = [field]
  const value = readBoolean(fact.text)
  if (value === undefined && !isNone(fact.text)) {
    const reason = `Neither True nor False, so ${field} does not include ${option}.`
    add(work, fact, { outcome: 'unreadable', reason, see })
  }
  const there = work.came.get(field)
  if (there === undefined) {
    const chosen = work.chosen.get(field) ?? new Set()
    if (value === true) chosen.add(option)
    work.chosen.set(field, chosen)
    const before = work.facts.get(field)
    if (before === undefined || before.modified_at !== fact.modified_at) {
      work.facts.set(field, { field_type: field, text: '', ...laterOf(before, fact) })
    }
  } else if (value !== undefined && value !== (there.multiselect_value ?? []).includes(option)) {
    const reason = `The data has ${field} as well, which says otherwise about ${option}.`
    add(work, fact, { outcome: 'conflict', reason, see })
  }
}

function gather({ facts, catalog, report }: Work, slug: string, chosen: ReadonlySet<string>): void {
  const inV1 = optionsInV1(slug)
  const order = [...new Set([...(catalog.get(slug)?.options ?? []), ...inV1])]
  const multiselect_value = order.filter((option) => chosen.has(option))
  facts.set(slug, { ...facts.get(slug), field_type: slug, text: multiselect_value.join(', '), multiselect_value })
  const gaps = order.filter((option) => !inV1.includes(option))
  if (gaps.length === 0) return
  const why = `Version 1 does not say whether these apply, so they are left out: ${gaps.join(', ')} (X24).`
  report.push({ slug, outcome: 'gap', why, lost: '', see: [slug] })
}

/** Follows the catalog where the tables contradict each other (X21, X22); if it has neither slug, the fact is dropped. */
function renameToEither(work: Work, fact: Fact, { first, second, why }: FateTo<'either'>): void {
  const to = [first, second].find((slug) => work.catalog.has(slug))
  const there = to === undefined ? undefined : (work.came.get(to) ?? work.facts.get(to))
  const isFree = there === undefined || (to === second && isNone(there.text) && footnotesOf(there) === undefined)
  if (to !== undefined && isFree && (there === undefined || !isNone(fact.text))) put(work, fact, to)
  const isThere = isNone(fact.text) || (to !== undefined && work.facts.get(to)?.text === fact.text)
  const lost = isThere ? '' : fact.text
  work.report.push({ slug: fact.field_type, outcome: 'ambiguous', why, lost, see: to === undefined ? [] : [to] })
}

/** Appends a note to the footnotes of every target (R-C55 to R-C57). */
function annotate(work: Work, note: Fact, targets: readonly string[]): void {
  if (isNone(note.text)) {
    const reason = 'A note without text: there is nothing to move into footnotes.'
    add(work, note, { outcome: 'dropped', reason, see: targets })
    return
  }
  for (const target of targets) {
    const fact: Fact = work.facts.get(target) ?? {
      field_type: target,
      text: '',
      ...(work.catalog.get(target)?.format === 'Multi-select' && { multiselect_value: [] }),
    }
    const before = footnotesOf(fact)
    const footnotes = before === undefined ? note.text : withNote(before, note.text)
    work.facts.set(target, { ...fact, footnotes, ...laterOf(fact, note) })
  }
}

function withNote(footnotes: string, note: string): string {
  return `\n\n${footnotes}\n\n`.includes(`\n\n${note}\n\n`) ? footnotes : `${footnotes}\n\n${note}`
}

/** Drops a fact, and reports a conflict when it contradicts what version 2 implies. */
function drop(work: Work, fact: Fact, { why: reason, see }: FateTo<'nothing'>): void {
  const implied = derivedValue(fact.field_type, work.facts)
  const isImplied = implied !== undefined && readBoolean(fact.text) === implied
  if (implied === undefined || isNone(fact.text) || isImplied)
    add(work, isImplied ? { ...fact, text: '' } : fact, { outcome: 'dropped', reason, see })
  else add(work, fact, { outcome: 'conflict', reason: `${reason} This value does not agree with that.`, see })
}

/** Returns the value that version 2 implies for a V1 field: `early_voting` is whether early_voting_starts or early_voting_ends
 *  has text (R-C59), `overseas_voting` and `provisional_voting` are always true (R-C60).
 *  @param facts V2 facts by slug
 *  @returns `undefined` for every other slug */
export function derivedValue(slug: string, facts: ReadonlyMap<string, Fact>): boolean | undefined {
  if (slug === 'overseas_voting' || slug === 'provisional_voting') return true
  if (slug !== 'early_voting') return undefined
  return ['early_voting_starts', 'early_voting_ends'].some((field) => !isNone(facts.get(field)?.text ?? ''))
}
