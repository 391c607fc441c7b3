/** The snippet builder: choose what the form shall be like, copy the code for your page, see it. */
import { useState } from 'react'
import packageJson from '../../package.json' with { type: 'json' }
import { CopyButton } from '../qa/copy-button.tsx'
import { Preview } from './preview.tsx'
import { notIn, policyOf, type SnippetKind, scriptTags, snippetKinds, snippetOf } from './snippets.ts'
import { Control, WishControls } from './wish-controls.tsx'
import { noWishes } from './wishes.ts'

/** What the page needs from its server. */
export interface BuilderProps {
  /** The BFF behind the demo, for the preview. */
  bff: string
  /** The script files' hashes; `undefined` when they could not be had. */
  integrity: Record<string, string> | undefined
}

const kinds = ['A', 'B', 'C', 'D', 'E'] as const satisfies readonly SnippetKind[]

/** The whole page. */
export function BuilderPage({ bff, integrity }: BuilderProps) {
  const [wished, setWished] = useState(noWishes)
  const [kind, setKind] = useState<SnippetKind>('A')
  const [files, setFiles] = useState(`https://cdn.example.org/vr/${packageJson.version}`)
  const [apiBase, setApiBase] = useState('https://register.partner.example/api')
  const [officialUrl, setOfficialUrl] = useState('https://official.example/register/')
  const places = {
    files: files.replace(/\/+$/, ''),
    apiBase,
    officialUrl,
    integrity,
  }
  const left = notIn(kind, wished)
  return (
    <div className="qa builder">
      <header className="qa-header">
        <h1>Voter registration: snippets</h1>
        <nav className="qa-nav" aria-label="Pages of the demo">
          <a href="/">QA page</a>
          <a href="/on">The form on other sites</a>
          <a href="/gallery.html">Gallery</a>
          <a href="/states.html">States</a>
        </nav>
      </header>
      <main className="builder-main">
        <div className="builder-steps">
          <section className="qa-panel" aria-labelledby="where">
            <h2 id="where">1. Where things are</h2>
            <div className="qa-controls builder-controls">
              <Control
                wish={{
                  label: 'Folder of the script files',
                  hint: 'Host dist/element/<version>/ of the package anywhere.',
                }}
                value={files}
                onChange={setFiles}
              />
              <Control
                wish={{ label: 'Your BFF', hint: 'The preview uses the one of this demo.' }}
                value={apiBase}
                onChange={setApiBase}
              />
              <Control
                wish={{ label: 'Official site', hint: 'What stands there without scripts.' }}
                value={officialUrl}
                onChange={setOfficialUrl}
              />
            </div>
          </section>
          <section className="qa-panel" aria-labelledby="what">
            <h2 id="what">2. What the form is like</h2>
            <WishControls wished={wished} onChange={setWished} />
          </section>
          <section className="qa-panel" aria-labelledby="code">
            <h2 id="code">3. The code for your page</h2>
            <fieldset className="builder-kinds">
              <legend>Your page is</legend>
              {kinds.map((one) => (
                <label key={one}>
                  <input type="radio" name="kind" value={one} checked={kind === one} onChange={() => setKind(one)} />
                  <span>
                    {one}. {snippetKinds[one]}
                  </span>
                </label>
              ))}
            </fieldset>
            <Code name="code" title={`Snippet ${kind}`} text={snippetOf(kind, wished, places)} />
            {left.length > 0 && <p className="qa-hint">Not to be had here: {left.join(', ')}.</p>}
            {kind === 'B' && (
              <Code
                name="script"
                title="Once on the page, by theme or plugin"
                text={scriptTags(wished, places).join('\n')}
              />
            )}
            <Code name="policy" title="Content security policy, if your page has one" text={policyOf(kind, places)} />
            {integrity === undefined && kind !== 'D' && kind !== 'E' && (
              <p className="qa-hint">The hash could not be read: take it from integrity.json beside the script.</p>
            )}
          </section>
        </div>
        <section className="qa-panel" aria-labelledby="preview">
          <h2 id="preview">4. What it looks like</h2>
          <p className="qa-hint">Practice data only: nobody is registered.</p>
          <Preview kind={kind} wished={wished} apiBase={bff} />
        </section>
      </main>
    </div>
  )
}

function Code({ name, title, text }: { name: string; title: string; text: string }) {
  return (
    <div className="qa-code">
      <div className="qa-panel-head">
        <h3>{title}</h3>
        <CopyButton label={`Copy: ${title}`} text={() => text} />
      </div>
      <pre data-code={name}>
        <code>{text}</code>
      </pre>
    </div>
  )
}
