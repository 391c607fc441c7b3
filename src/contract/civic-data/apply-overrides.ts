/** Replaces a state's values with a region's own (R-C25). */
import { isOverrideOf, isSameName, type Override } from './override.ts'
import type { Fact, StateData } from './state-data.ts'

/**
 * Returns the facts for a voter in a region. An override replaces the `text` of its fact. It removes `bool_value`,
 * `multiselect_value`, `footnotes` and `modified_at`, which describe the state's value and would contradict it (X18); all
 * else stays. A field for which the state has no fact gets one. Of two overrides for the same field the later one wins.
 * An empty value is a value: this region has none.
 *
 * @param stateData is not changed
 * @param overrides those of all states; those of other states are ignored
 * @param region the region's name; case and white space do not matter. Without one, or for one without overrides, the
 * state's facts are returned unchanged (`regionsOf` lists the regions)
 */
export function applyOverrides(
  stateData: StateData,
  overrides: readonly Override[],
  region: string | undefined,
): StateData {
  if (region === undefined) return stateData
  const values = new Map(
    overrides
      .filter((override) => isSameName(override.region.name, region) && isOverrideOf(override, stateData))
      .map((override) => [override.field.slug, override.value]),
  )
  if (values.size === 0) return stateData
  const known = new Set(stateData.state_information.map((fact) => fact.field_type))
  const replaced = stateData.state_information.map((fact) => {
    const value = values.get(fact.field_type)
    return value === undefined ? fact : withText(fact, value)
  })
  const added = [...values].flatMap(([slug, text]) => (known.has(slug) ? [] : [{ field_type: slug, text }]))
  return { ...stateData, state_information: [...replaced, ...added] }
}

function withText(fact: Fact, text: string): Fact {
  const { bool_value: _bool, multiselect_value: _options, footnotes: _footnotes, modified_at: _date, ...rest } = fact
  return { ...rest, field_type: fact.field_type, text }
}
