/** The scenarios, buttons to run them with every embed type, and the report. */
import { useRef } from 'react'
import type { EmbedProps } from './embed-types.ts'
import { countRuns, formatReport } from './report.ts'
import type { SessionResults } from './result.ts'
import { getRows, ScenarioTable } from './scenario-table.tsx'
import { useRuns } from './use-runs.ts'
import type { Scenarios } from './use-scenarios.ts'

/** Shows the panel. A run fills in, agrees and sends in frames of its own: its voters are fictional. */
export function ScenarioPanel(props: {
  scenarios: Scenarios
  results: SessionResults['results']
  embedProps: EmbedProps
  onFill: (name: string, frameParent: number) => void
}) {
  const { scenarios, results, embedProps, onFill } = props
  const frameParent = useRef<HTMLDivElement>(null)
  const { runs, isRunning, run, stop } = useRuns(frameParent, embedProps)
  const rows = getRows(scenarios)
  const { done, wrong } = countRuns(rows, runs)
  const report = () => saveReport(formatReport(rows, runs, { date: new Date(), browser: navigator.userAgent }))
  return (
    <section className="qa-panel" id="scenarios" aria-labelledby="scenarios-heading">
      <div className="qa-panel-head">
        <h2 id="scenarios-heading">Scenarios</h2>
        <button
          type="button"
          className="qa-button"
          disabled={isRunning || scenarios.type !== 'here'}
          onClick={() => void run(rows.map(({ name }) => name))}
        >
          Run all
        </button>
        <button type="button" className="qa-button" disabled={!isRunning} onClick={stop}>
          Stop
        </button>
        <button type="button" className="qa-button" disabled={done === 0} onClick={report}>
          Save the report
        </button>
      </div>
      <p className="qa-hint">
        “Fill” enters a fictional voter, whose email address selects the sandbox's scenario, into the form above; the
        consent is for you to give. “Run” fills in and sends the form with every embed type, in the layout above, and
        compares the screen and the buttons with the row. It does not press the buttons.
      </p>
      <p className="qa-said" role="status">
        {done > 0 && `${done} runs, ${wrong} not as expected`}
      </p>
      <div ref={frameParent} className="qa-frames" />
      <ScenarioTable
        scenarios={scenarios}
        results={results}
        runs={runs}
        isRunning={isRunning}
        onFill={onFill}
        onRun={(name) => void run([name])}
      />
    </section>
  )
}

/** Downloads the report as a file. */
function saveReport(report: string): void {
  const url = URL.createObjectURL(new Blob([report], { type: 'text/markdown;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'scenarios.md'
  link.click()
  // Some browsers read the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
