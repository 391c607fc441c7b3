/** The BFF's settings: fetched once, again when somebody asks. */
import { useCallback, useEffect, useState } from 'react'
import type { Settings } from '../contract/bff-api.ts'
import type { BffClient } from './flow/bff-client.ts'

/** Whether the settings are there. */
export type SettingsState = { type: 'loading' } | { type: 'ready'; settings: Settings } | { type: 'failed' }

/** Fetches the settings, unless they are given. StrictMode runs effects twice, and the client makes one request of that. */
export function useSettings(
  client: Pick<BffClient, 'settings'>,
  given: Settings | undefined,
): { state: SettingsState; reload: () => void } {
  const [state, setState] = useState<SettingsState>({ type: 'loading' })
  const [round, setRound] = useState(0)
  const isGiven = given !== undefined && round === 0

  useEffect(() => {
    if (isGiven) return undefined
    let isHere = true
    const settle = (next: SettingsState) => {
      if (isHere) setState(next)
    }
    // The first time they are being waited for already: the same state renders nothing anew.
    // oxlint-disable-next-line react/set-state-in-effect -- the request begins here, and the state says so
    setState((last) => (round === 0 && last.type === 'loading' ? last : { type: 'loading' }))
    client.settings().then(
      (settings) => settle({ type: 'ready', settings }),
      () => settle({ type: 'failed' }),
    )
    return () => {
      isHere = false
    }
  }, [client, round, isGiven])

  const reload = useCallback(() => setRound((before) => before + 1), [])
  return { state: isGiven ? { type: 'ready', settings: given } : state, reload }
}
