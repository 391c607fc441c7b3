import { expect, it } from 'vitest'
import { aStateFact, theStateFacts } from '../testing/civic-samples.ts'
import { withoutClosedWays } from './closed-ways.ts'

const link = (slug: string, url: string) => aStateFact(slug, '', { value: { is: 'link', url } })
const register = 'https://state.example/register'
const ways = (options: string[]) => aStateFact('registration_methods', '', { value: { is: 'options', options } })
const known = theStateFacts({
  facts: [
    link('gov_tool_registration', register),
    link('source_registration_info', register),
    link('sos_election_website', 'https://state.example/'),
    link('gov_tool_verify', register),
    ways(['in_person', 'online']),
  ],
})
const closed = { text: { en: 'Closed.' }, states: ['IL'], closes: 'online' }

it('leaves out the closed way under every name, but not a page to check a registration', () => {
  const { facts } = withoutClosedWays(known, [closed])
  expect(facts.map(({ slug }) => slug)).toEqual(['sos_election_website', 'gov_tool_verify', 'registration_methods'])
  expect(facts.at(-1)).toEqual(ways(['in_person']))
})

it('changes nothing in another state, by a notice that closes nothing, or one of a newer server', () => {
  const others = [{ ...closed, states: ['CO'] }, { text: { en: 'Hello.' } }, { ...closed, closes: 'phone' }]
  expect(withoutClosedWays(known, others)).toBe(known)
  expect(withoutClosedWays(known, undefined)).toBe(known)
})
