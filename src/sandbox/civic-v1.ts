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
  const oldest = stateData.state_information.reduce((least, { modified_at = '' }) => {
    return least === '' || modified_at < least ? modified_at : least
  }, '')
  const regional = overrides.some((override) => isOverrideForState(override, stateData))
  return {
    code: stateData.code,
    name: stateData.name,
    state_information: civicFieldsV1.map(({ slug }): V1Fact => {
      const { text, from } = slug === hasRegions ? { text: yesNo(regional), from: undefined } : inVersion1(slug, facts)
      return { field_type: slug, text, modified_at: from?.modified_at ?? oldest }
    }),
  }
}

/** True if there are overrides, which replace it (R-C26). */
const hasRegions = 'external_tool_vbm_has_regional_urls'

/** Returns the V1 text of a slug, and the V2 fact that its date comes from. */
function inVersion1(slug: string, facts: ReadonlyMap<string, Fact>): { text: string; from: Fact | undefined } {
  const copy = (of: string) => ({ text: facts.get(of)?.text ?? '', from: facts.get(of) })
  const fate = getSlugMapping(slug)
  if (fate === undefined) return copy(slug)
  switch (fate.type) {
    case 'slug':
      return copy(fate.slug)
    case 'either':
      return copy(facts.has(fate.first) ? fate.first : fate.second)
    case 'option': {
      const from = facts.get(fate.field)
      const chosen = from?.multiselect_value ?? []
      return { text: chosen.length === 0 ? '' : yesNo(chosen.includes(fate.option)), from }
    }
    case 'footnotes': {
      const noted = fate.fields.flatMap((target) => facts.get(target) ?? []).filter(({ footnotes }) => footnotes)
      return { text: [...new Set(noted.map(({ footnotes }) => footnotes))].join('\n\n'), from: noted[0] }
    }
    case 'nothing': {
      const implied = getDerivedValue(slug, facts)
      return { text: implied === undefined ? '' : yesNo(implied), from: facts.get(fate.see[0] ?? '') }
    }
    case 'unmapped':
      return { text: '', from: undefined }
    default:
      return fate satisfies never
  }
}

const yesNo = (value: boolean) => (value ? 'True' : 'False')
