import { describe, expect, it } from 'vitest'
import { aFact, aField, aState } from '../../../src/contract/testing/civic-samples.ts'
import { cellOf, filterFields, rowsOf } from './table.ts'

const methods = aField('registration_methods', { field_format: 'Multi-select', options: ['in_person', 'mail'] })
const sameDay = aField('has_sdr_election_day', { field_format: 'Boolean', description: 'Same-day registration' })
const state = aState([
  aFact('registration_methods', 'in_person, mail', { multiselect_value: ['in_person', 'mail'] }),
  aFact('has_sdr_election_day', 'True', { bool_value: true, footnotes: 'At some offices.' }),
])

describe('the overview', () => {
  it('has a row for each state and a cell for each field, footnotes with their value (R-C20)', () => {
    expect(rowsOf([state], [methods, sameDay])).toEqual([
      ['IL', 'Illinois', 'in_person, mail', 'yes [At some offices.]'],
    ])
    expect(cellOf(aFact('has_sdr_election_day', ''), sameDay)).toBe('')
    expect(cellOf(undefined, undefined)).toBe('')
  })
})

describe('the filter', () => {
  it.each([
    ['', 2],
    ['same-day', 1],
    ['BOOLEAN', 1],
    ['offices', 1],
    ['mail in_person', 1],
    ['mail offices', 0],
  ])('"%s" finds %i by slug, definition, format and value', (query, count) => {
    expect(filterFields([methods, sameDay], query, state)).toHaveLength(count)
  })
})
