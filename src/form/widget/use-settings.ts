/** The BFF's settings: fetched once, and again on request. */
import { useCallback, useEffect, useState } from 'react'
import type { Settings } from '../../contract/bff-api.ts'
import type { ReadingClient } from './flow/reading-client.ts'

/** The loading state of the settings. */
export type SettingsState = { type: 'loading' } | { type: 'ready'; settings: Settings } | { type: 'failed' } | Refused

/** The BFF does not know the partner: a retry is useless. */
interface Refused {
  type: 'partner-unknown'
}

const loading: SettingsState = { type: 'loading' }

/** Fetches the settings, unless they are given. StrictMode runs effects twice; the client still sends one request. */
export function useSettings(
  client: Pick<ReadingClient, 'settings'>,
  given: Settings | undefined,
): { state: SettingsState; reload: () => void } {
  const [found, setFound] = useState<{ client: typeof client; round: number; state: SettingsState }>()
  const [round, setRound] = useState(0)
  const isGiven = given !== undefined && round === 0

  useEffect(() => {
    if (isGiven) return undefined
    let isHere = true
    const settle = (state: SettingsState) => {
      if (isHere) setFound({ client, round, state })
    }
    client.settings().then(
      (settings) => settle({ type: 'ready', settings }),
      (error: unknown) => {
        const isUnknown = error instanceof Error && error.cause === 'partner_unknown'
        settle({ type: isUnknown ? 'partner-unknown' : 'failed' })
      },
    )
    return () => {
      isHere = false
    }
  }, [client, round, isGiven])

  const reload = useCallback(() => setRound((before) => before + 1), [])
  if (isGiven) return { state: { type: 'ready', settings: given }, reload }
  return { state: found?.client === client && found.round === round ? found.state : loading, reload }
}
