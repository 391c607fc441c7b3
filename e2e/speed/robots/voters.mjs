/** Robot voters: fictional people with typical mistakes, the same for the same seed. */
import { seededRandom } from '../../faults/parts/seeded-random.mjs'

const firstNames = ['Ada', 'Grace', 'Alan', 'Katherine', 'José', 'Nguyễn', 'Mei', 'Fatima', 'John', 'Mary']
const lastNames = ['Sample', 'Example', 'Muster', 'Specimen', 'Placeholder', 'Fictional']
const places = [
  { state: 'MA', zipcode: '02108', city: 'Boston' },
  { state: 'TX', zipcode: '78701', city: 'Austin' },
  { state: 'TN', zipcode: '37219', city: 'Nashville' },
  { state: 'IL', zipcode: '60601', city: 'Chicago' },
  { state: 'CA', zipcode: '94102', city: 'San Francisco' },
]

/** The frequency of each mistake: assumptions, not measured. */
export const mistakes = [
  { name: 'a required field left out', chance: 0.03 },
  { name: 'a ZIP code of four digits', chance: 0.02, field: 'zipcode', make: (typed) => typed.slice(0, 4) },
  { name: 'an e-mail address without its end', chance: 0.03, field: 'email', make: (typed) => typed.split('.')[0] },
  { name: 'a phone number one digit short', chance: 0.03, field: 'phone', make: (typed) => typed.slice(0, -1) },
  { name: 'a year of two digits', chance: 0.03, field: 'birthYear', make: (typed) => typed.slice(2) },
  { name: 'a day that the month has not', chance: 0.01, field: 'birthDay', make: () => '32' },
  { name: 'the box not checked', chance: 0.06, field: 'agree', make: () => false },
  { name: 'no title in Tennessee', chance: 0.5, field: 'title', make: () => '', onlyIn: 'TN' },
]
const required = ['zipcode', 'firstName', 'lastName', 'birthDay', 'birthYear', 'address1', 'city', 'email']

/** Mean patience, in seconds: an assumption. */
export const meanPatience = 600

/** Returns a generator of voters, one after the other. */
export function robotVoters(seed) {
  const random = seededRandom(seed)
  const one = (list) => list[Math.floor(random() * list.length)]
  return () => {
    const place = one(places)
    const hasPhone = random() < 0.6
    const meant = {
      ...place,
      title: place.state === 'TN' ? one(['Mr', 'Ms']) : one(['', '', 'Mr', 'Ms', 'Mx']),
      firstName: one(firstNames),
      lastName: one(lastNames),
      birthMonth: String(1 + Math.floor(random() * 12)),
      birthDay: String(1 + Math.floor(random() * 28)),
      birthYear: String(1940 + Math.floor(random() * 60)),
      address1: `${1 + Math.floor(random() * 900)} Test Street`,
      address2: random() < 0.25 ? 'Apt 4' : '',
      email: 'robot@voters.example.org',
      phone: hasPhone ? '617 555 0123' : '',
      agree: true,
    }
    const first = { ...meant }
    for (const { chance, field = one(required), make = () => '', onlyIn } of mistakes) {
      const isMade = random() < chance
      if (isMade && (onlyIn === undefined || onlyIn === place.state) && first[field] !== '') {
        first[field] = make(first[field])
      }
    }
    return { meant, first, patience: -Math.log(1 - random()) * meanPatience }
  }
}
