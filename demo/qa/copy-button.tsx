/** Copies a text, and reports whether that worked. */
import { useState } from 'react'

/** A button that copies the result of `text` when it is pressed. */
export function CopyButton({ text, label }: { text: () => string; label: string }) {
  const [status, setStatus] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text())
      setStatus('Copied')
    } catch {
      setStatus('This browser blocks copying: select the text instead')
    }
    setTimeout(() => setStatus(''), 4000)
  }
  return (
    <span className="qa-copy">
      <span role="status">{status}</span>
      <button type="button" className="qa-button" onClick={() => void copy()}>
        {label}
      </button>
    </span>
  )
}
