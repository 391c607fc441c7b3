/** A state's facts for as long as a part shows them. */
import { useCallback, useEffect, useState } from 'react'
import type { StateFacts } from '../../contract/civic/state-facts.ts'
import type { StateCode } from '../../contract/states.ts'
import type { FactsSource } from './facts-source.ts'

/** Whether the facts are there. */
export type FactsState = { type: 'loading' } | { type: 'ready'; facts: StateFacts } | { type: 'failed' }

/**
 * Asks for the facts of a state, or of a region in it.
 *
 * @param region `undefined` for the state as a whole
 */
export function useStateFacts(
  source: FactsSource,
  code: StateCode,
  region: string | undefined,
): { state: FactsState; again: () => void } {
  const [round, setRound] = useState(0)
  const [failed, setFailed] = useState<string>()
  const [, setAnswered] = useState<StateFacts>()
  const wish = JSON.stringify([code, region, round])
  const facts = source.known(code, region)
  const isKnown = facts !== undefined

  useEffect(() => {
    let here = !isKnown
    if (here) {
      source.ask(code, region).then(
        (answer) => here && setAnswered(answer),
        () => here && setFailed(wish),
      )
    }
    return () => {
      here = false
    }
  }, [source, code, region, wish, isKnown])

  const again = useCallback(() => setRound((before) => before + 1), [])
  if (facts !== undefined) return { state: { type: 'ready', facts }, again }
  return { state: failed === wish ? { type: 'failed' } : { type: 'loading' }, again }
}
