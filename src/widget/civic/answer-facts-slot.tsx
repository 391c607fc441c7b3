/** Loads what the answer screen says of the state. */
import type { StateCode } from '../../contract/states.ts'
import { loadedLater, useLoaded } from '../loaded-later.ts'
import { SafetyNet } from '../screens/error-boundary.tsx'
import type { AnswerFactsProps } from './answer-facts.tsx'
import type { FactsAccess } from './facts-access.ts'

const answerFacts = loadedLater(() => import('./answer-facts.tsx'))

/** Nothing without facts or without a state. What breaks in it leaves the answer as it is. */
export function AnswerFactsSlot(
  props: Omit<AnswerFactsProps, 'access' | 'code'> & { access: FactsAccess | undefined; code: StateCode | undefined },
) {
  const { access, code } = props
  const part = useLoaded(answerFacts, access !== undefined && code !== undefined)
  if (access === undefined || code === undefined || part === undefined || part === 'lost') return null
  return (
    <SafetyNet fallback={null} onBroken={() => undefined}>
      <part.AnswerFacts {...props} access={access} code={code} />
    </SafetyNet>
  )
}
