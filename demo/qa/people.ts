/** Fictional voters for the QA page. They cannot give consent, so it is never filled in. */
import { type StateCode, states } from 'voter-registration/contract'

/** The values that are filled in: every field of the request except the two consents. */
export interface SampleVoter {
  title: 'Mr' | 'Mrs' | 'Miss' | 'Ms' | 'Mx'
  first_name: string
  middle_name?: string
  last_name: string
  suffix?: string
  date_of_birth: string
  email: string
  phone?: string
  address1: string
  address2?: string
  city: string
  state: StateCode
  zipcode: string
}

type Person = Omit<SampleVoter, 'email'>

const people: readonly [Person, ...Person[]] = [
  {
    title: 'Ms',
    first_name: 'Ada',
    last_name: 'Sample',
    date_of_birth: '1990-04-12',
    phone: '+16175551234',
    address1: '10 Test Street',
    city: 'Boston',
    state: 'MA',
    zipcode: '02108',
  },
  {
    title: 'Mr',
    first_name: 'Ben',
    middle_name: 'Q',
    last_name: 'Example',
    suffix: 'Jr.',
    date_of_birth: '1984-02-29',
    address1: '200 Practice Avenue',
    address2: 'Apt 4',
    city: 'Nashville',
    state: 'TN',
    zipcode: '37201',
  },
  {
    title: 'Mrs',
    first_name: 'Carmen',
    last_name: 'Muestra-Ñandú',
    date_of_birth: '2004-11-03',
    phone: '+15125550143',
    address1: '3 Fictional Lane',
    city: 'Austin',
    state: 'TX',
    zipcode: '78701',
  },
  {
    title: 'Miss',
    first_name: 'Dee',
    last_name: "O'Nobody",
    date_of_birth: '1961-07-30',
    address1: '45 Nowhere Road',
    city: 'Concord',
    state: 'NH',
    zipcode: '03301',
  },
  {
    title: 'Mx',
    first_name: 'Eli',
    last_name: 'Placeholder',
    date_of_birth: '1999-12-31',
    address1: '6 Pretend Plaza',
    city: 'Los Angeles',
    state: 'CA',
    zipcode: '90012',
  },
]

/**
 * Returns a fictional voter for a scenario.
 *
 * @param scenario its name; empty for the ordinary case
 * @param index index into the list of people, so that the table does not show the same person twelve times
 * @param state the voter's state, with a title that Tennessee accepts (R-A33)
 * @param age in whole years; by default an adult
 */
export function createVoter(scenario: string, index = 0, state?: StateCode, age?: number): SampleVoter {
  const person = people[index % people.length] ?? people[0]
  const email = `${person.first_name.toLowerCase()}${scenario === '' ? '' : `+${scenario}`}@example.org`
  const born = age === undefined ? person.date_of_birth : `${new Date().getFullYear() - age - 1}-12-31`
  if (state === undefined) return { ...person, email, date_of_birth: born }
  const title = state === 'TN' && person.title === 'Mx' ? 'Ms' : person.title
  return { ...person, email, state, title, date_of_birth: born }
}

/** Returns the scenario that an e-mail address selects: `slow` for `ada+slow@example.org`; empty when it selects none. */
export function findScenario(email: string): string {
  return /^[^@+]*\+([^@]*)@/.exec(email)?.[1] ?? ''
}

/** Returns a person in one line, for a status message. */
export function formatVoter({ first_name, last_name, state }: SampleVoter): string {
  return `${first_name} ${last_name}, ${states[state]}`
}
