/** The sandbox's table of scenarios. */
import { useEffect, useState } from 'react'

/** One way in which the sandbox can misbehave. */
export interface Scenario {
  /** Part of the e-mail address: `anything+<name>@example.org`. */
  name: string
  /** What the service does. */
  upstream: string
  /** What the voter should see. */
  voter: string
  /** The screen that says so, by `data-step`. */
  screen: string
  /** How many buttons of an answer lead on; absent where it depends on the state or the time. */
  methods?: number
}

/** The table, or the state to show instead. */
export type Scenarios = { type: 'loading' } | { type: 'failed' } | { type: 'here'; list: readonly Scenario[] }

/** Fetches the table from the sandbox once. */
export function useScenarios(sandbox: string): Scenarios {
  const [scenarios, setScenarios] = useState<Scenarios>({ type: 'loading' })
  useEffect(() => {
    let isMounted = true
    fetch(`${sandbox}/_sandbox/scenarios`)
      .then((answer) => answer.json())
      .then(
        (list: readonly Scenario[]) => {
          if (isMounted) setScenarios({ type: 'here', list })
        },
        () => {
          if (isMounted) setScenarios({ type: 'failed' })
        },
      )
    return () => {
      isMounted = false
    }
  }, [sandbox])
  return scenarios
}
