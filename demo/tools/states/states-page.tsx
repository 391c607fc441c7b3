/** The states page: `<VoterStateFacts>` as a partner uses it, and below it all of the service's data. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { VoterStateFacts } from 'voter-registration'
import { isStateCode, type LanguageCode, type StateCode, states } from 'voter-registration/contract'
import { languageOptions } from '../../language-options.ts'
import { Select } from '../../select.tsx'
import type { SiteConfig } from '../../server/site-config.ts'
import { stateOptions } from '../../state-options.ts'
import { DataTools } from './data-tools.tsx'
import { FieldsTable } from './fields-table.tsx'
import { MigrationReport } from './migration-report.tsx'
import { Overview } from './overview.tsx'
import { rawData, type Version } from './raw-data.ts'
import { useRaw } from './use-raw.ts'

/** The whole page. The URL contains the state: `#TN`. */
export function StatesPage({ config }: { config: SiteConfig }) {
  const [code, setCode] = useState<StateCode>(() => readHash() ?? 'TN')
  const [version, setVersion] = useState<Version>('2')
  const [locale, setLocale] = useState<LanguageCode>('en')
  const data = useMemo(() => rawData(), [])
  const catalogue = useRaw(useCallback(() => data.catalogue(version), [data, version]))
  const state = useRaw(useCallback(() => data.state(version, code), [data, version, code]))
  useEffect(() => {
    const read = () => setCode((before) => readHash() ?? before)
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  const choose = (chosen: StateCode) => {
    setCode(chosen)
    history.replaceState(null, '', `#${chosen}`)
  }
  return (
    <div className="qa">
      <header className="qa-header">
        <h1>Voter registration: states</h1>
        <nav className="qa-nav" aria-label="Pages and parts">
          <a href="/">QA page</a>
          <a href="/gallery.html">Gallery</a>
          <a href="/election-center.html">Election center</a>
          <a href="/status.html">Sites</a>
          <a href="#fields">Fields</a>
          <a href="#overview">All states</a>
          <a href="#tools">Export and compare</a>
        </nav>
        <p className="qa-warning">
          <strong>Dated sample data, never guidance for voters.</strong> It comes from a sandbox on this machine; links
          lead to the sandbox’s pages, not to a state’s.
        </p>
      </header>
      <main className="states-main">
        <div className="states-controls">
          <Select label="State" options={stateOptions} value={code} onChoose={choose} />
          <Select label="Language of the state facts" options={languageOptions} value={locale} onChoose={setLocale} />
          <fieldset>
            <legend>Raw data</legend>
            {(['2', '1'] as const).map((one) => (
              <label key={one}>
                <input type="radio" name="version" checked={version === one} onChange={() => setVersion(one)} />
                version {one}
                {one === '1' && ', migrated'}
              </label>
            ))}
          </fieldset>
        </div>
        <div className="states-desk">
          <VoterStateFacts apiBase={config.bff} state={code} locale={locale} />
          <div>
            {(catalogue.type === 'loading' || state.type === 'loading') && <p role="status">Loading …</p>}
            {catalogue.type === 'failed' && <p role="alert">The fields cannot be loaded: {catalogue.why}</p>}
            {state.type === 'failed' && <p role="alert">The state cannot be loaded: {state.why}</p>}
            {catalogue.type === 'ready' && state.type === 'ready' && (
              <FieldsTable fields={catalogue.value.fields} stateData={state.value.stateData} />
            )}
            {version === '1' && state.type === 'ready' && (
              <MigrationReport title={`Migration report: ${states[code]}`} report={state.value.report} />
            )}
            {version === '1' && catalogue.type === 'ready' && (
              <MigrationReport title="Migration report: definitions" report={catalogue.value.report} />
            )}
          </div>
        </div>
        {catalogue.type === 'ready' && <Overview data={data} version={version} fields={catalogue.value.fields} />}
        {catalogue.type === 'ready' && <DataTools data={data} fields={catalogue.value.fields} />}
      </main>
    </div>
  )
}

function readHash(): StateCode | undefined {
  const code = location.hash.slice(1)
  return isStateCode(code) ? code : undefined
}
