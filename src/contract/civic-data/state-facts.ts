/** The facts about a state that the BFF sends to the widget, read and merged, ready to be shown. */
import * as z from 'zod/mini'
import { safeLink } from '../text.ts'
import { parseList } from './read-list.ts'

/** The value of a fact: `FactValue` in the API. Show `text` and `options` as plain text, `markdown` rendered safely. */
export const StateFactValue = z.discriminatedUnion('is', [
  /** No value. Such a fact is present only for its footnotes, or because the region has no value although the state has. */
  z.object({ is: z.literal('none') }),
  z.object({ is: z.literal('boolean'), value: z.boolean() }),
  /** Slugs of options, for example `in_person`; some may be unknown (R-C13). */
  z.object({ is: z.literal('options'), options: z.array(z.string()) }),
  /** `YYYY-MM-DD`. */
  z.object({ is: z.literal('date'), date: z.string() }),
  z.object({ is: z.literal('link'), url: z.string() }),
  z.object({ is: z.literal('markdown'), markdown: z.string() }),
  z.object({ is: z.literal('text'), text: z.string() }),
])

export const StateFact = z.object({
  /** The V2 slug, for example `registration_deadline_online`; `getSlugKind` groups by it. */
  slug: z.string(),
  /** What it is about, in the service's own (English) words; the heading if we have none of our own. */
  description: z.string(),
  value: StateFactValue,
  /** Exceptions, as markdown. Never show the value without them (R-C20). */
  footnotes: z.optional(z.string()),
  /** When the service last changed it, as it wrote it; `parseDateTime` reads it. */
  modified_at: z.optional(z.string()),
  /** Set when the value is the region's own and not the state's (R-C25). */
  regional: z.optional(z.literal(true)),
})
export type StateFact = z.infer<typeof StateFact>

/** The response of `GET /states/{code}`. */
export const StateFacts = z.object({
  state: z.string(),
  name: z.string(),
  /** The requested region, as the service spells it; absent for the state as a whole. */
  region: z.optional(z.string()),
  /** The regions that have values of their own, in alphabetical order; empty in most states. */
  regions: z.array(z.string()),
  /** Only facts on the BFF's list that have a value or footnotes. */
  facts: z.array(StateFact),
  /** The last successful request to the service, as `2026-03-02T15:04:05.000Z`. */
  as_of: z.string(),
  /** Whether these facts are older than they should be, because the service was unavailable since `as_of`. */
  stale: z.boolean(),
})
export type StateFacts = z.infer<typeof StateFacts>

/** Reads the response of `GET /states/{code}`. Drops facts that this version cannot show and keeps the others.
 *  @returns `undefined` when it is not such a response */
export function parseStateFacts(value: unknown): StateFacts | undefined {
  const result = z.extend(StateFacts, { facts: z.array(z.unknown()) }).safeParse(value)
  if (!result.success) return undefined
  const optional = ['footnotes', 'modified_at', 'regional']
  const facts = parseList(result.data.facts, { path: 'facts', schema: StateFact, optional })
  return { ...result.data, facts }
}

export const officialSlugs = [
  'gov_tool_registration',
  'source_registration_info',
  'sos_election_website',
  'leo_voter_registration',
  'gov_tool_verify',
  'gov_tool_polling_place',
]

/** Where voters can check whether they are registered; `undefined` if the data have none. */
export function getVerificationUrl({ facts }: Pick<StateFacts, 'facts'>): string | undefined {
  const value = facts.find(({ slug }) => slug === 'gov_tool_verify')?.value
  return value?.is === 'link' ? safeLink(value.url) : undefined
}

/** The state's page about registering, the same for every voter; `undefined` if the data have none. */
export function findOfficialUrl({ facts }: Pick<StateFacts, 'facts'>): string | undefined {
  for (const slug of officialSlugs) {
    const value = facts.find((fact) => fact.slug === slug)?.value
    const url = value?.is === 'link' ? safeLink(value.url) : undefined
    if (url !== undefined) return url
  }
  return undefined
}
