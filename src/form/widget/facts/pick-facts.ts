/** Selects which of a state's facts are shown, and in which order. */
import { officialSlugs, type StateFact, type StateFacts } from '../../../contract/civic-data/state-facts.ts'
import { utcOf } from '../../../contract/dates.ts'
import { datedDeadlines, registrationDeadlines } from './deadline-dates.ts'

/** Facts that may be a matter of hours come first. */
const warnings = ['alerts_registration', 'warnings_registration']

const besideForm = [
  ...registrationDeadlines,
  'has_sdr_election_day',
  'has_sdr_early_voting',
  'sdr_locations',
  'id_laws_online_registration',
  'registration_methods',
  // Who may register, in the state's words: the form asks nothing about it.
  'registration_laws',
  'gov_tool_verify',
  'sos_phone_number',
  'sos_contact_email',
  'nvra_submission_address',
  'leo_voter_registration',
]

/** Facts that differ by region, as far as is known (R-C27): shown only in states that have regions. */
const byRegion = ['gov_tool_absentee_request']

/** Selects the warnings, what a voter needs while registering or else the `wanted` slugs, and every value of a region's own. */
export function pickFacts({ facts, regions }: StateFacts, wanted?: readonly string[]) {
  const slugs = wanted ?? [...warnings, ...besideForm, ...(regions.length > 0 ? byRegion : [])]
  const others = facts.filter(({ slug, regional }) => regional === true && !slugs.includes(slug))
  const picked = [...pickBySlug(facts, slugs), ...(wanted === undefined ? others : [])]
  return {
    warnings: picked.filter(({ slug }) => warnings.includes(slug)),
    facts: picked.filter(({ slug }) => !warnings.includes(slug)),
  }
}

/** Selects the soonest deadline, the ID, and where to check. Without a deadline, who must register comes first (North Dakota). */
export function shortFacts(
  facts: readonly StateFact[],
  state: string,
  now: Date,
): { first: StateFact[]; more: StateFact[] } {
  const deadlines = facts.filter(({ slug }) => registrationDeadlines.some((one) => one === slug))
  const soonest = datedDeadlines({ state, facts: deadlines }, now)
    .map(({ days, fact }) => ({ fact, at: Math.min(...days.map(utcOf)) }))
    .sort((one, other) => one.at - other.at)[0]?.fact
  const bySlug = (slug: string) => facts.find((fact) => fact.slug === slug)
  const first = [
    soonest ?? deadlines[0] ?? bySlug('registration_laws'),
    bySlug('id_laws_online_registration'),
    bySlug('gov_tool_verify'),
  ].filter((fact) => fact !== undefined)
  return { first, more: facts.filter((fact) => !first.includes(fact)) }
}

export function pickDeadlines({ facts }: StateFacts): StateFact[] {
  return pickBySlug(facts, registrationDeadlines)
}

export function pickOnlineId({ facts }: Pick<StateFacts, 'facts'>): StateFact | undefined {
  return facts.find((fact) => fact.slug === 'id_laws_online_registration' && fact.value.is !== 'none')
}

export function pickWhatToBring({ facts }: StateFacts): StateFact[] {
  return pickBySlug(facts, ['id_laws_online_registration', 'id_laws_in_person_registration'])
}

export function pickOffice({ facts }: Pick<StateFacts, 'facts'>): StateFact[] {
  return pickBySlug(facts, [
    'sos_phone_number',
    'sos_contact_email',
    'nvra_submission_address',
    'leo_voter_registration',
    'sos_election_website',
  ])
}

/** Selects what to do without a button: the directions, and links to the state's own pages. */
export function pickWaysOn({ facts }: StateFacts): { directions: StateFact[]; links: StateFact[] } {
  const seen = new Set<string>()
  const links = officialSlugs.flatMap((slug) =>
    facts.filter((fact) => {
      if (fact.slug !== slug || fact.value.is !== 'link' || seen.has(fact.value.url)) return false
      seen.add(fact.value.url)
      return true
    }),
  )
  return { directions: pickBySlug(facts, ['registration_directions']), links }
}

function pickBySlug(facts: readonly StateFact[], slugs: readonly string[]): StateFact[] {
  return slugs.flatMap((slug) => facts.filter((fact) => fact.slug === slug && hasContent(fact)))
}

/** Whether there is anything to show: a value, a footnote, or a region without a value where its state has one. */
function hasContent({ value, footnotes, regional }: StateFact): boolean {
  return value.is !== 'none' || footnotes !== undefined || regional === true
}
