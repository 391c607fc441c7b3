/** The mock sites of states that are down in the sandbox, and the switch for them. */
import { useEffect, useState } from 'react'
import type { StateCode } from 'voter-registration/contract'

/** How a mock site can fail, by the sandbox's name for it. */
export type Failure = 'error' | 'hang' | 'reset'

interface Heard {
  /** How each site fails, by state. */
  list: Readonly<Record<string, string>>
  /** Why the request to the sandbox failed. */
  why?: string
}

/** The sites that are down, and the functions that change them. */
export interface Downed extends Heard {
  take(state: StateCode, failure: Failure): void
  bringBack(state: StateCode): void
}

/** @param sandbox its base URL */
export function useDowned(sandbox: string): Downed {
  const [heard, setHeard] = useState<Heard>({ list: {} })
  useEffect(() => {
    let here = true
    void ask(sandbox, '').then((now) => here && setHeard(now))
    return () => {
      here = false
    }
  }, [sandbox])
  const change = (path: string, init: RequestInit) => void ask(sandbox, path, init).then(setHeard)
  return {
    ...heard,
    take: (state, fails) => change(`/${state}`, { method: 'PUT', body: JSON.stringify({ fails }) }),
    bringBack: (state) => change(`/${state}`, { method: 'DELETE' }),
  }
}

async function ask(sandbox: string, path: string, init?: RequestInit): Promise<Heard> {
  try {
    const answer = await fetch(`${sandbox}/_sandbox/sites${path}`, init)
    if (!answer.ok) throw new Error(`it responded with ${answer.status}`)
    const { down }: { down: Heard['list'] } = await answer.json()
    return { list: down }
  } catch (error) {
    return {
      list: {},
      why: `The request to the sandbox failed: ${error instanceof Error ? error.message : String(error)}`,
    }
  }
}
