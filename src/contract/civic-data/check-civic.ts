/** Validates Civic data against the specification, for those who serve or edit it. Readers are lenient instead. */
import { parseDateTime } from '../dates.ts'
import { isStateCode, states } from '../states.ts'
import { parseBoolean } from './fact-value.ts'
import { type Field, fieldFormats, getFieldOptions, hasOptions } from './field.ts'
import { isOverrideForState, type Override } from './override.ts'
import { type Fact, isNone, type StateData } from './state-data.ts'

/** Returns the departures of a catalog from the specification (R-C06 to R-C08), a sentence each. */
export function checkFields(fields: readonly Field[]): string[] {
  const slugs = new Set<string>()
  return fields.flatMap(({ slug, field_format, options }) => {
    const problems: string[] = []
    if (slug.trim() === '') problems.push('a field has no slug')
    if (slugs.has(slug)) problems.push(`${slug} appears twice`)
    slugs.add(slug)
    const isKnownFormat = (fieldFormats as readonly string[]).includes(field_format)
    if (!isKnownFormat) problems.push(`${slug} has the format "${field_format}"; use one of ${fieldFormats.join(', ')}`)
    const count = options?.length
    if (hasOptions(field_format) && (count ?? 0) === 0) problems.push(`${slug} is ${field_format} but has no options`)
    if (isKnownFormat && !hasOptions(field_format) && count !== undefined) {
      problems.push(`${slug} has options, which only Multi-select and Single-select have`)
    }
    if (options && new Set(options).size !== options.length) problems.push(`${slug} has an option twice`)
    return problems
  })
}

/** Returns a sentence for each departure from the specification (R-C14 to R-C22) or the catalog, the state's code first. */
export function checkStateData({ code, name, state_information }: StateData, fields: readonly Field[]): string[] {
  const problems: string[] = []
  if (!isStateCode(code)) problems.push(`"${code}" is not one of the 51 codes in upper case`)
  else if (states[code] !== name) problems.push(`the name is "${name}" instead of "${states[code]}"`)
  const fieldsBySlug = new Map(fields.map((field) => [field.slug, field]))
  const slugs = new Set<string>()
  for (const fact of state_information) {
    const field = fieldsBySlug.get(fact.field_type)
    if (slugs.has(fact.field_type)) problems.push(`${fact.field_type} appears twice`)
    slugs.add(fact.field_type)
    if (field === undefined) problems.push(`${fact.field_type} is not a slug of the catalog`)
    else problems.push(...checkFact(fact, field))
  }
  for (const slug of fieldsBySlug.keys())
    if (!slugs.has(slug)) problems.push(`${slug} is missing; give it an empty text`)
  return problems.map((sentence) => `${code}: ${sentence}`)
}

function checkFact(fact: Fact, field: Field): string[] {
  const { field_type: slug, text, bool_value, multiselect_value, modified_at } = fact
  const problems: string[] = []
  if (modified_at === undefined || parseDateTime(modified_at) === undefined) {
    problems.push(`${slug}: modified_at is not a datetime, for example 2026-03-02T15:04:05Z`)
  }
  if (field.field_format === 'Boolean') {
    const value = parseBoolean(text)
    if (!isNone(text) && value === undefined) problems.push(`${slug}: text is neither True, False nor empty`)
    if (value !== undefined && bool_value !== value) problems.push(`${slug}: bool_value contradicts text`)
  } else if (bool_value !== undefined) problems.push(`${slug}: bool_value where the format is ${field.field_format}`)
  const options = getFieldOptions(field)
  if (field.field_format === 'Multi-select') {
    if (!Array.isArray(multiselect_value)) problems.push(`${slug}: multiselect_value is missing`)
    for (const option of multiselect_value ?? []) {
      if (!options.includes(option)) problems.push(`${slug}: "${option}" is none of its options`)
    }
  } else if (multiselect_value !== undefined) {
    problems.push(`${slug}: multiselect_value where the format is ${field.field_format}`)
  }
  if (field.field_format === 'Single-select' && !isNone(text) && !options.includes(text)) {
    problems.push(`${slug}: "${text}" is none of its options`)
  }
  return problems
}

/** Returns the departures of overrides from the specification (R-C24) or from their catalog, a sentence each. */
export function checkOverrides(overrides: readonly Override[], fields: readonly Field[]): string[] {
  const slugs = new Set(fields.map((field) => field.slug))
  const keys = new Set<string>()
  return overrides.flatMap((override, index) => {
    const problems: string[] = []
    const key = JSON.stringify([override.state, override.region.name, override.field.slug])
    if (keys.has(key)) problems.push('appears twice')
    keys.add(key)
    const isState = Object.entries(states).some(([code, name]) => isOverrideForState(override, { code, name }))
    if (!isState) problems.push(`has the state "${override.state}"; use a state's name, for example Florida`)
    if (override.region.name.trim() === '') problems.push('has no region')
    if (!slugs.has(override.field.slug))
      problems.push(`has the field "${override.field.slug}", which is not a slug of the catalog`)
    return problems.map((sentence) => `override ${index + 1} ${sentence}`)
  })
}
