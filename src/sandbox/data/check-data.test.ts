import { describe, expect, it } from 'vitest'
import type { StateData } from '../../contract/civic-data/state-data.ts'
import { checkData, type ServedData } from './check-data.ts'
import { civicFields } from './civic-fields.ts'
import { civicOverrides, civicStateData } from './civic-state-data.ts'

const data: ServedData = { fields: civicFields, stateData: civicStateData, overrides: civicOverrides }
/** The data with the facts of Tennessee edited. */
const edited = (edit: (tennessee: StateData) => StateData): ServedData => ({
  ...data,
  stateData: (code, replace) => (code === 'TN' ? edit(civicStateData(code, replace)) : civicStateData(code, replace)),
})

describe('the check of the data files', () => {
  it('is content with what lies in them', () => {
    expect(checkData()).toEqual([])
  })

  it.each<[string, ServedData, string]>([
    [
      'a missing field',
      edited((state) => ({ ...state, state_information: state.state_information.slice(1) })),
      'TN: absentee_access_levels is missing; give it an empty text',
    ],
    [
      'a wrong name',
      edited((state) => ({ ...state, name: 'Tenessee' })),
      'TN: the name is "Tenessee" instead of "Tennessee"',
    ],
    [
      'a word that is no code',
      edited(() => {
        throw new Error('"Tn" in "AL Tn" is none of the 51 codes')
      }),
      'TN: "Tn" in "AL Tn" is none of the 51 codes',
    ],
    [
      'an override of a field that does not exist',
      { ...data, overrides: () => [{ state: 'Illinois', region: { name: 'X' }, field: { slug: 'nope' }, value: '' }] },
      'override 1 has the field "nope", no slug of the catalogue',
    ],
    [
      'a field twice',
      { ...data, fields: [...civicFields, ...civicFields.slice(0, 1)] },
      'absentee_access_levels is there twice',
    ],
  ])('says where there is %s', (_, served, sentence) => {
    expect(checkData(served)).toContain(sentence)
  })

  it('says which address cannot be one', () => {
    const wrong: ServedData = {
      ...data,
      overrides: (replace) => {
        replace({ slug: 'gov_tool_verify', state: 'TN', url: 'htps:/tn.gov' })
        return civicOverrides(replace)
      },
    }
    expect(checkData(wrong)).toEqual(['TN: gov_tool_verify is "htps:/tn.gov", which is no address'])
  })
})
