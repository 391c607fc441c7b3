/** Shows the code for what the QA page shows, to read and to copy. */
import { CopyButton } from './copy-button.tsx'

/** Shows the React source, and the commands that start sandbox and BFF. */
export function SourceView({ jsx, commands }: { jsx: string; commands: string }) {
  return (
    <section className="qa-panel" id="source" aria-labelledby="source-heading">
      <div className="qa-panel-head">
        <h2 id="source-heading">Code for this page</h2>
      </div>
      <Code title="React" text={jsx} />
      <Code title="Sandbox and BFF" text={commands} />
      <p className="qa-hint">
        With the real service, <code>UPSTREAM_URL</code> and the key are the operator's own. Store them with your other
        secrets.
      </p>
    </section>
  )
}

function Code({ title, text }: { title: string; text: string }) {
  return (
    <div className="qa-code">
      <div className="qa-panel-head">
        <h3>{title}</h3>
        <CopyButton label={`Copy ${title}`} text={() => text} />
      </div>
      <pre>
        <code>{text}</code>
      </pre>
    </div>
  )
}
