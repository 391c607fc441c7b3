/** Fictional voters, as they would fill in the form. */
import type { StateCode } from 'voter-registration/contract'

/** What a voter enters, by the field's name on the wire; the date of birth in its three parts, as on the form. */
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

/** A voter who fills in only what is required. */
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

/** An e-mail address that makes the sandbox play a scenario. */
export function playing(scenario: string): string {
  return `voter+${scenario}@example.org`
}

/** A voter who fills in every field, each with a value that occurs nowhere else: whoever leaks one is found out. */
export function canaryVoter(change: Partial<Person> = {}): Person {
  return {
    title: 'Miss',
    first_name: 'Canfirstqx',
    middle_name: 'Canmiddleqx',
    last_name: 'Canlastqx',
    suffix: 'Cansuffixqx',
    birth: { month: 11, day: 23, year: 1937 },
    email: 'canmailqx@example.org',
    phone: '(617) 867-2943',
    address1: '7301 Canstreetqx Road',
    address2: 'Canflatqx 9',
    city: 'Cancityqx',
    state: 'MA',
    zipcode: '73941',
    agree: true,
    subscribe: true,
    ...change,
  }
}

/** What of {@link canaryVoter} must be found nowhere: each value as it may be written, as entered and as sent. */
export const canaries = [
  'canfirstqx',
  'canmiddleqx',
  'canlastqx',
  'cansuffixqx',
  '1937-11-23',
  '11/23/1937',
  'canmailqx',
  '867-2943',
  '6178672943',
  '7301',
  'canstreetqx',
  'canflatqx',
  'cancityqx',
  '73941',
] as const
