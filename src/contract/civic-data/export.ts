/** Exports all Civic data as a table or a list, and compares two exports. */
import { csvOf, printable, readCsv } from '../csv.ts'
import { isStateCode } from '../states.ts'
import { isoDate } from '../text.ts'
import { catalogOf } from './catalog.ts'
import { deadlineKindOf, nextDeadline } from './deadline.ts'
import { dedupeBySlug, resolveDuplicateFacts } from './dedupe-by-slug.ts'
import type { Field } from './field.ts'
import { isOverrideOf, isSameName, type Override, regionsOf } from './override.ts'
import { type Fact, isNone, readStateData, type StateData } from './state-data.ts'

/** A state's facts, or with `region` the values of a region that differ from its state's (R-C25). */
export type ExportedState = StateData & { region?: string }

/** Adds the values of regions to states: each state is followed by its regions, in alphabetical order. */
export function withRegions(states: readonly StateData[], overrides: readonly Override[]): ExportedState[] {
  return states.flatMap((state) => [
    state,
    ...regionsOf(overrides, state).map((region) => {
      const own = overrides.filter((one) => isSameName(one.region.name, region) && isOverrideOf(one, state))
      const facts = own.map(({ field, value }): Fact => ({ field_type: field.slug, text: value }))
      return { code: state.code, name: state.name, region, state_information: facts }
    }),
  ])
}

/** The columns of {@link civicCsv}: the service's own names, and the date of a deadline for the next general election. */
export const exportColumns = [
  'code',
  'name',
  'region',
  'field_type',
  'field_format',
  'text',
  'date',
  'bool_value',
  'multiselect_value',
  'footnotes',
  'modified_at',
] as const

/** Returns a table with a row for each fact, as CSV in UTF-8 with a byte order mark, which spreadsheets need.
 *  @param fields the service's catalog; without it the fields known to this package
 *  @param now decides which election the dates are for */
export function civicCsv(states: readonly ExportedState[], fields: readonly Field[] | undefined, now: Date): string {
  const catalog = catalogOf(fields)
  const rows = states.flatMap(({ code, name, region, state_information }) =>
    state_information.map((fact) => [
      code,
      name,
      region,
      fact.field_type,
      catalog.get(fact.field_type)?.format,
      fact.text,
      dateOf(fact, code, now),
      fact.bool_value?.toString(),
      fact.multiselect_value?.join(', '),
      fact.footnotes,
      fact.modified_at,
    ]),
  )
  return `\uFEFF${csvOf(exportColumns, rows)}`
}

/** Returns a deadline's date for the next general election, as `2026-10-05`; several with commas; `''` if there is none. */
export function dateOf({ field_type, text }: Fact, code: string, now: Date): string {
  const kind = deadlineKindOf(field_type)
  const dated = kind && isStateCode(code) ? nextDeadline(text, kind, { state: code, now }) : undefined
  return dated === undefined ? '' : dated.days.map(isoDate).join(', ')
}

/** The content of an export: the states, and a sentence for everything that could not be used. */
export interface ReadExport {
  states: ExportedState[]
  departures: string[]
}

/** Reads an export, or any response of the service about states: CSV with the columns of {@link exportColumns} in any order, a
 *  state as JSON, a list of states, or one state a line. Never throws. */
