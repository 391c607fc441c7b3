/** Holds the sandbox's data files to the contract, so that an edit cannot break what is served. */
import { checkFields, checkOverrides, checkStateData } from '../../contract/civic-data/check-civic.ts'
import type { Field } from '../../contract/civic-data/field.ts'
import type { Override } from '../../contract/civic-data/override.ts'
import type { StateData } from '../../contract/civic-data/state-data.ts'
import { type StateCode, stateCodes } from '../../contract/states.ts'
import { safeLink } from '../../contract/text.ts'
import { toVersion1 } from '../civic-v1.ts'
import { civicFields } from './civic-fields.ts'
import { civicFieldsV1 } from './civic-fields-v1.ts'
import { civicOverrides, civicStateData, type Replace } from './civic-state-data.ts'

/** What is served; the default is what lies in the files. */
export interface ServedData {
  fields: readonly Field[]
  stateData: (code: StateCode, replace: Replace) => StateData
  overrides: (replace: Replace) => readonly Override[]
}

const inFiles: ServedData = { fields: civicFields, stateData: civicStateData, overrides: civicOverrides }

/**
 * Every departure from the contract, a sentence each with state and field; empty when there is none. Addresses are checked
 * as they stand in the files.
 */
export function checkData({ fields, stateData, overrides }: ServedData = inFiles): string[] {
  const addresses: string[] = []
  const replace: Replace = ({ slug, state, region, url }) => {
    if (safeLink(url)?.startsWith('https:') !== true && !/^http:\/\/[^/]+\//.test(url)) {
      addresses.push(`${state}: ${slug}${region === undefined ? '' : ` of ${region}`} is "${url}", which is no address`)
    }
    return url
  }
  const all = attempt('the overrides', () => overrides(replace))
  const states = stateCodes.map((code) => attempt(code, () => stateData(code, replace)))
  const departures = [all, ...states].flatMap((one) => (one.type === 'thrown' ? [one.says] : []))
  for (const state of states) {
    if (state.type === 'thrown') continue
    departures.push(...checkStateData(state.value, fields))
    const old = toVersion1(state.value, all.type === 'made' ? all.value : [])
    const slugs = new Set(civicFieldsV1.map(({ slug }) => slug))
    const missing = old.state_information.filter(({ field_type }) => !slugs.has(field_type))
    departures.push(...missing.map(({ field_type }) => `${old.code}: ${field_type} is no slug of the V1 catalogue`))
  }
  if (all.type === 'made') departures.push(...checkOverrides(all.value, fields))
  return [...checkFields(fields), ...checkV1Fields(), ...departures, ...addresses]
}

type Attempt<Value> = { type: 'made'; value: Value } | { type: 'thrown'; says: string }

function attempt<Value>(what: string, make: () => Value): Attempt<Value> {
  try {
    return { type: 'made', value: make() }
  } catch (error) {
    return { type: 'thrown', says: `${what}: ${error instanceof Error ? error.message : 'cannot be made'}` }
  }
}

function checkV1Fields(): string[] {
  const asV2 = civicFieldsV1.map(({ slug, long_name, field_format }) => ({
    slug,
    description: long_name,
    field_format,
  }))
  return checkFields(asV2).map((sentence) => `version 1: ${sentence}`)
}
