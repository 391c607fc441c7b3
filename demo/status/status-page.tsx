/** The page of the states' sites: `<VoterSiteStatus>` as a partner uses it, and a switch that takes a stand-in down. */
import { useState } from 'react'
import { VoterSiteStatus } from 'voter-registration'
import { isStateCode, type StateCode, stateCodes, states } from 'voter-registration/contract'
import type { SiteConfig } from '../server/site.ts'
import { type Failure, failures, useDowned } from './use-downed.ts'

/** The whole page. */
export function StatusPage({ config }: { config: SiteConfig }) {
  const [code, setCode] = useState<StateCode>('TN')
  const [locale, setLocale] = useState('en')
  const [failure, setFailure] = useState<Failure>('error')
  const downed = useDowned(config.sandbox)
  const names = Object.entries(downed.list).map(([state, fails]) => `${state} (${fails})`)
  return (
    <div className="qa">
      <header className="qa-header">
        <h1>Voter registration: sites of states</h1>
        <nav className="qa-nav" aria-label="Pages">
          <a href="/">QA page</a>
          <a href="/states.html">States</a>
          <a href="/election-center.html">Election center</a>
          <a href={`${config.bff}/status`}>The BFF’s status page</a>
          <a href={`${config.bff}/status.csv`}>The same as CSV</a>
        </nav>
        <p className="qa-warning">
          <strong>Nobody asks a state’s real site here.</strong> A real monitor asks the sandbox’s own pages that stand
          in for them; take one down and see what a voter reads.
        </p>
      </header>
      <main className="states-main">
        <div className="states-controls">
          <div>
            <label htmlFor="state">State</label>
            <select
              id="state"
              value={code}
              onChange={({ target }) => {
                if (isStateCode(target.value)) setCode(target.value)
              }}
            >
              {stateCodes.map((one) => (
                <option key={one} value={one}>
                  {states[one]}
                </option>
              ))}
            </select>
          </div>
          <div>
            <label htmlFor="language">Language</label>
            <select id="language" value={locale} onChange={({ target }) => setLocale(target.value)}>
              <option value="en">English</option>
              <option value="es">Spanish</option>
            </select>
          </div>
          <div>
            <label htmlFor="failure">How it fails</label>
            <select
              id="failure"
              value={failure}
              onChange={({ target }) => setFailure(failures.find((one) => one === target.value) ?? 'error')}
            >
              <option value="error">answers 503</option>
              <option value="hang">never answers</option>
              <option value="reset">cuts the connection</option>
            </select>
          </div>
          <button type="button" className="qa-button" onClick={() => downed.take(code, failure)}>
            Take it down
          </button>
          <button type="button" className="qa-button" onClick={() => downed.bringBack(code)}>
            Bring it back
          </button>
        </div>
        <p role="status" id="downed">
          {downed.why ?? (names.length === 0 ? 'No stand-in is down.' : `Down: ${names.join(', ')}.`)}
        </p>
        <p>
          The monitor looks at once, the BFF asks it again after 5 seconds, and a page that is open asks the BFF once a
          minute. The form’s answer screen says the same beside its button: register on the <a href="/">QA page</a> for
          this state.
        </p>
        <VoterSiteStatus apiBase={config.bff} state={code} locale={locale} />
      </main>
    </div>
  )
}
