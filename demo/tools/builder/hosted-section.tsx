/** The hosted page: its URL, its frame, and its QR code. */
import { useState } from 'react'
import { CopyButton } from '../../qa/copy-button.tsx'
import { CodeBlock } from './code-block.tsx'
import { hostedAddress, hostedFrame, hostedNames, hostedOptions, noChoices } from './hosted-choices.ts'
import { Control } from './option-controls.tsx'
import { qrSvg } from './qr-svg.ts'

/** Maximum length of a URL in a QR code for posters, in characters. */
const longest = 500

/** Shows the section. `files` is the folder of the script files. */
export function HostedSection({ apiBase, files }: { apiBase: string; files: string }) {
  const [chosen, setChosen] = useState(noChoices)
  const address = hostedAddress(apiBase, chosen)
  return (
    <section className="qa-panel" aria-labelledby="hosted">
      <h2 id="hosted">5. A link, a frame or a QR code instead of code</h2>
      <p className="qa-hint">
        The BFF serves the form as a standalone page: for links, posters, and site builders that allow only frames.
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
          <QrCode address={address} />
        </>
      )}
    </section>
  )
}

function QrCode({ address }: { address: string }) {
  if (address.length > longest)
    return <p>The address is too long for a QR code that phones read reliably: at most {longest} characters.</p>
  const svg = qrSvg(address)
  const file = `data:image/svg+xml,${encodeURIComponent(svg)}`
  return (
    <>
      <img className="builder-qr" src={file} alt={`QR code of ${address}`} />
      <p>
        <a className="builder-download" href={file} download="voter-registration-qr.svg">
          Download the QR code as SVG
        </a>
      </p>
      <CopyButton label="Copy: QR code as SVG" text={() => svg} />
    </>
  )
}
