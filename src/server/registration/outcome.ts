/** The outcome of an attempt to register: its entry in the log, and how it is stored. */
import * as z from 'zod/mini'
import { getOutcome } from '../../contract/outcome-table.ts'
import type { LimitName } from '../middleware/limits.ts'
import type { LogLine } from '../observability/log.ts'
import type { ServiceOutcome } from '../upstream/outcome.ts'

/** The outcome of an attempt before the service's answer is sealed for the page. */
export type UnsealedOutcome =
  | ServiceOutcome
  /** `retryAfter` in seconds. */
  | { type: 'limited'; limit: LimitName; retryAfter: number }
  | { type: 'form_too_old' }

/** The outcome of an attempt, as it is stored for a repeat. */
export type Outcome =
  | Exclude<UnsealedOutcome, { type: 'answered' }>
  /** Holds links that open a voter's record: in memory, or sealed in a store, for 15 minutes. `text` is the sealed answer as
   *  JSON, without its reference; `since` is our clock on arrival, in milliseconds, to count down expirations. `sent` is what
   *  a voter who comes back would have to type again. */
  | z.infer<typeof Answered>
  /** It was sent before, or may have been; nothing more is known. */
  | { type: 'forgotten' }

const Answered = z.object({
  type: z.literal('answered'),
  text: z.string(),
  since: z.number(),
  /** `request` as JSON; `reference` of the request that received the answer. */
  sent: z.exactOptional(z.object({ request: z.string(), consentVersion: z.string(), reference: z.string() })),
})

const StoredOutcome = z.discriminatedUnion('type', [
  Answered,
  z.object({
    type: z.literal('unknown'),
    status: z.exactOptional(z.number()),
    cause: z.string(),
    retryAfter: z.exactOptional(z.number()),
  }),
  z.object({ type: z.literal('timeout') }),
  z.object({ type: z.literal('forgotten') }),
])

/** Identifies the form of an outcome, independent of API key, service address and our own keys: hash of key, body and page,
 *  and the version of this package, since another one may serialize the same body differently. */
const StoredForm = z.object({ of: z.object({ content: z.string(), release: z.string() }) })
type StoredForm = z.infer<typeof StoredForm>

/** Serializes an outcome as JSON, which a store keeps sealed. */
export function writeOutcome(outcome: Outcome, form: StoredForm['of']): string {
  return JSON.stringify({ ...outcome, of: form })
}

/** Parses a stored outcome; `forgotten` for what this release does not know. */
export function readOutcome(text: string): { outcome: Outcome; form: StoredForm['of'] | undefined } {
  const value: unknown = JSON.parse(text)
  return {
    outcome: StoredOutcome.safeParse(value).data ?? { type: 'forgotten' },
    form: StoredForm.safeParse(value).data?.of,
  }
}

/** Whether the service has the registration, or may have it: only then is a repeat not sent. */
export function mayHaveBeenSent({ type }: UnsealedOutcome | Outcome): boolean {
  return getOutcome(type).certainty !== 'not_sent'
}

/** Returns the service's status; `undefined` when there is none. */
export function statusOf(outcome: UnsealedOutcome | Outcome): number | undefined {
  if (outcome.type === 'answered') return 200
  if (outcome.type === 'refused') return 400
  return 'status' in outcome ? outcome.status : undefined
}

const advice: Readonly<Record<string, string>> = {
  misunderstood:
    'The service does not accept valid requests. Check UPSTREAM_URL, and whether there is a newer version of this package.',
  'unwelcome 401': 'The service rejects the API key. Check API_KEY_ID and API_KEY_SECRET, and run the command "check".',
  'unwelcome 403':
    'The service, or a firewall in front of it, rejects this server. Run the command "check", and tell the operator the IP address that this server calls from.',
  unreachable:
    'The service cannot be reached, so nothing is sent. Check UPSTREAM_URL, DNS, the firewall and the certificate, and run the command "check".',
  ...Object.fromEntries(
    [301, 302, 303, 307, 308].map((status) => [
      `unknown ${status}`,
      'The service redirects registrations, which are not followed, and may have received them. Check UPSTREAM_URL, and ask the operator.',
    ]),
  ),
  'unknown 503': 'The service is busy or in maintenance, and may have received the registration. Ask the operator.',
}

/** Returns an outcome for the log: status, cause and advice; never anything that the voter typed or the service wrote. */
export function outcomeFacts(outcome: UnsealedOutcome): Partial<LogLine> {
  const { type } = outcome
  const status = statusOf(outcome)
  const isOwnCause = type === 'timeout' || type === 'overloaded' || type === 'paused'
  return {
    upstream_status: status,
    cause: 'cause' in outcome ? outcome.cause : isOwnCause ? type : undefined,
    limit: type === 'limited' ? outcome.limit : undefined,
    message: advice[type] ?? advice[`${type} ${status}`],
  }
}
