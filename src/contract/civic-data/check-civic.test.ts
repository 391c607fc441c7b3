import { describe, expect, it } from 'vitest'
import { aFact, aField, anOverride, aState } from '../testing/civic-samples.ts'
import { checkFields, checkOverrides, checkStateData } from './check-civic.ts'

const fields = [
  aField('has_pav_everyone', { field_format: 'Boolean' }),
  aField('registration_methods', { field_format: 'Multi-select', options: ['mail', 'fax'] }),
  aField('absentee_access_levels', { field_format: 'Single-select', options: ['universal'] }),
  aField('polls_open'),
]
const facts = [
  aFact('has_pav_everyone', 'True', { bool_value: true }),
  aFact('registration_methods', 'mail', { multiselect_value: ['mail'] }),
  aFact('absentee_access_levels', 'universal'),
  aFact('polls_open', ''),
]

describe('checkCivic', () => {
  it('reports nothing about good data', () => {
    expect(checkFields(fields)).toEqual([])
    expect(checkStateData(aState(facts), fields)).toEqual([])
    expect(checkOverrides([anOverride('polls_open', '5 a.m.')], fields)).toEqual([])
  })

  it('reports errors in a catalog (R-C06 to R-C08)', () => {
    expect(
      checkFields([
        aField('a', { options: ['x'] }),
        aField('b', { field_format: 'Multi-select' }),
        aField('b', { field_format: 'Text' }),
        aField('c', { field_format: 'Single-select', options: ['x', 'x'] }),
      ]),
    ).toEqual([
      'a has options, which only Multi-select and Single-select have',
      'b is Multi-select but has no options',
      'b appears twice',
      'b has the format "Text"; use one of Boolean, Date, Markdown, Multi-select, Single-select, URL',
      'c has an option twice',
    ])
  })

  it("reports errors in a state's facts (R-C14 to R-C22)", () => {
    const wrong = aState(
      [
        aFact('has_pav_everyone', 'True', { bool_value: false, modified_at: 'today' }),
        aFact('registration_methods', 'owl', { multiselect_value: ['owl'], bool_value: true }),
        aFact('absentee_access_levels', 'some', { multiselect_value: [] }),
        aFact('polls_close', ''),
      ],
      { code: 'il' },
    )
    expect(checkStateData(wrong, fields)).toEqual([
      'il: "il" is not one of the 51 codes in upper case',
      'il: has_pav_everyone: modified_at is not a datetime, for example 2026-03-02T15:04:05Z',
      'il: has_pav_everyone: bool_value contradicts text',
      'il: registration_methods: bool_value where the format is Multi-select',
      'il: registration_methods: "owl" is none of its options',
      'il: absentee_access_levels: multiselect_value where the format is Single-select',
      'il: absentee_access_levels: "some" is none of its options',
      'il: polls_close is not a slug of the catalog',
      'il: polls_open is missing; give it an empty text',
    ])
    expect(checkStateData(aState(facts, { name: 'Ilinois' }), fields)).toEqual([
      'IL: the name is "Ilinois" instead of "Illinois"',
    ])
  })

  it('reports errors in overrides (R-C24)', () => {
    const twice = anOverride('polls_open', '5 a.m.')
    expect(
      checkOverrides([twice, twice, anOverride('polls_shut', '', { state: 'IL', region: { name: '' } })], fields),
    ).toEqual([
      'override 2 appears twice',
      'override 3 has the state "IL"; use a state\'s name, for example Florida',
      'override 3 has no region',
      'override 3 has the field "polls_shut", which is not a slug of the catalog',
    ])
  })
})
