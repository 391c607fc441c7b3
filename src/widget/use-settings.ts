/** The BFF's settings: fetched once, again when somebody asks. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Settings } from '../contract/bff-api.ts'
import type { BffClient } from './settings-client.ts'

/** Whether the settings are there. */
export type SettingsState = { type: 'loading' } | { type: 'ready'; settings: Settings } | { type: 'failed' }

interface Asking {
  client: BffClient
  round: number
  controller: AbortController
  cancel?: ReturnType<typeof setTimeout>
}

/**
 * Fetches the settings, unless they are given. One request also in StrictMode, which runs effects twice: a request is
 * only called off when nobody has come back for it in the same moment.
 */
export function useSettings(
  client: BffClient,
  given: Settings | undefined,
): { state: SettingsState; reload: () => void } {
  const [state, setState] = useState<SettingsState>({ type: 'loading' })
  const [round, setRound] = useState(0)
  const asking = useRef<Asking | undefined>(undefined)
  const isGiven = given !== undefined && round === 0

  useEffect(() => {
    if (isGiven) return undefined
    const before = asking.current
    if (before?.client === client && before.round === round) {
      clearTimeout(before.cancel)
    } else {
      const controller = new AbortController()
      asking.current = { client, round, controller }
      // The first time they are being waited for already: the same state renders nothing anew.
      setState((last) => (last.type === 'loading' ? last : { type: 'loading' }))
      const settle = (next: SettingsState) => {
        if (!controller.signal.aborted) setState(next)
      }
      client.settings(controller.signal).then(
        (settings) => settle({ type: 'ready', settings }),
        () => settle({ type: 'failed' }),
      )
    }
    const current = asking.current
    return () => {
      if (current !== undefined) current.cancel = setTimeout(() => current.controller.abort(), 0)
    }
  }, [client, round, isGiven])

  const reload = useCallback(() => setRound((before) => before + 1), [])
  return { state: isGiven ? { type: 'ready', settings: given } : state, reload }
}
