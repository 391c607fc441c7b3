/** A state's facts in version 1, by the specification's tables in reverse: a migration restores version 2 where that is possible. */
import { getSlugMapping } from '../contract/civic-data/migrate-v1.ts'
import { getDerivedValue } from '../contract/civic-data/migrate-v1-state-data.ts'
import { isOverrideForState, type Override } from '../contract/civic-data/override.ts'
import type { Fact, StateData } from '../contract/civic-data/state-data.ts'
import type { V1Fact, V1StateData } from '../contract/civic-data/v1.ts'
import { civicFieldsV1 } from './data/civic-fields-v1.ts'

/** What version 1 cannot represent is lost: options and fields without a V1 slug, and the footnotes of all but seven fields. */
export function toVersion1(stateData: StateData, overrides: readonly Override[]): V1StateData {
  const facts = new Map(stateData.state_information.map((fact) => [fact.field_type, fact]))
  const oldest = stateData.state_information.reduce((oldestSoFar, { modified_at = '' }) => {
    return oldestSoFar === '' || modified_at < oldestSoFar ? modified_at : oldestSoFar
  }, '')
  const regional = overrides.some((override) => isOverrideForState(override, stateData))
  return {
    code: stateData.code,
    name: stateData.name,
    state_information: civicFieldsV1.map(({ slug }): V1Fact => {
      const { text, source } =
        slug === regionFlagSlug ? { text: formatBoolean(regional), source: undefined } : getV1Text(slug, facts)
      return { field_type: slug, text, modified_at: source?.modified_at ?? oldest }
    }),
  }
}

/** True if there are overrides, which replace it (R-C26). */
const regionFlagSlug = 'external_tool_vbm_has_regional_urls'

/** Returns the V1 text of a slug, and the V2 fact that its date comes from. */
function getV1Text(slug: string, facts: ReadonlyMap<string, Fact>): { text: string; source: Fact | undefined } {
  const copy = (name: string) => ({ text: facts.get(name)?.text ?? '', source: facts.get(name) })
  const mapping = getSlugMapping(slug)
  if (mapping === undefined) return copy(slug)
  switch (mapping.type) {
    case 'slug':
      return copy(mapping.slug)
    case 'either':
      return copy(facts.has(mapping.first) ? mapping.first : mapping.second)
    case 'option': {
      const source = facts.get(mapping.field)
      const options = source?.multiselect_value ?? []
      return { text: options.length === 0 ? '' : formatBoolean(options.includes(mapping.option)), source }
    }
    case 'footnotes': {
      const noted = mapping.fields.flatMap((target) => facts.get(target) ?? []).filter(({ footnotes }) => footnotes)
      return { text: [...new Set(noted.map(({ footnotes }) => footnotes))].join('\n\n'), source: noted[0] }
    }
    case 'nothing': {
      const implied = getDerivedValue(slug, facts)
      return { text: implied === undefined ? '' : formatBoolean(implied), source: facts.get(mapping.see[0] ?? '') }
    }
    case 'unmapped':
      return { text: '', source: undefined }
    default:
      return mapping satisfies never
  }
}

const formatBoolean = (value: boolean) => (value ? 'True' : 'False')
