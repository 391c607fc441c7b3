/** Outcomes as text, as a store keeps them sealed. */
import * as z from 'zod/mini'
import type { Outcome } from './outcome.ts'

/** An outcome as this release keeps it. */
const Kept = z.discriminatedUnion('type', [
  z.object({ type: z.literal('answered'), text: z.string(), since: z.number() }),
  z.object({
    type: z.literal('unknown'),
    status: z.exactOptional(z.number()),
    cause: z.string(),
    retryAfter: z.exactOptional(z.number()),
  }),
  z.object({ type: z.literal('timeout') }),
  z.object({ type: z.literal('forgotten') }),
])

/** An outcome as release 0.1.0 has kept it: an answer, or what the page was told of any other. */
const OldKept = z.discriminatedUnion('at', [
  z.object({ at: z.literal('answered'), text: z.string(), since: z.number() }),
  z.object({
    at: z.literal('verdict'),
    verdict: z.object({ status: z.number(), retryAfter: z.exactOptional(z.number()) }),
  }),
])

/** An outcome as JSON. An answer names its type a second time as 0.1.0 does, whose processes share the store while a fleet is
 *  updated; any other outcome is forgotten to them, which is as safe. */
export function writeKeptOutcome(outcome: Outcome): string {
  return JSON.stringify(outcome.type === 'answered' ? { ...outcome, at: outcome.type } : outcome)
}

/** The outcome that a store has kept as `text`, JSON of this release or of 0.1.0; `forgotten` for anything else. */
export function readKeptOutcome(text: string): Outcome {
  const value: unknown = JSON.parse(text)
  const kept = Kept.safeParse(value)
  if (kept.success) return kept.data
  const old = OldKept.safeParse(value)
  if (!old.success) return { type: 'forgotten' }
  if (old.data.at === 'answered') return { type: 'answered', text: old.data.text, since: old.data.since }
  const { status, ...retryAfter } = old.data.verdict
  return status === 504 ? { type: 'timeout' } : { type: 'unknown', cause: 'kept', ...retryAfter }
}