export function readExport(text: string): ReadExport {
  const whole = text.replace(/^\uFEFF/, '').trim()
  return /^[[{]/.test(whole) ? fromJson(whole) : fromCsv(whole)
}

function fromJson(text: string): ReadExport {
  const values = parsed(text)
  const departures: string[] = []
  const states = values.flatMap((value, index): ExportedState[] => {
    const read = readStateData(value)
    if (read === undefined) departures.push(`Value ${index + 1} is no state with code, name and state_information.`)
    departures.push(...(read?.departures ?? []).map((sentence) => `Value ${index + 1}: ${sentence}`))
    if (read === undefined) return []
    const { region, ...state } = read.stateData
    return [
      {
        ...state,
        ...(typeof region === 'string' && { region }),
        code: state.code,
        name: state.name,
        state_information: state.state_information,
      },
    ]
  })
  return { states, departures }
}

function parsed(text: string): unknown[] {
  const whole = json(text)
  if (Array.isArray(whole)) return whole
  return whole === undefined
    ? text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map(json)
    : [whole]
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function fromCsv(text: string): ReadExport {
  const [header = [], ...rows] = readCsv(text)
  const place = (name: (typeof exportColumns)[number]) => header.indexOf(name)
  const missing = (['code', 'field_type', 'text'] as const).filter((name) => place(name) < 0)
  if (missing.length > 0) return { states: [], departures: [`It has no column ${missing.join(', ')}.`] }
  const states = new Map<string, ExportedState>()
  for (const row of rows) {
    const cell = (name: (typeof exportColumns)[number]) => row[place(name)] ?? ''
    const key = JSON.stringify([cell('code'), cell('region')])
    const state = states.get(key) ?? {
      code: cell('code'),
      name: cell('name'),
      ...(cell('region') !== '' && { region: cell('region') }),
      state_information: [],
    }
    states.set(key, state)
    const isList = cell('field_format') === 'Multi-select'
    state.state_information.push({
      field_type: cell('field_type'),
      text: cell('text'),
      ...(/^(true|false)$/.test(cell('bool_value')) && { bool_value: cell('bool_value') === 'true' }),
      ...((isList || cell('multiselect_value') !== '') && {
        multiselect_value: cell('multiselect_value').split(', ').filter(Boolean),
      }),
      ...(cell('footnotes') !== '' && { footnotes: cell('footnotes') }),
      ...(cell('modified_at') !== '' && { modified_at: cell('modified_at') }),
    })
  }
  return { states: [...states.values()], departures: [] }
}

/** The changed part of a fact. `state`: the whole state or region is only in one of the two. */
export type ChangedPart = 'state' | 'text' | 'bool_value' | 'multiselect_value' | 'footnotes'

/** One change between two exports. `before` or `after` is empty when there is no value. */
export interface CivicChange {
  code: string
  /** Absent for the state as a whole. */
  region?: string
  /** The slug; empty for `state`. */
  field: string
  what: ChangedPart
  before: string
  after: string
}

/** The changes, in the order of the second export, then what is only in the first. */
export interface CivicDifference {
  changes: CivicChange[]
  /** How many facts differ only in their `modified_at`. */
  onlyDates: number
}

/** Compares two exports. Empty text and "N/A" are equal, options have no order, line endings do not count; of several facts
 *  with one slug in a state, the one that all other code chooses is compared. */
export function diffCivic(before: readonly ExportedState[], after: readonly ExportedState[]): CivicDifference {
  const [old, current] = [byPlace(before), byPlace(after)]
  const difference: CivicDifference = { changes: [], onlyDates: 0 }
  for (const [key, place] of new Map([...current, ...old])) {
    const [was, is] = [old.get(key), current.get(key)]
    if (was !== undefined && is !== undefined) compareFacts(difference, was, is)
    else add(difference, place, { field: '', what: 'state', before: nameOf(was), after: nameOf(is) })
  }
  return difference
}

interface Place {
  code: string
  region?: string
  name: string
  facts: ReadonlyMap<string, Fact>
}

function byPlace(states: readonly ExportedState[]): Map<string, Place> {
  const facts = new Map<string, { state: ExportedState; facts: Fact[] }>()
  for (const state of states) {
    const key = JSON.stringify([plain(state.code), plain(state.region)])
    const known = facts.get(key) ?? { state, facts: [] }
    known.facts.push(...state.state_information)
    facts.set(key, known)
  }
  return new Map(
    [...facts].map(([key, { state, facts: all }]) => {
      const { code, name, region } = state
      const once = dedupeBySlug(all.map(canonical), resolveDuplicateFacts, [])
      return [key, { code, name, ...(region !== undefined && { region }), facts: once }]
    }),
  )
}

/** The same form, whether a fact comes from a table or from JSON. */
function canonical({ field_type, text, bool_value, multiselect_value, footnotes, modified_at }: Fact): Fact {
  return {
    field_type: plain(field_type),
    text: plain(text),
    bool_value: bool_value ?? null,
    multiselect_value: multiselect_value ?? [],
    footnotes: plain(footnotes),
    modified_at: plain(modified_at),
  }
}

function nameOf(place: Place | undefined): string {
  return place === undefined ? '' : place.name || place.code
}

function add(difference: CivicDifference, { code, region }: Place, change: Omit<CivicChange, 'code' | 'region'>): void {
  difference.changes.push({ code, ...(region !== undefined && { region }), ...change })
}

function compareFacts(difference: CivicDifference, was: Place, is: Place): void {
  for (const field of new Set([...is.facts.keys(), ...was.facts.keys()])) {
    const [old, current] = [was.facts.get(field), is.facts.get(field)]
    const [said, says] = [saidBy(old), saidBy(current)]
    const changed = parts.filter((what) => said[what] !== says[what])
    for (const what of changed) add(difference, is, { field, what, before: said[what], after: says[what] })
    if (changed.length === 0 && old !== undefined && current?.modified_at !== old.modified_at) difference.onlyDates++
  }
}

const parts = ['text', 'bool_value', 'multiselect_value', 'footnotes'] as const

/** The parts of a fact as comparable texts. A Boolean without text has no value (rules B.2.14). */
function saidBy(fact: Fact | undefined): Record<(typeof parts)[number], string> {
  const text = plain(fact?.text)
  return {
    text: isNone(text) ? '' : text,
    bool_value: isNone(text) ? '' : (fact?.bool_value?.toString() ?? ''),
    multiselect_value: [...new Set(fact?.multiselect_value)].map(plain).sort().join(', '),
    footnotes: plain(fact?.footnotes).trim(),
  }
}

function plain(text: string | null | undefined): string {
  return printable((text ?? '').replaceAll('\r\n', '\n'))
}
