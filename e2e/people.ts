/** Fictional voters, as they would fill in the form. */
import type { StateCode } from 'voter-registration/contract'
import { canaryRequest } from '../src/contract/testing/canaries.ts'

/** What a voter enters, by the field's name in the request; the date of birth in its three parts, as in the form. */
export interface Person {
  title?: 'Mr' | 'Mrs' | 'Miss' | 'Ms' | 'Mx'
  first_name: string
  middle_name?: string
  last_name: string
  suffix?: string
  birth: { month: number; day: number; year: number }
  email: string
  phone?: string
  address1: string
  address2?: string
  city: string
  state: StateCode
  zipcode: string
  /** Ticks the required checkbox. */
  agree: boolean
  /** Ticks the partner's own, optional one. */
  subscribe?: boolean
}

/** Returns a voter who fills in only the required fields. */
export function aVoter(change: Partial<Person> = {}): Person {
  return {
    first_name: 'Ada',
    last_name: 'Sample',
    birth: { month: 4, day: 12, year: 1990 },
    email: 'ada@example.org',
    address1: '10 Test Street',
    city: 'Boston',
    state: 'MA',
    zipcode: '02108',
    agree: true,
    ...change,
  }
}

/** Returns an e-mail address that makes the sandbox play a scenario. */
export function playing(scenario: string): string {
  return `voter+${scenario}@example.org`
}

/** Returns a voter who fills in every field, each with a unique value: `canariesIn` finds what leaks. */
export function canaryVoter(change: Partial<Person> = {}): Person {
  const { date_of_birth: _, sms_opt_in: agree, ...fields } = canaryRequest
  return {
    ...fields,
    birth: { month: 11, day: 23, year: 1937 },
    phone: '(617) 867-2943',
    agree,
    subscribe: true,
    ...change,
  }
}
