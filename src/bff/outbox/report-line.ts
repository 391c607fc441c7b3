/** What the log says of a try to deliver a press: never the event. */

import type { LogLine } from '../observability/log.ts'
import { shortHash } from '../short-hash.ts'
import type { ReportOutcome } from '../upstream/client.ts'

/** The part of the line that is the same for every outcome. */
export function reportLine(
  { event, reference }: { event: string; reference: string },
  outcome: ReportOutcome,
  tries: number,
): Partial<LogLine> {
  return {
    reference,
    tries,
    outcome: outcome.type,
    event_hash: shortHash(event),
    ...(outcome.status !== undefined && { upstream_status: outcome.status }),
    ...(outcome.type === 'failed' && { cause: outcome.cause }),
  }
}
