/** The snippet builder: choose options, copy the code for your page, and preview the form. */
import { useState } from 'react'
import packageJson from '../../../package.json' with { type: 'json' }
import { CodeBlock } from './code-block.tsx'
import { ContrastTable } from './contrast-table.tsx'
import { HostedSection } from './hosted-section.tsx'
import { Control, OptionControls } from './option-controls.tsx'
import { Preview } from './preview.tsx'
import { defaultChoices } from './snippet-options.ts'
import { notIn, pageScriptTags, policyOf, type SnippetKind, snippetKinds, snippetOf } from './snippets.ts'

/** What the page needs from its server. */
export interface BuilderProps {
  /** The BFF behind the demo, for the preview. */
  bff: string
  /** The script files' integrity hashes; `undefined` when they are not available. */
  integrity: Record<string, string> | undefined
}

const kinds = ['A', 'B', 'C', 'D', 'E', 'F'] as const satisfies readonly SnippetKind[]

/** The whole page. */
export function BuilderPage({ bff, integrity }: BuilderProps) {
  const [chosen, setChosen] = useState(defaultChoices)
  const [kind, setKind] = useState<SnippetKind>('A')
  const [files, setFiles] = useState(`https://cdn.example.org/vr/${packageJson.version}`)
  const [apiBase, setApiBase] = useState('https://register.partner.example')
  const [officialUrl, setOfficialUrl] = useState('https://official.example/register/')
  const places = {
    files: files.replace(/\/+$/, ''),
    apiBase,
    officialUrl,
    integrity,
  }
  const left = notIn(kind, chosen)
  return (
    <div className="qa builder">
      <PageHead />
      <main className="builder-main">
        <div className="builder-steps">
          <section className="qa-panel" aria-labelledby="where">
            <h2 id="where">1. Addresses</h2>
            <div className="qa-controls builder-controls">
              <Control
                control={{
                  label: 'Folder of the script files',
                  hint: 'Host the folder dist/element/<version>/ of the package there.',
                }}
                value={files}
                onChange={setFiles}
              />
              <Control
                control={{ label: 'Your BFF', hint: 'The preview uses the demo’s BFF.' }}
                value={apiBase}
                onChange={setApiBase}
              />
              <Control
                control={{ label: 'Official site', hint: 'The fallback link if the form cannot load.' }}
                value={officialUrl}
                onChange={setOfficialUrl}
              />
            </div>
          </section>
          <section className="qa-panel" aria-labelledby="what">
            <h2 id="what">2. Options</h2>
            <OptionControls chosen={chosen} onChange={setChosen} />
            <ContrastTable chosen={chosen} />
          </section>
          <section className="qa-panel" aria-labelledby="code">
            <h2 id="code">3. Code for your page</h2>
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
            <CodeBlock name="code" title={`Snippet ${kind}`} text={snippetOf(kind, chosen, places)} />
            {left.length > 0 && <p className="qa-hint">Not available in this snippet: {left.join(', ')}.</p>}
            {kind === 'B' && (
              <CodeBlock
                name="script"
                title="Add once per page, in the theme or a plugin"
                text={pageScriptTags(chosen, places).join('\n')}
              />
            )}
            <CodeBlock
              name="policy"
              title="Content security policy, if your page has one"
              text={policyOf(kind, places)}
            />
            {kind === 'D' && (
              <p className="qa-hint">The BFF’s ALLOWED_ORIGINS must include the origin of the page with the frame.</p>
            )}
            {integrity === undefined && kind !== 'D' && kind !== 'E' && kind !== 'F' && (
              <p className="qa-hint">
                The hash could not be loaded. Copy it from integrity.json in the script’s folder.
              </p>
            )}
          </section>
          <HostedSection apiBase={apiBase} files={places.files} />
        </div>
        <section className="qa-panel" aria-labelledby="preview">
          <h2 id="preview">4. Preview</h2>
          <p className="qa-hint">Practice data only: nobody is registered.</p>
          <Preview kind={kind} chosen={chosen} apiBase={bff} />
        </section>
      </main>
    </div>
  )
}

function PageHead() {
  return (
    <header className="qa-header">
      <h1>Voter registration: snippet builder</h1>
      <nav className="qa-nav" aria-label="Pages of the demo">
        <a href="/">QA page</a>
        <a href="/on">The form on other sites</a>
        <a href="/gallery.html">Gallery</a>
      </nav>
    </header>
  )
}
