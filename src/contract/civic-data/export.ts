/** Exports all Civic data as a table or a list, and compares two exports. */
import { escapeControls, formatCsv, parseCsv } from '../csv.ts'
import { isStateCode } from '../states.ts'
import { isoDate } from '../text.ts'
import { getFieldCatalog } from './catalog.ts'
import { getDeadlineKind, getNextDeadline } from './deadline.ts'
import { dedupeBySlug, duplicateFactRule } from './dedupe-by-slug.ts'
import type { Field } from './field.ts'
import { getRegions, isOverrideForState, isSameName, type Override } from './override.ts'
import { type Fact, isNone, parseStateData, type StateData } from './state-data.ts'

/** A state's facts, or with `region` the values of a region that differ from its state's (R-C25). */
export type ExportedState = StateData & { region?: string }

/** Adds the values of regions to states: each state is followed by its regions, in alphabetical order. */
export function addRegions(states: readonly StateData[], overrides: readonly Override[]): ExportedState[] {
  return states.flatMap((state) => [
    state,
    ...getRegions(overrides, state).map((region) => {
      const regionOverrides = overrides.filter(
        (override) => isSameName(override.region.name, region) && isOverrideForState(override, state),
      )
      const facts = regionOverrides.map(({ field, value }): Fact => ({ field_type: field.slug, text: value }))
      return { code: state.code, name: state.name, region, state_information: facts }
    }),
  ])
}

/** The columns of {@link formatCivicCsv}: the service's own names, and the date of a deadline for the next general election. */
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
 *  @param currentTime decides which election the dates are for */
export function formatCivicCsv(
  states: readonly ExportedState[],
  fields: readonly Field[] | undefined,
  currentTime: Date,
): string {
  const catalog = getFieldCatalog(fields)
  const rows = states.flatMap(({ code, name, region, state_information }) =>
    state_information.map((fact) => [
      code,
      name,
      region,
      fact.field_type,
      catalog.get(fact.field_type)?.format,
      fact.text,
      formatDeadlineDate(fact, code, currentTime),
      fact.bool_value?.toString(),
      fact.multiselect_value?.join(', '),
      fact.footnotes,
      fact.modified_at,
    ]),
  )
  return `\uFEFF${formatCsv(exportColumns, rows)}`
}

/** Returns a deadline's date for the next general election, as `2026-10-05`; several with commas; `''` if there is none. */
export function formatDeadlineDate({ field_type, text }: Fact, code: string, currentTime: Date): string {
  const kind = getDeadlineKind(field_type)
  const deadline = kind && isStateCode(code) ? getNextDeadline(text, kind, { state: code, currentTime }) : undefined
  return deadline === undefined ? '' : deadline.days.map(isoDate).join(', ')
}

/** The content of an export: the states, and a sentence for everything that could not be used. */
export interface ParsedExport {
  states: ExportedState[]
  violations: string[]
}

/** Reads an export, or any response of the service about states: CSV with the columns of {@link exportColumns} in any order, a
 *  state as JSON, a list of states, or one state a line. Never throws. */
