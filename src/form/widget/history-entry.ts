/** What our forms keep in the browser's current history entry, each under its instance id, beside what the page's router
 *  keeps. And the answer, for a voter who returns to its entry: by Back, a reload, or in a restored tab. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { SavedAnswer } from '../../contract/bff-api.ts'
import { useBrowserLayoutEffect, useLatest } from './effects.ts'
import type { BffClient } from './flow/bff-client.ts'
import type { Step } from './flow/flow-reducer.ts'

export function readEntry(member: string, instanceId: string): unknown {
  return Reflect.get(formsIn(history.state, member), instanceId)
}

/** In this entry, or in a new one at the same address, which begins as its copy. Returns whether the browser has done it. */
export function writeEntry(
  { member, instanceId }: { member: string; instanceId: string },
  value: unknown,
  isNew = false,
): boolean {
  const state: unknown = history.state
  // Any other object than a plain one belongs to the page, and has no room for it.
  if (typeof state !== 'object' || (state !== null && Object.getPrototypeOf(state) !== Object.prototype)) return false
  const written = { ...state, [member]: { ...formsIn(state, member), [instanceId]: value } }
  // A sandboxed frame is not allowed to, and some browsers limit how often.
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

/** The key in `history.state` for the names of the answers on this history entry, by form instance. */
export const answerMember = 'voterRegistration'

export interface KeptAnswerDeps {
  client: Pick<BffClient, 'answerAgain'>
  instanceId: string
  /** Whether many voters share this device: then nothing is stored or restored. */
  isShared: boolean
  /** Whether the settings are loaded: the wording on the screen decides whether its box stays checked. */
  isReady: boolean
  step: Step
  hasStarted: Readonly<RefObject<boolean>>
  onKept: (kept: SavedAnswer) => void
}

/** Stores the name of the answer on the screen in the browser's current history entry, and shows the answer when the page is
 *  loaded again there within its 15 minutes. The name is sealed and contains nothing personal. */
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
      // The answer has expired or the BFF is unavailable: the form is shown, as for any voter.
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
  // Before paint: a voter who reloads right after "Clear this page" must not see the answer again.
  useBrowserLayoutEffect(() => {
    if (shown === written.current) return
    written.current = shown
    writeEntry({ member: answerMember, instanceId }, shown)
  }, [instanceId, shown])
}
