/** The ways to take the answer along: the calendar, the device's own share sheet (else the clipboard), print. We send nothing
 *  and store nothing. */
import { useState } from 'react'
import type { StateFacts } from '../../../contract/civic-data/state-facts.ts'
import { datedDeadlines } from './deadline-dates.ts'
import { FactsSection } from './facts-list.tsx'
import type { FactsLook } from './facts-look.ts'
import { saveDeadlines } from './save-deadlines.ts'

interface SaveThisProps {
  facts: StateFacts | undefined
  /** MUST contain nothing private to the voter. */
  text: string
  /** Whether many voters share this device: its files and share sheet do not belong to the voter. */
  isShared: boolean
  now: () => Date
  look: FactsLook
}

/** The row of buttons. MUST show whether a press worked, and what else the voter can do. */
export function SaveThis({ facts, text, isShared, now, look }: SaveThisProps) {
  const { words, headingLevel } = look
  const [message, setMessage] = useState('')
  const content = { title: words.send.subject, text }
  // A frame may need the page's permission to share; only `canShare` reveals that.
  const canShare = !isShared && 'canShare' in navigator && navigator.canShare(content)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setMessage(words.copy.done)
    } catch {
      setMessage(words.copy.failed)
    }
  }
  const share = async () => {
    setMessage('')
    try {
      await navigator.share(content)
    } catch (error) {
      // On an abort the voter has closed the sheet.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy()
    }
  }
  const saveToCalendar = (known: StateFacts) => {
    saveDeadlines(known, now(), look)
    setMessage(words.calendar.done)
  }
  const hasDates = !isShared && facts !== undefined && datedDeadlines(facts, now()).length > 0
  const buttons: [label: string, onClick: () => void][] = [
    ...(hasDates ? [[words.calendar.button, () => saveToCalendar(facts)] as [string, () => void]] : []),
    canShare ? [words.send.share, () => void share()] : [words.copy.button, () => void copy()],
    [words.send.print, () => globalThis.print()],
  ]
  return (
    <div className="vr-copy vr-print-hidden">
      <FactsSection heading={words.save} level={headingLevel}>
        <div className="vr-copy-ways">
          {buttons.map(([label, onClick]) => (
            <button key={label} type="button" className="vr-button" part="button" onClick={onClick}>
              {label}
            </button>
          ))}
        </div>
        <p role="status" className={message === words.copy.done ? 'vr-hint vr-done' : 'vr-hint'}>
          {message}
        </p>
      </FactsSection>
    </div>
  )
}