export function parseExport(text: string): ParsedExport {
  const trimmed = text.replace(/^\uFEFF/, '').trim()
  return /^[[{]/.test(trimmed) ? parseJsonExport(trimmed) : parseCsvExport(trimmed)
}

function parseJsonExport(text: string): ParsedExport {
  const values = parseValues(text)
  const violations: string[] = []
  const states = values.flatMap((value, index): ExportedState[] => {
    const result = parseStateData(value)
    if (result === undefined) violations.push(`Value ${index + 1} is no state with code, name and state_information.`)
    violations.push(...(result?.violations ?? []).map((sentence) => `Value ${index + 1}: ${sentence}`))
    if (result === undefined) return []
    const { region, ...state } = result.stateData
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
  return { states, violations }
}

function parseValues(text: string): unknown[] {
  const value = parseJson(text)
  if (Array.isArray(value)) return value
  return value === undefined
    ? text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map(parseJson)
    : [value]
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function parseCsvExport(text: string): ParsedExport {
  const [header = [], ...rows] = parseCsv(text)
  const getColumn = (name: (typeof exportColumns)[number]) => header.indexOf(name)
  const missing = (['code', 'field_type', 'text'] as const).filter((name) => getColumn(name) < 0)
  if (missing.length > 0) return { states: [], violations: [`It has no column ${missing.join(', ')}.`] }
  const states = new Map<string, ExportedState>()
  for (const row of rows) {
    const getCell = (name: (typeof exportColumns)[number]) => row[getColumn(name)] ?? ''
    const key = JSON.stringify([getCell('code'), getCell('region')])
    const state = states.get(key) ?? {
      code: getCell('code'),
      name: getCell('name'),
      ...(getCell('region') !== '' && { region: getCell('region') }),
      state_information: [],
    }
    states.set(key, state)
    const isList = getCell('field_format') === 'Multi-select'
    state.state_information.push({
      field_type: getCell('field_type'),
      text: getCell('text'),
      ...(/^(true|false)$/.test(getCell('bool_value')) && { bool_value: getCell('bool_value') === 'true' }),
      ...((isList || getCell('multiselect_value') !== '') && {
        multiselect_value: getCell('multiselect_value').split(', ').filter(Boolean),
      }),
      ...(getCell('footnotes') !== '' && { footnotes: getCell('footnotes') }),
      ...(getCell('modified_at') !== '' && { modified_at: getCell('modified_at') }),
    })
  }
  return { states: [...states.values()], violations: [] }
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
  part: ChangedPart
  previous: string
  current: string
}

/** The changes, in the order of the second export, then what is only in the first. */
export interface CivicDifference {
  changes: CivicChange[]
  /** How many facts differ only in their `modified_at`. */
  onlyDates: number
}

/** Compares two exports. Empty text and "N/A" are equal, options have no order, line endings do not count; of several facts
 *  with one slug in a state, the one that all other code chooses is compared. */
export function diffCivic(previous: readonly ExportedState[], current: readonly ExportedState[]): CivicDifference {
  const [previousRegions, currentRegions] = [groupByRegion(previous), groupByRegion(current)]
  const difference: CivicDifference = { changes: [], onlyDates: 0 }
  for (const [key, region] of new Map([...currentRegions, ...previousRegions])) {
    const [oldRegion, newRegion] = [previousRegions.get(key), currentRegions.get(key)]
    if (oldRegion !== undefined && newRegion !== undefined) compareFacts(difference, oldRegion, newRegion)
    else
      addChange(difference, region, {
        field: '',
        part: 'state',
        previous: getRegionName(oldRegion),
        current: getRegionName(newRegion),
      })
  }
  return difference
}

interface RegionFacts {
  code: string
  region?: string
  name: string
  facts: ReadonlyMap<string, Fact>
}

function groupByRegion(states: readonly ExportedState[]): Map<string, RegionFacts> {
  const facts = new Map<string, { state: ExportedState; facts: Fact[] }>()
  for (const state of states) {
    const key = JSON.stringify([toComparableText(state.code), toComparableText(state.region)])
    const group = facts.get(key) ?? { state, facts: [] }
    group.facts.push(...state.state_information)
    facts.set(key, group)
  }
  return new Map(
    [...facts].map(([key, { state, facts: regionFacts }]) => {
      const { code, name, region } = state
      const uniqueFacts = dedupeBySlug(regionFacts.map(normalizeFact), duplicateFactRule, [])
      return [key, { code, name, ...(region !== undefined && { region }), facts: uniqueFacts }]
    }),
  )
}

/** The same form, whether a fact comes from a table or from JSON. */
function normalizeFact({ field_type, text, bool_value, multiselect_value, footnotes, modified_at }: Fact): Fact {
  return {
    field_type: toComparableText(field_type),
    text: toComparableText(text),
    bool_value: bool_value ?? null,
    multiselect_value: multiselect_value ?? [],
    footnotes: toComparableText(footnotes),
    modified_at: toComparableText(modified_at),
  }
}

function getRegionName(region: RegionFacts | undefined): string {
  return region === undefined ? '' : region.name || region.code
}

function addChange(
  difference: CivicDifference,
  { code, region }: RegionFacts,
  change: Omit<CivicChange, 'code' | 'region'>,
): void {
  difference.changes.push({ code, ...(region !== undefined && { region }), ...change })
}

function compareFacts(difference: CivicDifference, oldRegion: RegionFacts, newRegion: RegionFacts): void {
  for (const field of new Set([...newRegion.facts.keys(), ...oldRegion.facts.keys()])) {
    const [oldFact, newFact] = [oldRegion.facts.get(field), newRegion.facts.get(field)]
    const [oldParts, newParts] = [getParts(oldFact), getParts(newFact)]
    const changedParts = comparedParts.filter((part) => oldParts[part] !== newParts[part])
    for (const part of changedParts)
      addChange(difference, newRegion, { field, part, previous: oldParts[part], current: newParts[part] })
    if (changedParts.length === 0 && oldFact !== undefined && newFact?.modified_at !== oldFact.modified_at)
      difference.onlyDates++
  }
}

const comparedParts = ['text', 'bool_value', 'multiselect_value', 'footnotes'] as const

/** The parts of a fact as comparable texts. A Boolean without text has no value (rules B.2.14). */
function getParts(fact: Fact | undefined): Record<(typeof comparedParts)[number], string> {
  const text = toComparableText(fact?.text)
  return {
    text: isNone(text) ? '' : text,
    bool_value: isNone(text) ? '' : (fact?.bool_value?.toString() ?? ''),
    multiselect_value: [...new Set(fact?.multiselect_value)].map(toComparableText).sort().join(', '),
    footnotes: toComparableText(fact?.footnotes).trim(),
  }
}

function toComparableText(text: string | null | undefined): string {
  return escapeControls((text ?? '').replaceAll('\r\n', '\n'))
}
