/** A preview of the generated code's form, next to the code. */
import { useEffect, useRef } from 'react'
import type { VoterRegistrationElement } from 'voter-registration/element'
import { frameSandbox, hostedAddress } from './hosted-choices.ts'
import { attributesOf } from './snippet-attributes.ts'
import type { SnippetChoices } from './snippet-options.ts'
import { chosenIn, factsFile, pageChoicesOf, type SnippetKind } from './snippets.ts'

/** The real element of the script file with the options that the kind of code supports; for kind D the hosted page in a frame. */
export function Preview({ kind, chosen, apiBase }: { kind: SnippetKind; chosen: SnippetChoices; apiBase: string }) {
  if (kind === 'D') return <Frame address={hostedAddress(apiBase, pageChoicesOf(chosen))} />
  const shown = chosenIn(kind, chosen)
  // These are read when the element is connected: another choice needs another element.
  const { display, isolation, loading } = shown
  return (
    <>
      {display === 'dialog' && (
        <button type="button" className="qa-button" data-voter-registration-open="">
          Open the form
        </button>
      )}
      <Element key={`${display} ${isolation} ${loading}`} chosen={shown} apiBase={apiBase} />
    </>
  )
}

/** The frame of the code without its `style` attribute, which this page's content security policy blocks. */
function Frame({ address }: { address: string | undefined }) {
  useEffect(() => load('frame.js'), [])
  return (
    <iframe
      className="builder-frame"
      data-vr-form=""
      title="Voter registration, in a frame"
      sandbox={frameSandbox}
      src={address}
    />
  )
}

function Element({ chosen, apiBase }: { chosen: SnippetChoices; apiBase: string }) {
  const place = useRef<HTMLDivElement>(null)
  const element = useRef<VoterRegistrationElement>(undefined)
  useEffect(() => load('voter-registration.js'), [])
  // A script cannot be unloaded: once chosen, the facts stay until the page is reloaded.
  const { facts } = chosen
  useEffect(() => {
    if (facts !== '') load(factsFile)
  }, [facts])
  useEffect(() => {
    const made = element.current ?? document.createElement('voter-registration')
    element.current = made
    const attributes = [['api-base', apiBase] as const, ...attributesOf(chosen)]
    for (const name of made.getAttributeNames()) {
      if (!attributes.some(([kept]) => kept === name)) made.removeAttribute(name)
    }
    for (const [name, value] of attributes) {
      if (made.getAttribute(name) !== value) made.setAttribute(name, value)
    }
    if (made.parentElement !== place.current) place.current?.replaceChildren(made)
  }, [chosen, apiBase])
  return <div ref={place} />
}

/** Loads a script file on this page, once. */
function load(file: string): void {
  if (document.querySelector(`script[data-preview="${file}"]`) !== null) return
  const script = document.createElement('script')
  script.src = `/element/${file}`
  script.dataset.preview = file
  document.head.append(script)
}
