/** The dates of the sandbox's sample data, as the BFF reads them. */
import { expect, it } from 'vitest'
import { type StateCode, stateCodes } from '../../contract/states.ts'
import { civicFields } from '../../sandbox/data/civic-fields.ts'
import { civicStateData, type Replace } from '../../sandbox/data/civic-state-data.ts'
import { stateFactsOf } from '../civic-data/state-facts.ts'

const stub: Replace = ({ slug, state }) => `http://127.0.0.1:1/${state}/${slug}`

it('the sample has dates that follow from its deadlines, and none where a deadline is no date', () => {
  const dates = civicFields.filter(({ field_format }) => field_format === 'Date').map(({ slug }) => slug)
  const of = (code: StateCode) => {
    const { facts: read } = stateFactsOf(
      { stateData: civicStateData(code, stub), fields: civicFields, overrides: [], shown: dates },
      undefined,
    )
    return Object.fromEntries(read.map(({ slug, value }) => [slug, value.is === 'date' ? value.date : value]))
  }
  const all = { general_election_date: '2026-11-03', voting_age_birth_date: '2008-11-03' }
  expect(of('MA')).toEqual({
    ...all,
    registration_last_day_in_person: '2026-10-24',
    registration_last_day_mail: '2026-10-24',
    registration_last_day_online: '2026-10-24',
  })
  expect(of('ND')).toEqual(all)
  expect(stateCodes.flatMap((code) => Object.values(of(code))).filter((value) => typeof value !== 'string')).toEqual([])
})
