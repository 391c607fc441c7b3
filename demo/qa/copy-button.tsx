/** Copies a text, and says whether that worked. */
import { useState } from 'react'

/** A button that copies what `text` gives at the moment it is pressed. */
export function CopyButton({ text, label }: { text: () => string; label: string }) {
  const [said, setSaid] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text())
      setSaid('Copied')
    } catch {
      setSaid('This browser does not let the page copy: select the text instead')
    }
    setTimeout(() => setSaid(''), 4000)
  }
  return (
    <span className="qa-copy">
      <span role="status">{said}</span>
      <button type="button" className="qa-button" onClick={() => void copy()}>
        {label}
      </button>
    </span>
  )
}
