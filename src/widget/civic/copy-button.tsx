/** Copies the instructions of the answer screen. */
import { useState } from 'react'
import type { FactsWords } from '../messages/facts-messages.ts'

/** The button. MUST say whether it worked, and what else the voter can do. */
export function CopyButton({ text, words }: { text: () => string; words: FactsWords }) {
  const [said, setSaid] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text())
      setSaid(words.copy.done)
    } catch {
      setSaid(words.copy.failed)
    }
  }
  return (
    <div className="vr-copy vr-print-hidden">
      <button type="button" className="vr-button" part="button" onClick={() => void copy()}>
        {words.copy.button}
      </button>
      <p role="status" className={said === words.copy.done ? 'vr-hint vr-done' : 'vr-hint'}>
        {said}
      </p>
    </div>
  )
}
