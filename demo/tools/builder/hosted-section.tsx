/** The hosted page: its URL and its frame. */
import { useState } from 'react'
import { CodeBlock } from './code-block.tsx'
import { hostedAddress, hostedFrame, hostedNames, hostedOptions, noChoices } from './hosted-choices.ts'
import { Control } from './option-controls.tsx'

/** Shows the section. `files` is the folder of the script files. */
export function HostedSection({ apiBase, files }: { apiBase: string; files: string }) {
  const [chosen, setChosen] = useState(noChoices)
  const address = hostedAddress(apiBase, chosen)
  return (
    <section className="qa-panel" aria-labelledby="hosted">
      <h2 id="hosted">5. A link or a frame instead of code</h2>
      <p className="qa-hint">
        The BFF serves the form as a standalone page: for links and site builders that allow only frames.
      </p>
      <div className="qa-controls builder-controls">
        {hostedNames.map((name) => (
          <Control
            key={name}
            control={hostedOptions[name]}
            value={chosen[name]}
            onChange={(value) => setChosen({ ...chosen, [name]: value })}
          />
        ))}
      </div>
      {address === undefined ? (
        <p>Enter the address of your BFF in step 1. It starts with https.</p>
      ) : (
        <>
          <CodeBlock name="address" title="Address" text={address} />
          <CodeBlock name="frame" title="Frame" text={hostedFrame(address, files)} />
          <p className="qa-hint">ALLOWED_ORIGINS must include the origin of the page with the frame.</p>
        </>
      )}
    </section>
  )
}
