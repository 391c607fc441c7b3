import { describe, expect, it } from 'vitest'
import { StateFacts } from '../../contract/civic-data/state-facts.ts'
import { type StateCode, stateCodes } from '../../contract/states.ts'
import { aFact, aField, anOverride, aState } from '../../contract/testing/civic-samples.ts'
import { civicFields } from '../../sandbox/data/civic-fields.ts'
import { civicStateData, type Replace } from '../../sandbox/data/civic-state-data.ts'
import { allowedFields, buildStateFacts, type Sources } from './state-facts.ts'

const shown = [
  'warnings_registration',
  'registration_methods',
  'has_sdr_election_day',
  'gov_tool_verify',
  'sdr_locations',
]
const facts = (change: Partial<Sources> = {}, region?: string) =>
  buildStateFacts({ stateData: aState([]), fields: undefined, overrides: [], allowedSlugs: shown, ...change }, region)

describe('state facts', () => {
  it('contain only listed fields, in the order of the list: licensed data is not republished', () => {
    const stateData = aState([
      aFact('gov_tool_verify', 'https://state.example/check'),
      aFact('polls_open', '7 a.m.'),
      aFact('warnings_registration', 'Beware.'),
    ])
    expect(facts({ stateData }).facts.map(({ slug }) => slug)).toEqual(['warnings_registration', 'gov_tool_verify'])
  })

  it('have each value in its own form, with its footnotes and date (R-C16 to R-C20)', () => {
    const stateData = aState([
      aFact('registration_methods', 'in_person, mail', { multiselect_value: ['in_person', 'mail'] }),
      aFact('has_sdr_election_day', 'True', { bool_value: true, footnotes: 'For president only.' }),
      aFact('gov_tool_verify', 'https://state.example/check', { footnotes: null }),
      aFact('warnings_registration', '**Beware.**', { footnotes: ' ' }),
    ])
    const fields = [aField('warnings_registration', { description: 'Warnings' })]
    const told = facts({ stateData, fields })
    expect(StateFacts.safeParse({ ...told, as_of: '', stale: false }).success).toBe(true)
    expect(told.facts).toEqual([
      {
        slug: 'warnings_registration',
        description: 'Warnings',
        value: { is: 'markdown', markdown: '**Beware.**' },
        modified_at: '2026-03-02T15:04:05.123456Z',
      },
      expect.objectContaining({ value: { is: 'options', options: ['in_person', 'mail'] } }),
      expect.objectContaining({ value: { is: 'boolean', value: true }, footnotes: 'For president only.' }),
      expect.objectContaining({ value: { is: 'link', url: 'https://state.example/check' } }),
    ])
  })

  it('omit empty values but not their footnotes (R-C20)', () => {
    const stateData = aState([
      aFact('warnings_registration', ' N/A '),
      aFact('has_sdr_election_day', '', { bool_value: false }),
      aFact('sdr_locations', '', { footnotes: 'Ask the clerk.' }),
    ])
    expect(facts({ stateData }).facts).toEqual([
      expect.objectContaining({ slug: 'sdr_locations', value: { is: 'none' }, footnotes: 'Ask the clerk.' }),
    ])
  })

  it('never link an unsafe address', () => {
    const stateData = aState([aFact('gov_tool_verify', 'javascript:alert(1)')])
    expect(facts({ stateData }).facts[0]?.value).toEqual({ is: 'text', text: 'javascript:alert(1)' })
  })

  it('have one fact of each kind even if the service sends several', () => {
    const twice = [aFact('warnings_registration', ''), aFact('warnings_registration', 'Beware.')]
    expect(facts({ stateData: aState(twice) }).facts).toHaveLength(1)
  })

  it('include the essentials that a voter needs', () => {
    for (const slug of [
      'registration_deadline_mail',
      'gov_tool_verify',
      'registration_methods',
      'warnings_registration',
    ])
      expect(allowedFields).toContain(slug)
    expect(allowedFields.length).toBeLessThan(40)
  })
})

describe('region facts (R-C25)', () => {
  const stateData = aState([
    aFact('gov_tool_verify', 'https://state.example/check', { footnotes: 'For the whole state.' }),
    aFact('warnings_registration', 'Beware.'),
  ])
  const overrides = [
    anOverride('gov_tool_verify', 'https://cook.example/check'),
    anOverride('warnings_registration', '', { region: { name: 'City of Chicago' } }),
    anOverride('polls_open', '8 a.m.', { region: { name: 'Hidden County' } }),
    anOverride('gov_tool_verify', 'https://fl.example/', { state: 'Florida', region: { name: 'Bay County' } }),
  ]

  it('list the regions of this state alone that have facts', () => {
    expect(facts({ stateData, overrides }).regions).toEqual(['City of Chicago', 'Cook County'])
    expect(facts({ stateData, overrides }).region).toBeUndefined()
  })

  it('replace the state’s value together with its footnotes (X18)', () => {
    const told = facts({ stateData, overrides }, 'Cook County')
    expect(told.region).toBe('Cook County')
    const [warning, verify] = told.facts
    expect(verify).toMatchObject({ value: { is: 'link', url: 'https://cook.example/check' }, regional: true })
    expect(verify).not.toHaveProperty('footnotes')
    expect(warning).not.toHaveProperty('regional')
  })

  it('can remove a value that the state has', () => {
    expect(facts({ stateData, overrides }, 'City of Chicago').facts[0]).toMatchObject({
      slug: 'warnings_registration',
      value: { is: 'none' },
      regional: true,
    })
  })
})

const stub: Replace = ({ slug, state }) => `http://127.0.0.1:1/${state}/${slug}`

it('sample state data has dates that follow from its deadlines, and none where a deadline is no date', () => {
  const dates = civicFields.filter(({ field_format }) => field_format === 'Date').map(({ slug }) => slug)
  const readDates = (code: StateCode) => {
    const { facts: read } = buildStateFacts(
      { stateData: civicStateData(code, stub), fields: civicFields, overrides: [], allowedSlugs: dates },
      undefined,
    )
    return Object.fromEntries(read.map(({ slug, value }) => [slug, value.is === 'date' ? value.date : value]))
  }
  const all = { general_election_date: '2026-11-03', voting_age_birth_date: '2008-11-03' }
  expect(readDates('MA')).toEqual({
    ...all,
    registration_last_day_in_person: '2026-10-24',
    registration_last_day_mail: '2026-10-24',
    registration_last_day_online: '2026-10-24',
  })
  expect(readDates('ND')).toEqual(all)
  expect(
    stateCodes.flatMap((code) => Object.values(readDates(code))).filter((value) => typeof value !== 'string'),
  ).toEqual([])
})
