import { describe, expect, it } from 'vitest'
import { aFact, aState } from '../testing/civic-samples.ts'
import { getFootnotes, isNone, parseStateData } from './state-data.ts'

describe('state data (R-C15 to R-C21)', () => {
  it('is parsed with everything it has, known or not', () => {
    const came = aState([
      aFact('absentee_request_methods', 'mail, drone', { multiselect_value: ['mail', 'drone'], footnotes: 'Ask.' }),
      aFact('has_sdr_election_day', 'True', { bool_value: true, footnotes: null, checked_by: 'somebody' }),
      aFact('polls_open', '', { footnotes: '', modified_at: '2026-03-02T15:04:05Z' }),
    ])
    expect(parseStateData({ ...came, motto: 'x' })).toEqual({ stateData: { ...came, motto: 'x' }, violations: [] })
  })

  it('is parsed in the format of version 1 too (R-C33)', () => {
    const came = { code: 'MA', name: 'Massachusetts', state_information: [aFact('early_voting', 'True')] }
    expect(parseStateData(came)?.stateData).toEqual(came)
  })

  it('loses one broken key or one broken fact, never the state, and names it', () => {
    const read = parseStateData(
      aState([
        { ...aFact('has_pav_everyone', 'True'), bool_value: 'True' } as never,
        { field_type: 'polls_open', text: null } as never,
        aFact('polls_close', '8 p.m.'),
      ]),
    )
    expect(read?.stateData.state_information).toEqual([
      aFact('has_pav_everyone', 'True'),
      aFact('polls_close', '8 p.m.'),
    ])
    expect(read?.violations).toEqual([
      'state_information[0].bool_value is missing or of the wrong kind',
      'state_information[1].text is missing or of the wrong kind',
    ])
  })

  it.each([null, [], 'MA', {}, { code: 'MA', name: 'Massachusetts' }, { code: 1, name: '', state_information: [] }])(
    'is missing in %j',
    (value) => {
      expect(parseStateData(value)).toBeUndefined()
    },
  )

  it('has a text that means "none" when blank or "N/A" (rules B.2.14)', () => {
    expect(['', ' \n', 'N/A', 'n/a '].every(isNone)).toBe(true)
    expect(['No', 'N/A for students', '0'].some(isNone)).toBe(false)
  })

  it('has footnotes only with text: absent, null and blank are none (R-C19)', () => {
    expect(getFootnotes(aFact('polls_open', '6 a.m.', { footnotes: 'Not in Iowa.' }))).toBe('Not in Iowa.')
    for (const footnotes of [undefined, null, '', '  ']) {
      expect(getFootnotes(aFact('polls_open', '6 a.m.', { footnotes }))).toBeUndefined()
    }
  })
})
