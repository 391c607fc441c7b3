/** What the BFF tells the widget about a state: the facts a voter needs, read and merged, ready to be shown. */
import * as z from 'zod/mini'
import { readList } from './read-list.ts'

/** What a fact says: `FactValue` on the wire. Show `text` and `options` as plain text, `markdown` rendered safely. */
export const ShownValue = z.discriminatedUnion('is', [
  /** Nothing. Such a fact is only there for its footnotes, or because the region has nothing where the state has. */
  z.object({ is: z.literal('none') }),
  z.object({ is: z.literal('boolean'), value: z.boolean() }),
  /** Slugs of options, for example `in_person`; there may be some we do not know (R-C13). */
  z.object({ is: z.literal('options'), options: z.array(z.string()) }),
  /** `YYYY-MM-DD`. */
  z.object({ is: z.literal('date'), date: z.string() }),
  z.object({ is: z.literal('link'), url: z.string() }),
  z.object({ is: z.literal('markdown'), markdown: z.string() }),
  z.object({ is: z.literal('text'), text: z.string() }),
])

/** One fact. */
export const StateFact = z.object({
  /** The V2 slug, for example `registration_deadline_online`; `kindOf` groups by it. */
  slug: z.string(),
  /** What it is about, in the service's own (English) words; a heading where we have none of our own. */
  description: z.string(),
  value: ShownValue,
  /** Exceptions, as markdown. Never show the value without them (R-C20). */
  footnotes: z.optional(z.string()),
  /** When the service last changed it, as it wrote it; `readDateTime` reads it. */
  modified_at: z.optional(z.string()),
  /** Set where the value is the region's own and not the state's (R-C25). */
  regional: z.optional(z.literal(true)),
})
export type StateFact = z.infer<typeof StateFact>

/** A QR code to draw: modules are dark squares of one unit. */
export const QrCode = z.object({
  /** Where it leads. */
  url: z.string(),
  /** Units on each side, without the quiet zone of four units that a reader needs around it. */
  size: z.number(),
  /** The dark modules, as the `d` of an SVG path. */
  path: z.string(),
})
export type QrCode = z.infer<typeof QrCode>

/** What `GET /states/{code}` answers. */
export const StateFacts = z.object({
  /** Two letters, upper case. */
  state: z.string(),
  name: z.string(),
  /** The region that was asked for, as the service spells it; absent for the state as a whole. */
  region: z.optional(z.string()),
  /** The regions that have values of their own, in alphabetical order; empty in most states. */
  regions: z.array(z.string()),
  /** Only those on the BFF's list, and of these only the ones that say something. */
  facts: z.array(StateFact),
  /** The state's own page about registering, for paper. Absent where the data have none. */
  official_code: z.optional(QrCode),
  /** When the service was last asked with success, as `2026-03-02T15:04:05.000Z`. */
  as_of: z.string(),
  /** Whether these facts are older than they should be, because the service could not be asked since `as_of`. */
  stale: z.boolean(),
})
export type StateFacts = z.infer<typeof StateFacts>

/**
 * Reads what `GET /states/{code}` answers. A fact that this version cannot show is left out; the others stay.
 *
 * @returns `undefined` when it is no such answer
 */
export function readStateFacts(value: unknown): StateFacts | undefined {
  const whole = z.extend(StateFacts, { facts: z.array(z.unknown()) }).safeParse(value)
  if (!whole.success) return undefined
  const facts = readList(whole.data.facts, 'facts', StateFact, ['footnotes', 'modified_at', 'regional'], [])
  return { ...whole.data, facts }
}
