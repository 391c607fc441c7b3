/** State of our forms in the browser's current history entry, by instance id, next to the state of the page's router. Restores
 *  the answer for a voter who returns to its entry: by Back, a reload, or in a restored tab. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { SavedAnswer } from '../../contract/bff-api.ts'
import { useIsomorphicLayoutEffect, useLatestRef } from './effects.ts'
import type { BffClient } from './flow/bff-client.ts'
import type { Step } from './flow/flow-reducer.ts'

export function getEntry(key: string, instanceId: string): unknown {
  return Reflect.get(getForms(history.state, key), instanceId)
}

/** Writes to the current entry, or to a new copy of it. Returns whether the browser has allowed it. */
export function setEntry(
  { historyKey: key, instanceId }: { historyKey: string; instanceId: string },
  value: unknown,
  isNew = false,
): boolean {
  const state: unknown = history.state
  // An object that is not plain belongs to the page and cannot be extended.
  if (typeof state !== 'object' || (state !== null && Object.getPrototypeOf(state) !== Object.prototype)) return false
  const newState = { ...state, [key]: { ...getForms(state, key), [instanceId]: value } }
  // Sandboxed frames may not do this, and some browsers limit how often.
  try {
    if (isNew) history.pushState(newState, '')
    else history.replaceState(newState, '')
    return true
  } catch {
    return false
  }
}

function getForms(state: unknown, key: string): object {
  const forms: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, key) : undefined
  return typeof forms === 'object' && forms !== null ? forms : {}
}

/** The key in `history.state` of the answer tokens, by form instance. */
export const answerKey = 'voterRegistration'

export interface SavedAnswerDeps {
  client: Pick<BffClient, 'fetchSavedAnswer'>
  instanceId: string
  /** In kiosk mode nothing is stored or restored. */
  isKiosk: boolean
  /** Whether the settings are loaded: the checkboxes stay checked only if the wording is the same. */
  isReady: boolean
  step: Step
  isDirty: Readonly<RefObject<boolean>>
  onRestore: (savedAnswer: SavedAnswer) => void
}

/** Stores the answer's token in the browser's current history entry, and restores the answer after a reload within 15 minutes.
 *  The token is encrypted and has no readable personal data. */
export function useSavedAnswer(deps: SavedAnswerDeps): void {
  const { client, instanceId, isKiosk, isReady, step } = deps
  const latest = useLatestRef(deps)
  const [savedAnswer, setSavedAnswer] = useState<SavedAnswer>()
  const restoredAnswer = useRef<SavedAnswer>(undefined)
  useEffect(() => {
    const savedToken = isKiosk ? undefined : getEntry(answerKey, instanceId)
    if (typeof savedToken !== 'string') return undefined
    let isCurrent = true
    client.fetchSavedAnswer(savedToken).then(
      (answer) => isCurrent && setSavedAnswer(answer),
      // The answer has expired or the BFF is unavailable: show the form.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [client, instanceId, isKiosk])
  useEffect(() => {
    if (savedAnswer === undefined || !isReady || restoredAnswer.current === savedAnswer) return
    restoredAnswer.current = savedAnswer
    const { isDirty, onRestore } = latest.current
    if (!isDirty.current) onRestore(savedAnswer)
  }, [savedAnswer, isReady, latest])

  const shownToken = step.type === 'answer' && !isKiosk ? step.answer.answer_token : undefined
  const writtenToken = useRef<string>(undefined)
  // Before paint: a reload right after "Clear this page" must not restore the answer.
  useIsomorphicLayoutEffect(() => {
    if (shownToken === writtenToken.current) return
    writtenToken.current = shownToken
    setEntry({ historyKey: answerKey, instanceId }, shownToken)
  }, [instanceId, shownToken])
}
