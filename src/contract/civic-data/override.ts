/** A regional override: a county or city with its own value for a field (R-C23 to R-C27). Version 2 only (R-C35). */
import * as z from 'zod/mini'
import { isStateCode, states } from '../states.ts'
import { parseList } from './read-list.ts'
import type { Fact, StateData } from './state-data.ts'

/** One override. `value` is a string whatever the format of the field (X18). Unknown keys pass through. */
export const Override = z.looseObject({
  /** The state's *name*, for example `Florida` (R-C24). */
  state: z.string(),
  region: z.looseObject({ name: z.string() }),
  field: z.looseObject({ slug: z.string() }),
  /** Replaces the state's `text` in the region. */
  value: z.string(),
})
export type Override = z.infer<typeof Override>

export interface OverriddenState {
  code: string
  name: string
}

/** Whether two names are equal apart from case and white space. */
export function isSameName(first: string, second: string): boolean {
  return normalizeName(first) === normalizeName(second)
}

function normalizeName(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
}

/** Whether an override belongs to a state: by the service's name for it, or by our name for its code (X18). */
export function isOverrideForState(override: Override, state: OverriddenState): boolean {
  const stateName = isStateCode(state.code) ? states[state.code] : state.name
  return isSameName(override.state, state.name) || isSameName(override.state, stateName)
}

/** Returns the regions of a state that have overrides, each once, in alphabetical order. */
export function getRegions(overrides: readonly Override[], state: OverriddenState): string[] {
  const names = new Map<string, string>()
  for (const override of overrides) {
    const name = override.region.name.trim()
    if (name !== '' && !names.has(normalizeName(name)) && isOverrideForState(override, state))
      names.set(normalizeName(name), name)
  }
  return [...names].sort(([first], [second]) => (first < second ? -1 : 1)).map(([, name]) => name)
}

/** Reads the response of the override endpoint (R-C23): a bare list for all states.
 *  @returns the usable overrides, and a sentence for everything else; an empty list when the response is not a list */
export function parseOverrides(value: unknown): { overrides: Override[]; violations: string[] } {
  const violations: string[] = []
  return { overrides: parseList(value, { path: 'overrides', schema: Override }, violations), violations }
}

/** Returns the facts for a voter in a region. An override replaces the `text` of its fact. It removes `bool_value`,
 *  `multiselect_value`, `footnotes` and `modified_at`, which describe the state's value and would contradict it (X18); all
 *  else stays. A field for which the state has no fact gets one. Of two overrides for the same field the later one wins. An
 *  empty value is a value: this region has none.
 *  @param stateData is not changed
 *  @param overrides those of all states; those of other states are ignored
 *  @param region the region's name; case and white space do not matter. Without one, or for one without overrides, the state's
 *  facts are returned unchanged (`getRegions` lists the regions) */
export function applyOverrides(
  stateData: StateData,
  overrides: readonly Override[],
  region: string | undefined,
): StateData {
  if (region === undefined) return stateData
  const values = new Map(
    overrides
      .filter((override) => isSameName(override.region.name, region) && isOverrideForState(override, stateData))
      .map((override) => [override.field.slug, override.value]),
  )
  if (values.size === 0) return stateData
  const existingSlugs = new Set(stateData.state_information.map((fact) => fact.field_type))
  const replaced = stateData.state_information.map((fact) => {
    const value = values.get(fact.field_type)
    return value === undefined ? fact : withText(fact, value)
  })
  const added = [...values].flatMap(([slug, text]) => (existingSlugs.has(slug) ? [] : [{ field_type: slug, text }]))
  return { ...stateData, state_information: [...replaced, ...added] }
}

function withText(fact: Fact, text: string): Fact {
  const {
    bool_value: _bool,
    multiselect_value: _options,
    footnotes: _footnotes,
    modified_at: _date,
    ...otherKeys
  } = fact
  return { ...otherKeys, field_type: fact.field_type, text }
}
