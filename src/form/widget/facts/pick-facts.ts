/** Selects and orders a state's facts. */
import { officialSlugs, type StateFact, type StateFacts } from '../../../contract/civic-data/state-facts.ts'
import { toUtcMs } from '../../../contract/dates.ts'
import { getUpcomingDeadlines, registrationDeadlines } from './deadline-dates.ts'

/** Urgent facts, which come first. */
const warningSlugs = ['alerts_registration', 'warnings_registration']

const formSlugs = [
  ...registrationDeadlines,
  'has_sdr_election_day',
  'has_sdr_early_voting',
  'sdr_locations',
  'id_laws_online_registration',
  'registration_methods',
  // Eligibility in the state's own words, since the form does not ask about it.
  'registration_laws',
  'gov_tool_verify',
  'sos_phone_number',
  'sos_contact_email',
  'nvra_submission_address',
  'leo_voter_registration',
]

/** Facts known to differ by region (R-C27); shown only for states with regions. */
const regionalSlugs = ['gov_tool_absentee_request']

/** Selects the warnings, the requested or default facts, and all regional values. */
export function selectFacts({ facts, regions }: StateFacts, requestedSlugs?: readonly string[]) {
  const slugs = requestedSlugs ?? [...warningSlugs, ...formSlugs, ...(regions.length > 0 ? regionalSlugs : [])]
  const regionalFacts = facts.filter(({ slug, regional }) => regional === true && !slugs.includes(slug))
  const selection = [...selectBySlug(facts, slugs), ...(requestedSlugs === undefined ? regionalFacts : [])]
  return {
    warnings: selection.filter(({ slug }) => warningSlugs.includes(slug)),
    facts: selection.filter(({ slug }) => !warningSlugs.includes(slug)),
  }
}

/** The summary has the next deadline (without one, who must register), the ID, and where to check. */
export function splitFacts(
  facts: readonly StateFact[],
  state: string,
  today: Date,
): { summary: StateFact[]; details: StateFact[] } {
  const deadlines = facts.filter(({ slug }) => registrationDeadlines.some((deadlineSlug) => deadlineSlug === slug))
  const soonest = getUpcomingDeadlines({ state, facts: deadlines }, today)
    .map(({ days, fact }) => ({ fact, timestamp: Math.min(...days.map(toUtcMs)) }))
    .sort((a, b) => a.timestamp - b.timestamp)[0]?.fact
  const bySlug = (slug: string) => facts.find((fact) => fact.slug === slug)
  const summary = [
    soonest ?? deadlines[0] ?? bySlug('registration_laws'),
    bySlug('id_laws_online_registration'),
    bySlug('gov_tool_verify'),
  ].filter((fact) => fact !== undefined)
  return { summary, details: facts.filter((fact) => !summary.includes(fact)) }
}

export function selectDeadlines({ facts }: StateFacts): StateFact[] {
  return selectBySlug(facts, registrationDeadlines)
}

export function selectOnlineId({ facts }: Pick<StateFacts, 'facts'>): StateFact | undefined {
  return facts.find((fact) => fact.slug === 'id_laws_online_registration' && fact.value.is !== 'none')
}

export function selectDocuments({ facts }: StateFacts): StateFact[] {
  return selectBySlug(facts, ['id_laws_online_registration', 'id_laws_in_person_registration'])
}

export function selectOffice({ facts }: Pick<StateFacts, 'facts'>): StateFact[] {
  return selectBySlug(facts, [
    'sos_phone_number',
    'sos_contact_email',
    'nvra_submission_address',
    'leo_voter_registration',
    'sos_election_website',
  ])
}

/** Selects directions and official links, for an answer without buttons. */
export function selectNextSteps({ facts }: StateFacts): { directions: StateFact[]; links: StateFact[] } {
  const urls = new Set<string>()
  const links = officialSlugs.flatMap((slug) =>
    facts.filter((fact) => {
      if (fact.slug !== slug || fact.value.is !== 'link' || urls.has(fact.value.url)) return false
      urls.add(fact.value.url)
      return true
    }),
  )
  return { directions: selectBySlug(facts, ['registration_directions']), links }
}

function selectBySlug(facts: readonly StateFact[], slugs: readonly string[]): StateFact[] {
  return slugs.flatMap((slug) => facts.filter((fact) => fact.slug === slug && hasContent(fact)))
}

/** Whether there is anything to show: a value, a footnote, or a region that lacks its state's value. */
function hasContent({ value, footnotes, regional }: StateFact): boolean {
  return value.is !== 'none' || footnotes !== undefined || regional === true
}
