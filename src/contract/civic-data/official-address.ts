/** The state's own page about registering: printed, and where a voter continues when there is no button. */
import { safeLink } from '../text.ts'
import type { StateFacts } from './state-facts.ts'

/** Slugs of links to a state's own pages, those about registering first. */
export const officialSlugs = [
  'gov_tool_registration',
  'source_registration_info',
  'sos_election_website',
  'leo_voter_registration',
  'gov_tool_verify',
  'gov_tool_polling_place',
]

/** Returns the address of the state's page where voters can check whether they are registered; `undefined` if the data have none. */
export function checkAddress({ facts }: Pick<StateFacts, 'facts'>): string | undefined {
  const value = facts.find(({ slug }) => slug === 'gov_tool_verify')?.value
  return value?.is === 'link' ? safeLink(value.url) : undefined
}

/** Returns the address of the state's page about registering, the same for every voter; `undefined` if the data have none. */
export function officialAddress({ facts }: Pick<StateFacts, 'facts'>): string | undefined {
  for (const slug of officialSlugs) {
    const value = facts.find((fact) => fact.slug === slug)?.value
    const url = value?.is === 'link' ? safeLink(value.url) : undefined
    if (url !== undefined) return url
  }
  return undefined
}
