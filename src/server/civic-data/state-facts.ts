/** Assembles a state's facts for the widget: those on the allowlist, where a region's own values replace the state's. */
import { getFieldCatalog } from '../../contract/civic-data/catalog.ts'
import { dedupeBySlug, duplicateFactRule } from '../../contract/civic-data/dedupe-by-slug.ts'
import { getFactValue } from '../../contract/civic-data/fact-value.ts'
import type { Field } from '../../contract/civic-data/field.ts'
import {
  applyOverrides,
  getRegions,
  isOverrideForState,
  isSameName,
  type Override,
} from '../../contract/civic-data/override.ts'
import { getFootnotes, type StateData } from '../../contract/civic-data/state-data.ts'
import type { StateFact, StateFacts } from '../../contract/civic-data/state-facts.ts'

export interface Sources {
  stateData: StateData
  /** The service's catalog; without it the fields this package knows. */
  fields: readonly Field[] | undefined
  overrides: readonly Override[]
  allowedSlugs: readonly string[]
}

/** Returns the regions of the state that have at least one allowlisted value of their own. */
export function getAllowedRegions({ stateData, overrides, allowedSlugs }: Sources): string[] {
  return getRegions(filterAllowedOverrides(overrides, allowedSlugs), stateData)
}

/** Leaves empty facts out, except with footnotes (R-C20) or where a region has no value and the state has (R-C25). */
export function buildStateFacts(sources: Sources, region: string | undefined): Omit<StateFacts, 'as_of' | 'stale'> {
  const { stateData, fields, allowedSlugs } = sources
  const overrides = filterAllowedOverrides(sources.overrides, allowedSlugs)
  const merged = applyOverrides(stateData, overrides, region)
  const facts = dedupeBySlug(merged.state_information, duplicateFactRule, [])
  const regionalSlugs = new Set(
    overrides
      .filter(
        (item) => region !== undefined && isSameName(item.region.name, region) && isOverrideForState(item, stateData),
      )
      .map(({ field }) => field.slug),
  )
  const [serviceCatalog, packageCatalog] = [getFieldCatalog(fields), getFieldCatalog()]
  return {
    state: stateData.code,
    name: stateData.name,
    ...(region !== undefined && { region }),
    regions: getAllowedRegions(sources),
    facts: allowedSlugs.flatMap((slug): StateFact[] => {
      const fact = facts.get(slug)
      if (fact === undefined) return []
      const field = serviceCatalog.get(slug) ?? packageCatalog.get(slug)
      const value = getFactValue(fact, field?.format)
      const footnotes = getFootnotes(fact)
      if (value.is === 'none' && footnotes === undefined && !regionalSlugs.has(slug)) return []
      return [
        {
          slug,
          description: field?.description ?? '',
          value: value.is === 'options' ? { ...value, options: [...value.options] } : value,
          ...(footnotes !== undefined && { footnotes }),
          ...(fact.modified_at !== undefined && { modified_at: fact.modified_at }),
          ...(regionalSlugs.has(slug) && { regional: true as const }),
        },
      ]
    }),
  }
}

function filterAllowedOverrides(overrides: readonly Override[], allowedSlugs: readonly string[]): Override[] {
  return overrides.filter(({ field }) => allowedSlugs.includes(field.slug))
}

/** V2 slugs, in display order. `civicFields` (`CIVIC_FIELDS`) replaces this list. */
export const allowedFields: readonly string[] = [
  'alerts_registration',
  'warnings_registration',
  'registration_deadline_online',
  'registration_deadline_mail',
  'registration_deadline_in_person',
  'has_sdr_election_day',
  'has_sdr_early_voting',
  'sdr_locations',
  'registration_methods',
  'registration_directions',
  'registration_directions_online',
  'registration_laws',
  'has_automatic_registration',
  'minimum_age_register',
  'id_laws_online_registration',
  'id_laws_in_person_registration',
  'id_laws_sdr',
  'gov_tool_registration',
  'gov_tool_verify',
  'gov_tool_absentee_request',
  'source_registration_info',
  'sos_election_website',
  'sos_phone_number',
  'sos_contact_email',
  'nvra_submission_address',
  'leo_voter_registration',
]
