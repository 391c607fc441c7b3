/** The snippet builder: choose options, copy the code for your page, and preview the form. */
import { useEffect, useId, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { defaultColors, getContrast } from 'voter-registration/contract'
import packageJson from '../../package.json' with { type: 'json' }
import '../qa.css'
import './builder.css'
import { CopyButton } from '../qa/copy-button.tsx'
import { Options } from '../select.tsx'
import type { SiteConfig } from '../server/site-config.ts'
import {
  createHostedUrl,
  createPageScripts,
  createPolicy,
  createSnippet,
  defaultChoices,
  factsFile,
  getAttributes,
  isHexColor,
  type SnippetChoices,
  type SnippetKind,
  type SnippetOption,
  snippetKinds,
  snippetOptions,
} from './builder/snippets.ts'

const snippetNames = ['A', 'B', 'C', 'D', 'E'] as const satisfies readonly SnippetKind[]
const optionNames = [
  'partner',
  'locale',
  'theme',
  'color',
  'font',
  'radius',
  'layout',
  'display',
  'kiosk',
  'facts',
] as const

/** The page. Without `integrity`, the script files' hashes, the code has none. */
function BuilderPage({ bff, integrity }: { bff: string; integrity: Record<string, string> | undefined }) {
  const [choices, setChoices] = useState(defaultChoices)
  const [kind, setKind] = useState<SnippetKind>('A')
  const [files, setFiles] = useState(`https://cdn.example.org/vr/${packageJson.version}`)
  const [apiBase, setApiBase] = useState('https://register.partner.example')
  const [officialUrl, setOfficialUrl] = useState('https://official.example/register/')
  const places = { files: files.replace(/\/+$/, ''), apiBase, officialUrl, integrity }
  const hostedUrl = createHostedUrl(choices, apiBase)
  return (
    <div className="qa builder">
      <header className="qa-header">
        <h1>Voter registration: snippet builder</h1>
        <nav className="qa-nav" aria-label="Pages of the demo">
          <a href="/">QA page</a>
          <a href="/on">The form on other sites</a>
          <a href="/gallery.html">Gallery</a>
        </nav>
      </header>
      <main className="builder-main">
        <div className="builder-steps">
          <section className="qa-panel" aria-labelledby="where">
            <h2 id="where">1. Addresses</h2>
            <div className="qa-controls builder-controls">
              <Control label="Folder of the script files" value={files} onChange={setFiles} />
              <Control label="Your BFF" hint="The preview uses the demo’s BFF." value={apiBase} onChange={setApiBase} />
              <Control label="Official site" value={officialUrl} onChange={setOfficialUrl} />
            </div>
          </section>
          <section className="qa-panel" aria-labelledby="what">
            <h2 id="what">2. Options</h2>
            <div className="qa-controls builder-controls">
              {optionNames.map((name) => (
                <Control
                  key={name}
                  {...snippetOptions[name]}
                  value={choices[name]}
                  onChange={(value) => setChoices({ ...choices, [name]: value })}
                />
              ))}
            </div>
            <p role="status" className="builder-problem">
              {describeColor(choices)}
            </p>
          </section>
          <section className="qa-panel" aria-labelledby="code">
            <h2 id="code">3. Code for your page</h2>
            <fieldset className="builder-kinds">
              <legend>Your page is</legend>
              {snippetNames.map((name) => (
                <label key={name}>
                  <input type="radio" name="kind" value={name} checked={kind === name} onChange={() => setKind(name)} />
                  <span>
                    {name}. {snippetKinds[name]}
                  </span>
                </label>
              ))}
            </fieldset>
            <CodeBlock name="code" title={`Snippet ${kind}`} text={createSnippet(kind, choices, places)} />
            {kind === 'B' && (
              <CodeBlock name="script" title="Add once per page" text={createPageScripts(choices, places)} />
            )}
            <CodeBlock name="policy" title="Content security policy, if any" text={createPolicy(kind, places)} />
            {hostedUrl !== undefined && <CodeBlock name="address" title="A link instead of code" text={hostedUrl} />}
            <p className="qa-hint">
              The BFF’s ALLOWED_ORIGINS must include your page’s origin. Frame and link have no color, font, corners or
              dialog; React has no dialog.
              {integrity === undefined && ' The hash could not be loaded: copy it from integrity.json.'}
            </p>
          </section>
        </div>
        <section className="qa-panel" aria-labelledby="preview">
          <h2 id="preview">4. Preview</h2>
          <p className="qa-hint">Practice data only: nobody is registered.</p>
          <Preview choices={choices} apiBase={bff} />
        </section>
      </main>
    </div>
  )
}

interface ControlProps extends SnippetOption {
  value: string
  onChange: (value: string) => void
}

/** A select for a list of options, else a text input. */
function Control({ label, options, hint, value, onChange }: ControlProps) {
  const id = useId()
  const field = {
    id,
    value,
    'aria-describedby': hint === undefined ? undefined : `${id}-hint`,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  return (
    <div className="qa-control">
      <label htmlFor={id}>{label}</label>
      {options === undefined ? (
        <input type="text" spellCheck={false} {...field} />
      ) : (
        <select {...field}>
          <Options options={options} />
        </select>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="qa-hint">
          {hint}
        </p>
      )}
    </div>
  )
}

/** Says what is wrong with the chosen color: its notation, or its contrast with the form's background. */
function describeColor({ color, theme }: SnippetChoices): string {
  if (color === '') return ''
  if (!isHexColor(color)) return `“${color}” is not a hex color such as #46389e. Preview and code have the default.`
  const weakThemes = (['light', 'dark'] as const).filter(
    (name) => (theme === '' || theme === name) && (getContrast(color, defaultColors[name]['color-surface']) ?? 0) < 4.5,
  )
  if (weakThemes.length === 0) return ''
  return `The contrast with the background is under 4.5 to 1 in the ${weakThemes.join(' and the ')} theme: links are in the color of text there.`
}

/** A text with a button that copies it. */
function CodeBlock({ name, title, text }: { name: string; title: string; text: string }) {
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

/** The real element of the script file with the choices. */
function Preview({ choices, apiBase }: { choices: SnippetChoices; apiBase: string }) {
  const place = useRef<HTMLDivElement>(null)
  const { display, facts } = choices
  useEffect(() => loadScript('voter-registration.js'), [])
  // A script cannot be unloaded: the facts stay until the page is reloaded.
  useEffect(() => {
    if (facts === '') loadScript(factsFile)
  }, [facts])
  useEffect(() => {
    const connected = place.current?.querySelector('voter-registration')
    // The display is read when the element is connected: another one needs another element.
    const isReusable = connected?.getAttribute('display') === (display || null)
    const element = connected && isReusable ? connected : document.createElement('voter-registration')
    const attributes = new Map([['api-base', apiBase], ...getAttributes(choices)])
    for (const name of element.getAttributeNames()) if (!attributes.has(name)) element.removeAttribute(name)
    for (const [name, value] of attributes) {
      if (element.getAttribute(name) !== value) element.setAttribute(name, value)
    }
    if (element !== connected) place.current?.replaceChildren(element)
  }, [choices, display, apiBase])
  return (
    <>
      {display === 'dialog' && (
        <button type="button" className="qa-button" data-voter-registration-open="">
          Open the form
        </button>
      )}
      <div ref={place} />
    </>
  )
}

/** Loads a script file on this page, once. */
function loadScript(file: string): void {
  if (document.querySelector(`script[data-preview="${file}"]`) !== null) return
  const script = document.createElement('script')
  script.src = `/element/${file}`
  script.dataset.preview = file
  document.head.append(script)
}

const page = document.getElementById('page')
if (page === null) throw new Error('The page has no #page.')
const root = createRoot(page)
try {
  const { bff }: SiteConfig = await (await fetch('/config.json')).json()
  const integrity: Record<string, string> | undefined = await fetch('/element/integrity.json').then(
    (answer) => (answer.ok ? answer.json() : undefined),
    () => undefined,
  )
  root.render(<BuilderPage bff={bff} integrity={integrity} />)
} catch {
  root.render(<p>The demo server does not list the addresses of BFF and sandbox. Start it with “npm start”.</p>)
}
