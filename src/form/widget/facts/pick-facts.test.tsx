import { describe, expect, it } from 'vitest'
import { aStateFact, theStateFacts } from '../../../contract/testing/civic-samples.ts'
import { manyFacts, regionFacts } from './facts.examples.tsx'
import { selectDeadlines, selectFacts, selectNextSteps, splitFacts } from './pick-facts.ts'

const slugs = (facts: readonly { slug: string }[]) => facts.map(({ slug }) => slug)

describe('the visible facts of a state', () => {
  it('start with warnings, then the voter’s needs while registering, in our order', () => {
    const { warnings, facts } = selectFacts(manyFacts)
    expect(slugs(warnings)).toEqual(['alerts_registration'])
    expect(slugs(facts)).toEqual([
      'registration_deadline_online',
      'registration_deadline_mail',
      'registration_deadline_in_person',
      'has_sdr_election_day',
      'sdr_locations',
      'id_laws_online_registration',
      'registration_methods',
      'gov_tool_verify',
      'gov_tool_absentee_request',
    ])
  })

  it('include how to reach the election office by default', () => {
    const office = ['sos_phone_number', 'sos_contact_email', 'nvra_submission_address', 'leo_voter_registration']
    const facts = office.map((slug) => aStateFact(slug, '555 0100'))
    expect(slugs(selectFacts(theStateFacts({ facts })).facts)).toEqual(office)
  })

  it('mention differences by region only if there are regions (R-C26)', () => {
    const { facts } = selectFacts({ ...manyFacts, regions: [] })
    expect(slugs(facts)).not.toContain('gov_tool_absentee_request')
  })

  it('contain every value of the region itself, whatever it is about (R-C25)', () => {
    const own = aStateFact('polls_open', '7 a.m.', { regional: true })
    expect(slugs(selectFacts({ ...regionFacts, facts: [own, ...regionFacts.facts] }).facts)).toContain('polls_open')
  })

  it('omit empty values, but no footnote and no region without a value', () => {
    const nothing = { value: { is: 'none' as const } }
    const facts = [
      aStateFact('registration_deadline_online', '', nothing),
      aStateFact('registration_deadline_mail', '', { ...nothing, footnotes: 'Ask the clerk.' }),
      aStateFact('registration_deadline_in_person', '', { ...nothing, regional: true }),
    ]
    expect(slugs(selectFacts(theStateFacts({ facts })).facts)).toEqual([
      'registration_deadline_mail',
      'registration_deadline_in_person',
    ])
    expect(selectDeadlines(theStateFacts({ facts }))).toHaveLength(2)
  })

  it('are what a page asks for, in its order', () => {
    const { warnings, facts } = selectFacts(manyFacts, ['gov_tool_verify', 'unknown', 'registration_methods'])
    expect(warnings).toEqual([])
    expect(slugs(facts)).toEqual(['gov_tool_verify', 'registration_methods'])
  })
})

it('the next step without a button is the directions and links to the state’s own pages, each address once', () => {
  const again = aStateFact('sos_election_website', '', { value: { is: 'link', url: 'https://state.example/check/' } })
  const { directions, links } = selectNextSteps({ ...manyFacts, facts: [...manyFacts.facts, again] })
  expect(slugs(directions)).toEqual(['registration_directions'])
  expect(slugs(links)).toEqual(['gov_tool_registration', 'sos_election_website'])
})

describe('the first facts', () => {
  const now = new Date(2028, 0, 10)
  const short = (facts: Parameters<typeof splitFacts>[0]) => {
    const { summary: first, details: more } = splitFacts(facts, 'IL', now)
    return { first: slugs(first), more: slugs(more) }
  }

  it('are the soonest deadline, what is needed and where to check; no other fact is lost', () => {
    const { facts } = selectFacts(manyFacts)
    const { first, more } = short(facts)
    expect(first).toEqual(['registration_deadline_mail', 'id_laws_online_registration', 'gov_tool_verify'])
    expect([...first, ...more].sort()).toEqual(slugs(facts).sort())
  })

  it('start with the first deadline if none has a date, and are fewer if there is less', () => {
    expect(short([aStateFact('registration_deadline_online', 'Ask your clerk')]).first).toEqual([
      'registration_deadline_online',
    ])
    expect(short([])).toEqual({ first: [], more: [] })
  })

  it('start with who must register if no deadline exists: in North Dakota nobody', () => {
    const facts = [aStateFact('gov_tool_verify', 'https://verify.example/'), aStateFact('registration_laws', 'Nobody')]
    expect(short(facts).first).toEqual(['registration_laws', 'gov_tool_verify'])
    const dated = [aStateFact('registration_deadline_online', 'Ask your clerk'), ...facts]
    expect(short(dated).more).toEqual(['registration_laws'])
  })
})
