/** The facts of a state for a page that waits for nobody. */
import type { StateFacts } from '../../contract/civic-data/state-facts.ts'
import type { StateCode } from '../../contract/states.ts'
import { withTimeout } from '../with-timeout.ts'
import type { CivicFacts } from './civic-facts.ts'

/** How long a page waits for facts that are not cached, in milliseconds: a voter does not notice it. */
const patience = 300

/**
 * Returns a function that reads a state's facts in a short time. A slower request continues, so that the next page has them.
 *
 * @param ms how long it takes at most, in milliseconds
 */
export function factsInTime(read: CivicFacts, ms = patience): (code: StateCode) => Promise<StateFacts | undefined> {
  return async (code) => {
    const answer = await withTimeout(read(code, undefined), ms)
    return answer?.type === 'facts' ? answer.facts : undefined
  }
}
