/** A switch that takes a mock site of a state down. */
import { useEffect, useState } from 'react'
import type { StateCode } from 'voter-registration/contract'
import { type Option, stateOptions } from '../options.ts'
import { Select } from '../select.tsx'
import type { SiteConfig } from '../server/site-config.ts'

/** How a mock site can fail, by the sandbox's name for it. */
type Failure = 'error' | 'hang' | 'reset'

interface SiteFailures {
  /** How each site fails, by state. */
  list: Readonly<Record<string, string>>
  /** Why the request to the sandbox failed. */
  reason?: string
}

/** The sites that are down, and the functions that change them. */
interface DownSites extends SiteFailures {
  takeDown(state: StateCode, failure: Failure): void
  bringBack(state: StateCode): void
}

const failureOptions = [
  ['error', 'responds with 503'],
  ['hang', 'never responds'],
  ['reset', 'drops the connection'],
] as const satisfies readonly Option<Failure>[]

/** The whole page. */
export function StatusPage({ config }: { config: SiteConfig }) {
  const [code, setCode] = useState<StateCode>('TN')
  const [failure, setFailure] = useState<Failure>('error')
  const downSites = useDownSites(config.sandbox)
  const names = Object.entries(downSites.list).map(([state, fails]) => `${state} (${fails})`)
  return (
    <div className="qa">
      <header className="qa-header">
        <h1>Voter registration: state sites</h1>
        <nav className="qa-nav" aria-label="Pages">
          <a href="/">QA page</a>
          <a href="/election-center.html">Election center</a>
          <a href={`${config.sandbox}/status`}>The monitor’s status page</a>
        </nav>
        <p className="qa-warning">
          <strong>No real state site is contacted here.</strong> A real monitor checks the sandbox’s simulated state
          sites. Take one down to see what voters read.
        </p>
      </header>
      <main className="states-main">
        <div className="states-controls">
          <Select label="State" options={stateOptions} value={code} onChoose={setCode} />
          <Select label="Kind of failure" options={failureOptions} value={failure} onChoose={setFailure} />
          <button type="button" className="qa-button" onClick={() => downSites.takeDown(code, failure)}>
            Take it down
          </button>
          <button type="button" className="qa-button" onClick={() => downSites.bringBack(code)}>
            Bring it back
          </button>
        </div>
        <p role="status" id="downed">
          {downSites.reason ?? (names.length === 0 ? 'No simulated site is down.' : `Down: ${names.join(', ')}.`)}
        </p>
        <p>
          The monitor checks at once, and the BFF queries it again after 5 seconds. The form’s answer shows a notice
          next to its button: register on the <a href="/">QA page</a> for this state.
        </p>
      </main>
    </div>
  )
}

/** Returns the mock sites that are down in the sandbox at this URL, and the functions that change them. */
function useDownSites(sandbox: string): DownSites {
  const [failures, setFailures] = useState<SiteFailures>({ list: {} })
  useEffect(() => {
    let isMounted = true
    void requestSites(sandbox, '').then((next) => isMounted && setFailures(next))
    return () => {
      isMounted = false
    }
  }, [sandbox])
  const change = (path: string, init: RequestInit) => void requestSites(sandbox, path, init).then(setFailures)
  return {
    ...failures,
    takeDown: (state, failure) => change(`/${state}`, { method: 'PUT', body: JSON.stringify({ failure }) }),
    bringBack: (state) => change(`/${state}`, { method: 'DELETE' }),
  }
}

async function requestSites(sandbox: string, path: string, init?: RequestInit): Promise<SiteFailures> {
  try {
    const answer = await fetch(`${sandbox}/_sandbox/sites${path}`, init)
    if (!answer.ok) throw new Error(`it responded with ${answer.status}`)
    const { down }: { down: SiteFailures['list'] } = await answer.json()
    return { list: down }
  } catch (error) {
    return {
      list: {},
      reason: `The request to the sandbox failed: ${error instanceof Error ? error.message : String(error)}`,
    }
  }
}
