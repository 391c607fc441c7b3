/** Puts a region's own values in the place of its state's (R-C25). */
import { isOverrideOf, isSameName, type Override } from './override.ts'
import type { Fact, StateData } from './state-data.ts'

/**
 * The facts for a voter in a region. An override replaces the `text` of its fact; `bool_value`, `multiselect_value`,
 * `footnotes` and `modified_at` speak of the state's value and would contradict it, so they go (X18); everything else
 * stays. A field the state has no fact for gets one. Of two overrides for the same
 * field the later wins. An empty value is a value: this region has none.
 *
 * @param stateData is not changed
 * @param overrides those of all states; the others' are ignored
 * @param region the region's name; case and white space do not matter. Without one, or with one that has no
 * override, the state's facts come back as they are (`regionsOf` lists the regions there are)
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
