/** What the log says of an outcome. */
import type { LogLine } from '../observability/log.ts'
import type { UnsealedOutcome } from './outcome.ts'

/** Status, cause and advice for the operator; never anything that the voter typed or the service wrote. */
export function outcomeFacts(outcome: UnsealedOutcome): Partial<LogLine> {
  switch (outcome.type) {
    case 'answered':
      return { upstream_status: 200 }
    case 'refused':
      return { upstream_status: 400 }
    case 'misunderstood':
      return {
        upstream_status: outcome.status,
        message: 'The service does not understand our requests. Check UPSTREAM_URL, and for a newer version.',
      }
    case 'unwelcome':
      return {
        upstream_status: outcome.status,
        message: 'The service does not let us in. Check API_KEY_ID, API_KEY_SECRET and the address we call from.',
      }
    case 'busy':
      return { upstream_status: outcome.status }
    case 'unknown':
      return { cause: outcome.cause, ...(outcome.status !== undefined && { upstream_status: outcome.status }) }
    case 'unreachable':
      return { cause: outcome.cause }
    case 'timeout':
    case 'overloaded':
    case 'paused':
      return { cause: outcome.type }
    case 'limited':
      return { limit: outcome.limit }
    case 'form_too_old':
      return {}
    default:
      return outcome satisfies never
  }
}
