/** The status page of the states' sites: `<VoterSiteStatus>` as a partner uses it, and a switch that takes a mock site down. */
import { useState } from 'react'
import { VoterSiteStatus } from 'voter-registration'
import type { LanguageCode, StateCode } from 'voter-registration/contract'
import { languageOptions } from '../language-options.ts'
import type { Option } from '../options.tsx'
import { Select } from '../select.tsx'
import type { SiteConfig } from '../server/site-config.ts'
import { stateOptions } from '../state-options.ts'
import { type Failure, useDowned } from './use-downed.ts'

const failureOptions = [
  ['error', 'answers 503'],
  ['hang', 'never answers'],
  ['reset', 'cuts the connection'],
] as const satisfies readonly Option<Failure>[]

/** The whole page. */
export function StatusPage({ config }: { config: SiteConfig }) {
  const [code, setCode] = useState<StateCode>('TN')
  const [locale, setLocale] = useState<LanguageCode>('en')
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
          <Select label="State" options={stateOptions} value={code} onChoose={setCode} />
          <Select label="Language" options={languageOptions} value={locale} onChoose={setLocale} />
          <Select label="How it fails" options={failureOptions} value={failure} onChoose={setFailure} />
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
