/** State of our forms in the browser's current history entry, by instance id, next to the state of the page's router. Restores
 *  the answer for a voter who returns to its entry: by Back, a reload, or in a restored tab. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { SavedAnswer } from '../../contract/bff-api.ts'
import { useBrowserLayoutEffect, useLatest } from './effects.ts'
import type { BffClient } from './flow/bff-client.ts'
import type { Step } from './flow/flow-reducer.ts'

export function readEntry(member: string, instanceId: string): unknown {
  return Reflect.get(formsIn(history.state, member), instanceId)
}

/** Writes to the current entry, or to a new copy of it. Returns whether the browser has allowed it. */
export function writeEntry(
  { member, instanceId }: { member: string; instanceId: string },
  value: unknown,
  isNew = false,
): boolean {
  const state: unknown = history.state
  // An object that is not plain belongs to the page and cannot be extended.
  if (typeof state !== 'object' || (state !== null && Object.getPrototypeOf(state) !== Object.prototype)) return false
  const written = { ...state, [member]: { ...formsIn(state, member), [instanceId]: value } }
  // Sandboxed frames may not do this, and some browsers limit how often.
  try {
    if (isNew) history.pushState(written, '')
    else history.replaceState(written, '')
    return true
  } catch {
    return false
  }
}

function formsIn(state: unknown, member: string): object {
  const forms: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, member) : undefined
  return typeof forms === 'object' && forms !== null ? forms : {}
}

/** The key in `history.state` of the answer tokens, by form instance. */
export const answerMember = 'voterRegistration'

export interface KeptAnswerDeps {
  client: Pick<BffClient, 'answerAgain'>
  instanceId: string
  /** In kiosk mode nothing is stored or restored. */
  isShared: boolean
  /** Whether the settings are loaded: the checkboxes stay checked only if the wording is the same. */
  isReady: boolean
  step: Step
  hasStarted: Readonly<RefObject<boolean>>
  onKept: (kept: SavedAnswer) => void
}

/** Stores the answer's token in the browser's current history entry, and restores the answer after a reload within 15 minutes.
 *  The token is encrypted and has no readable personal data. */
export function useKeptAnswer(deps: KeptAnswerDeps): void {
  const { client, instanceId, isShared, isReady, step } = deps
  const latest = useLatest(deps)
  const [kept, setKept] = useState<SavedAnswer>()
  const shownOnce = useRef<SavedAnswer>(undefined)
  useEffect(() => {
    const again = isShared ? undefined : readEntry(answerMember, instanceId)
    if (typeof again !== 'string') return undefined
    let isHere = true
    client.answerAgain(again).then(
      (found) => isHere && setKept(found),
      // The answer has expired or the BFF is unavailable: show the form.
      () => undefined,
    )
    return () => {
      isHere = false
    }
  }, [client, instanceId, isShared])
  useEffect(() => {
    if (kept === undefined || !isReady || shownOnce.current === kept) return
    shownOnce.current = kept
    const { hasStarted, onKept } = latest.current
    if (!hasStarted.current) onKept(kept)
  }, [kept, isReady, latest])

  const shown = step.type === 'answer' && !isShared ? step.answer.answer_token : undefined
  const written = useRef<string>(undefined)
  // Before paint: a reload right after "Clear this page" must not restore the answer.
  useBrowserLayoutEffect(() => {
    if (shown === written.current) return
    written.current = shown
    writeEntry({ member: answerMember, instanceId }, shown)
  }, [instanceId, shown])
}
