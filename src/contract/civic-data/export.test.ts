import { describe, expect, it } from 'vitest'
import { parseCsv } from '../csv.ts'
import { aFact, aField, anOverride, aState } from '../testing/civic-samples.ts'
import { addRegions, diffCivic, exportColumns, formatCivicCsv, parseExport } from './export.ts'

const fields = [
  aField('registration_deadline_mail'),
  aField('registration_methods', { field_format: 'Multi-select', options: ['in_person', 'mail'] }),
  aField('has_sdr_election_day', { field_format: 'Boolean' }),
]
const illinois = aState([
  aFact('registration_deadline_mail', 'Postmarked 28 days before Election Day'),
  aFact('registration_methods', 'in_person, mail', { multiselect_value: ['in_person', 'mail'] }),
  aFact('has_sdr_election_day', 'True', { bool_value: true, footnotes: '=Some offices' }),
  aFact('sdr_locations'),
])
const all = addRegions([illinois], [anOverride('gov_tool_absentee_request', 'https://cook.example/')])
const now = new Date('2026-03-02T12:00:00Z')
const change = (code: string, field: string, part: string, previous: string, current: string) => ({
  code,
  field,
  part,
  previous,
  current,
})

describe('an export', () => {
  it('has a row for each fact and each regional value, with the date of a deadline', () => {
    const [header, ...rows] = parseCsv(formatCivicCsv(all, fields, now))
    expect(header).toEqual(exportColumns)
    const column = (name: (typeof exportColumns)[number]) => rows.map((row) => row[exportColumns.indexOf(name)])
    expect(column('region')).toEqual(['', '', '', '', 'Cook County'])
    expect(column('date')).toEqual(['2026-10-06', '', '', '', ''])
    expect(column('bool_value')).toEqual(['', '', 'true', '', ''])
    expect(column('multiselect_value')[1]).toBe('in_person, mail')
    expect(column('footnotes')[2]).toBe('=Some offices')
    expect(column('modified_at')[4]).toBe('')
  })

  it.each([
    ['CSV', formatCivicCsv(all, fields, now)],
    ['JSON', JSON.stringify(all)],
    ['a state to a line', all.map((one) => JSON.stringify(one)).join('\n')],
  ])('is read back from %s without a loss', (_, text) => {
    expect(parseExport(text)).toEqual({ states: all, violations: [] })
    expect(diffCivic(all, parseExport(text).states)).toEqual({ changes: [], onlyDates: 0 })
  })

  it.each([
    ['', 'It has no column code, field_type, text.'],
    ['a,b\n1,2\n', 'It has no column code, field_type, text.'],
    ['{}', 'Value 1 is no state with code, name and state_information.'],
    ['[{', 'Value 1 is no state with code, name and state_information.'],
    [
      JSON.stringify({ ...illinois, state_information: [{ field_type: 'a' }] }),
      'Value 1: state_information[0].text is missing or of the wrong kind',
    ],
  ])('cannot be $0', (text, sentence) => {
    expect(parseExport(text).violations).toEqual([sentence])
  })
})

describe('the difference between two exports', () => {
  it('is empty if a state has a field twice, one of them a Boolean of null', () => {
    const twice = [aState([aFact('a', '', { multiselect_value: ['email'] }), aFact('a', '', { bool_value: null })])]
    expect(diffCivic(twice, parseExport(formatCivicCsv(twice, fields, now)).states).changes).toEqual([])
  })

  it('lists each part of a fact', () => {
    const later = aState([
      aFact('registration_deadline_mail', 'Postmarked 27 days before Election Day'),
      aFact('registration_methods', 'mail', { multiselect_value: ['mail'] }),
      aFact('has_sdr_election_day', 'True', { bool_value: true }),
      aFact('sdr_locations', 'At the clerk’s'),
    ])
    expect(diffCivic([illinois], [later]).changes).toEqual([
      change(
        'IL',
        'registration_deadline_mail',
        'text',
        'Postmarked 28 days before Election Day',
        'Postmarked 27 days before Election Day',
      ),
      change('IL', 'registration_methods', 'text', 'in_person, mail', 'mail'),
      change('IL', 'registration_methods', 'multiselect_value', 'in_person, mail', 'mail'),
      change('IL', 'has_sdr_election_day', 'footnotes', '=Some offices', ''),
      change('IL', 'sdr_locations', 'text', '', 'At the clerk’s'),
    ])
  })

  it('names fields, regions and states that are only in one', () => {
    const tennessee = aState([], { code: 'TN', name: 'Tennessee' })
    const { changes } = diffCivic(all, [aState(illinois.state_information.slice(1)), tennessee])
    expect(changes).toEqual([
      change('IL', 'registration_deadline_mail', 'text', 'Postmarked 28 days before Election Day', ''),
      change('TN', '', 'state', '', 'Tennessee'),
      { ...change('IL', '', 'state', 'Illinois', ''), region: 'Cook County' },
    ])
  })

  it('ignores a new date, the order of options, line ends, and another text for "none"', () => {
    const later = aState([
      aFact('registration_deadline_mail', 'Postmarked 28 days before Election Day', { modified_at: '2027-01-01' }),
      aFact('registration_methods', 'in_person, mail', { multiselect_value: ['mail', 'in_person'] }),
      aFact('has_sdr_election_day', 'True', { bool_value: true, footnotes: '=Some offices\r\n' }),
      aFact('sdr_locations', 'N/A'),
    ])
    expect(diffCivic([illinois], [later])).toEqual({ changes: [], onlyDates: 1 })
  })
})
