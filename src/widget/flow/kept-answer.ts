/** Brings an answer back to a voter who returns to its page: by the way back, by a reload, or with a tab that is restored. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { KeptAnswer } from '../../contract/kept-answer.ts'
import { useBrowserLayoutEffect, useLatest } from '../effects.ts'
import type { BffClient } from './bff-client.ts'
import type { Step } from './flow-reducer.ts'

/** The member of `history.state` that names the answers on this entry of the history, by the forms' instances. */
const member = 'voterRegistration'

/** What {@link useKeptAnswer} needs. */
export interface KeptAnswerDeps {
  client: Pick<BffClient, 'answerAgain'>
  /** Tells the forms of a page apart. */
  instanceId: string
  /** Whether many voters share this device: then nothing is written or brought back. */
  isShared: boolean
  /** Whether the settings are there: the wording on the screen decides whether its box is ticked still. */
  isReady: boolean
  step: Step
  /** Whether the voter has typed something since. */
  hasStarted: Readonly<RefObject<boolean>>
  /** Shows the answer that was kept. */
  onKept: (kept: KeptAnswer) => void
}

/**
 * Writes the name of the answer on the screen into this entry of the browser's history, and shows the answer when the page is
 * built anew there within its 15 minutes. The name is sealed, and nothing personal is in it; it goes with the answer.
 */
export function useKeptAnswer(deps: KeptAnswerDeps): void {
  const { client, instanceId, isShared, isReady, step } = deps
  const latest = useLatest(deps)
  const [kept, setKept] = useState<KeptAnswer>()
  const shownOnce = useRef<KeptAnswer>(undefined)
  useEffect(() => {
    const again = isShared ? undefined : namesIn(history.state)[instanceId]
    if (typeof again !== 'string') return undefined
    let isHere = true
    client.answerAgain(again).then(
      (found) => {
        if (isHere) setKept(found)
      },
      // It is gone, or the BFF is away: then the form is there, as for anybody.
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

  const shown = step.type === 'answer' && !isShared ? step.answer.again : undefined
  const written = useRef<string>(undefined)
  // Before the screen is seen: who reloads at once after "Clear this page" must not meet the answer again.
  useBrowserLayoutEffect(() => {
    if (shown === written.current) return
    written.current = shown
    write(instanceId, shown)
  }, [instanceId, shown])
}

function namesIn(state: unknown): Record<string, unknown> {
  const names = typeof state === 'object' && state !== null && member in state ? state[member] : undefined
  return typeof names === 'object' ? { ...names } : {}
}

function write(instanceId: string, again: string | undefined): void {
  const state: unknown = history.state
  // What is no plain object belongs to the page, and has no room.
  if (typeof state !== 'object' || (state !== null && Object.getPrototypeOf(state) !== Object.prototype)) return
  const names = { ...namesIn(state), [instanceId]: again }
  // A sandboxed frame may not, and some browsers count how often.
  try {
    history.replaceState({ ...state, [member]: names }, '')
  } catch {}
}
