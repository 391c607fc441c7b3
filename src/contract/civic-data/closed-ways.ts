/** Leaves out the facts about a way to register that one of the operator's notices has closed: they would offer it again. */
import type { Notice } from '../bff-api.ts'
import type { Method } from '../button-method.ts'
import type { StateFact, StateFacts } from './state-facts.ts'

/** Slugs of the facts about one way alone. */
const slugsOf: Readonly<Record<Method, readonly string[]>> = {
  online: [
    'gov_tool_registration',
    'id_laws_online_registration',
    'registration_deadline_online',
    'registration_directions_online',
  ],
  mail: ['registration_deadline_mail', 'nvra_submission_address'],
}

/** Returns the facts without those about a closed way; the same object where none is closed. */
export function withoutClosedWays(known: StateFacts, notices: readonly Notice[] | undefined): StateFacts {
  const isHere = ({ states }: Notice) => states === undefined || states.includes(known.state)
  const closed = (notices ?? []).filter(isHere).flatMap(({ closes }) => (isMethod(closes) ? [closes] : []))
  if (closed.length === 0) return known
  const slugs = new Set(closed.flatMap((way) => slugsOf[way]))
  const urls = new Set(known.facts.flatMap((fact) => (slugs.has(fact.slug) ? urlOf(fact) : [])))
  // Some states have one page for everything: to check a registration there is still a way.
  const leadsThere = (fact: StateFact) => fact.slug !== 'gov_tool_verify' && urlOf(fact).some((url) => urls.has(url))
  const facts = known.facts.filter((fact) => !slugs.has(fact.slug) && !leadsThere(fact))
  return { ...known, facts: facts.map((fact) => withoutOptions(fact, closed)) }
}

const isMethod = (said: string | undefined): said is Method => said === 'online' || said === 'mail'

const urlOf = ({ value }: StateFact) => (value.is === 'link' ? [value.url] : [])

function withoutOptions(fact: StateFact, closed: readonly string[]): StateFact {
  const { slug, value } = fact
  if (slug !== 'registration_methods' || value.is !== 'options') return fact
  const options = value.options.filter((option) => !closed.includes(option))
  return { ...fact, value: options.length === 0 ? { is: 'none' } : { is: 'options', options } }
}
