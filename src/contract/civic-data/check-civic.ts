/** Validates Civic data against the specification, for those who serve or edit it. Readers are lenient instead. */
import { readDateTime } from '../dates.ts'
import { isStateCode, states } from '../states.ts'
import { readBoolean } from './fact-value.ts'
import { type Field, fieldFormats, hasOptions, optionsOf } from './field.ts'
import { isOverrideOf, type Override } from './override.ts'
import { type Fact, isNone, type StateData } from './state-data.ts'

/** Returns the departures of a catalog from the specification (R-C06 to R-C08), a sentence each. */
export function checkFields(fields: readonly Field[]): string[] {
  const seen = new Set<string>()
  return fields.flatMap(({ slug, field_format, options }) => {
    const wrong: string[] = []
    if (slug.trim() === '') wrong.push('a field has no slug')
    if (seen.has(slug)) wrong.push(`${slug} appears twice`)
    seen.add(slug)
    const isKnown = (fieldFormats as readonly string[]).includes(field_format)
    if (!isKnown) wrong.push(`${slug} has the format "${field_format}"; use one of ${fieldFormats.join(', ')}`)
    const count = options?.length
    if (hasOptions(field_format) && (count ?? 0) === 0) wrong.push(`${slug} is ${field_format} but has no options`)
    if (isKnown && !hasOptions(field_format) && count !== undefined) {
      wrong.push(`${slug} has options, which only Multi-select and Single-select have`)
    }
    if (options && new Set(options).size !== options.length) wrong.push(`${slug} has an option twice`)
    return wrong
  })
}

/** Returns a sentence for each departure from the specification (R-C14 to R-C22) or the catalog, the state's code first. */
export function checkStateData({ code, name, state_information }: StateData, fields: readonly Field[]): string[] {
  const wrong: string[] = []
  if (!isStateCode(code)) wrong.push(`"${code}" is not one of the 51 codes in upper case`)
  else if (states[code] !== name) wrong.push(`the name is "${name}" instead of "${states[code]}"`)
  const known = new Map(fields.map((field) => [field.slug, field]))
  const seen = new Set<string>()
  for (const fact of state_information) {
    const field = known.get(fact.field_type)
    if (seen.has(fact.field_type)) wrong.push(`${fact.field_type} appears twice`)
    seen.add(fact.field_type)
    if (field === undefined) wrong.push(`${fact.field_type} is not a slug of the catalog`)
    else wrong.push(...checkFact(fact, field))
  }
  for (const slug of known.keys()) if (!seen.has(slug)) wrong.push(`${slug} is missing; give it an empty text`)
  return wrong.map((sentence) => `${code}: ${sentence}`)
}

function checkFact(fact: Fact, field: Field): string[] {
  const { field_type: slug, text, bool_value, multiselect_value, modified_at } = fact
  const wrong: string[] = []
  if (modified_at === undefined || readDateTime(modified_at) === undefined) {
    wrong.push(`${slug}: modified_at is not a datetime, for example 2026-03-02T15:04:05Z`)
  }
  if (field.field_format === 'Boolean') {
    const said = readBoolean(text)
    if (!isNone(text) && said === undefined) wrong.push(`${slug}: text is neither True, False nor empty`)
    if (said !== undefined && bool_value !== said) wrong.push(`${slug}: bool_value contradicts text`)
  } else if (bool_value !== undefined) wrong.push(`${slug}: bool_value where the format is ${field.field_format}`)
  const options = optionsOf(field)
  if (field.field_format === 'Multi-select') {
    if (!Array.isArray(multiselect_value)) wrong.push(`${slug}: multiselect_value is missing`)
    for (const option of multiselect_value ?? []) {
      if (!options.includes(option)) wrong.push(`${slug}: "${option}" is none of its options`)
    }
  } else if (multiselect_value !== undefined) {
    wrong.push(`${slug}: multiselect_value where the format is ${field.field_format}`)
  }
  if (field.field_format === 'Single-select' && !isNone(text) && !options.includes(text)) {
    wrong.push(`${slug}: "${text}" is none of its options`)
  }
  return wrong
}

/** Returns the departures of overrides from the specification (R-C24) or from their catalog, a sentence each. */
export function checkOverrides(overrides: readonly Override[], fields: readonly Field[]): string[] {
  const slugs = new Set(fields.map((field) => field.slug))
  const seen = new Set<string>()
  return overrides.flatMap((override, index) => {
    const wrong: string[] = []
    const key = JSON.stringify([override.state, override.region.name, override.field.slug])
    if (seen.has(key)) wrong.push('appears twice')
    seen.add(key)
    const isState = Object.entries(states).some(([code, name]) => isOverrideOf(override, { code, name }))
    if (!isState) wrong.push(`has the state "${override.state}"; use a state's name, for example Florida`)
    if (override.region.name.trim() === '') wrong.push('has no region')
    if (!slugs.has(override.field.slug))
      wrong.push(`has the field "${override.field.slug}", which is not a slug of the catalog`)
    return wrong.map((sentence) => `override ${index + 1} ${sentence}`)
  })
}
