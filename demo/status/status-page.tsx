/** A switch that takes a mock site of a state down. */
import { useState } from 'react'
import type { StateCode } from 'voter-registration/contract'
import type { Option } from '../options.tsx'
import { Select } from '../select.tsx'
import type { SiteConfig } from '../server/site-config.ts'
import { stateOptions } from '../state-options.ts'
import { type Failure, useDowned } from './use-downed.ts'

const failureOptions = [
  ['error', 'responds with 503'],
  ['hang', 'never responds'],
  ['reset', 'drops the connection'],
] as const satisfies readonly Option<Failure>[]

/** The whole page. */
export function StatusPage({ config }: { config: SiteConfig }) {
  const [code, setCode] = useState<StateCode>('TN')
  const [failure, setFailure] = useState<Failure>('error')
  const downed = useDowned(config.sandbox)
  const names = Object.entries(downed.list).map(([state, fails]) => `${state} (${fails})`)
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
          <button type="button" className="qa-button" onClick={() => downed.take(code, failure)}>
            Take it down
          </button>
          <button type="button" className="qa-button" onClick={() => downed.bringBack(code)}>
            Bring it back
          </button>
        </div>
        <p role="status" id="downed">
          {downed.why ?? (names.length === 0 ? 'No simulated site is down.' : `Down: ${names.join(', ')}.`)}
        </p>
        <p>
          The monitor checks at once, and the BFF queries it again after 5 seconds. The form’s answer shows a notice
          next to its button: register on the <a href="/">QA page</a> for this state.
        </p>
      </main>
    </div>
  )
}
