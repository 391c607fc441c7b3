/** Nothing in place of the facts about a state: with them, the script file would be larger than it may be. They are in
 *  the React door; in the script file they wait for a file of their own. */
import type { FactsAccess } from '../../../widget/civic/facts-access.ts'

/** Renders nothing. */
export function FactsSlot(): null {
  return null
}

/** Renders nothing. */
export function AnswerFactsSlot(): null {
  return null
}

/** There is no way to the facts. */
export function useFactsAccess(): FactsAccess | undefined {
  return undefined
}
