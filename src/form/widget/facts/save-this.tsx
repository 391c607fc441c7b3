/** The ways to take the answer along: the calendar, copy, the device's own share sheet, mail, print. We send nothing and store
 *  nothing. */
import { useState } from 'react'
import type { StateFacts } from '../../../contract/civic-data/state-facts.ts'
import { datedDeadlines } from './deadline-dates.ts'
import { FactsSection } from './facts-list.tsx'
import type { FactsLook } from './facts-look.ts'
import { saveDeadlines } from './save-deadlines.ts'

/** Maximum length of a mail link. Chromium on Windows silently opens no mail program for more than 2,048 characters. */
const maxMailLinkLength = 2_000

/** What {@link SaveThis} needs. */
interface SaveThisProps {
  facts: StateFacts | undefined
  /** The first text is complete, the second one is short: for a mail, where the first is too long. MUST contain nothing private
   *  to the voter. */
  texts: readonly string[]
  /** Whether many voters share this device: its files, share sheet and mail do not belong to the voter. */
  isShared: boolean
  /** Whether no script runs on this page: only the mail works without. */
  isStatic?: boolean | undefined
  now: () => Date
  look: FactsLook
}

/** The row of buttons. MUST show whether a press worked, and what else the voter can do. */
export function SaveThis({ facts, texts, isShared, isStatic = false, now, look }: SaveThisProps) {
  const { words, headingLevel } = look
  const [said, setSaid] = useState('')
  const { share, mail, print, subject, failed } = words.send
  const [text = ''] = texts
  const sent = { title: subject, text }
  // A frame may need the page's permission to share; only `canShare` reveals that.
  const canShare = !isShared && !isStatic && 'canShare' in navigator && navigator.canShare(sent)
  const mailed = isShared ? undefined : mailLink(subject, texts)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setSaid(words.copy.done)
    } catch {
      setSaid(words.copy.failed)
    }
  }
  const toShareSheet = async () => {
    setSaid('')
    try {
      await navigator.share(sent)
    } catch (error) {
      // On an abort the voter has closed the sheet.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setSaid(failed)
    }
  }
  const toCalendar = (known: StateFacts) => {
    saveDeadlines(known, now(), look)
    setSaid(words.calendar.done)
  }
  const hasDates = !isShared && facts !== undefined && datedDeadlines(facts, now()).length > 0
  const ways: [label: string, press: () => void][] = [
    ...(hasDates ? [[words.calendar.button, () => toCalendar(facts)] as [string, () => void]] : []),
    [words.copy.button, () => void copy()],
    ...(canShare ? [[share, () => void toShareSheet()] as [string, () => void]] : []),
  ]
  if (isStatic && mailed === undefined) return null
  return (
    <div className="vr-copy vr-print-hidden">
      <FactsSection heading={words.save} level={headingLevel}>
        <div className="vr-copy-ways">
          {!isStatic && ways.map(([label, press]) => <Way key={label} label={label} press={press} />)}
          {mailed !== undefined && (
            <a className="vr-button" part="button" href={mailed}>
              {mail}
            </a>
          )}
          {!isStatic && <Way label={print} press={() => globalThis.print()} />}
        </div>
        <p role="status" className={said === words.copy.done ? 'vr-hint vr-done' : 'vr-hint'}>
          {said}
        </p>
      </FactsSection>
    </div>
  )
}

function Way({ label, press }: { label: string; press: () => void }) {
  return (
    <button type="button" className="vr-button" part="button" onClick={press}>
      {label}
    </button>
  )
}

/** Returns a link that opens a mail without a recipient, with the first text that fits; `undefined` where none does. */
function mailLink(subject: string, texts: readonly string[]): string | undefined {
  return (
    texts
      .filter((text) => text !== '')
      // Line breaks in a mail link: RFC 6068, section 5.
      .map((text) => {
        const body = encodeURIComponent(text.replaceAll('\n', '\r\n'))
        return `mailto:?subject=${encodeURIComponent(subject)}&body=${body}`
      })
      .find((link) => link.length <= maxMailLinkLength)
  )
}
