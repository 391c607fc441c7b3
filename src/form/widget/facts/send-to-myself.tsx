/** The ways to take the instructions along: copy, the device's own share sheet, mail, print. We send nothing and store
 *  nothing. */
import { useState } from 'react'
import type { FactsWords } from '../messages/facts-messages.ts'

/** Maximum length of a mail link. Chromium on Windows silently opens no mail program for more than 2,048 characters. */
const maxMailLinkLength = 2_000

/** What {@link SendToMyself} needs. */
interface SendToMyselfProps {
  /** The first text is complete; each further one is shorter, for where the one before is too long. MUST contain nothing
   *  private to the voter. */
  texts: readonly string[]
  /** Whether many voters share this device: its share sheet and mail do not belong to the voter. */
  isShared: boolean
  words: FactsWords
}

/** The buttons. MUST show whether a press worked, and what else the voter can do. */
export function SendToMyself({ texts, isShared, words }: SendToMyselfProps) {
  const [said, setSaid] = useState('')
  const { share, mail, print, subject, short, failed } = words.send
  const [text = ''] = texts
  const sent = { title: subject, text }
  // A frame may need the page's permission to share; only `canShare` reveals that.
  const canShare = !isShared && 'canShare' in navigator && navigator.canShare(sent)
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
  return (
    <div className="vr-copy vr-print-hidden">
      <div className="vr-copy-ways">
        <button type="button" className="vr-button" part="button" onClick={() => void copy()}>
          {words.copy.button}
        </button>
        {canShare && (
          <button type="button" className="vr-button" part="button" onClick={() => void toShareSheet()}>
            {share}
          </button>
        )}
        {mailed !== undefined && (
          <a className="vr-button vr-button-secondary" part="button" href={mailed.href}>
            {mail}
          </a>
        )}
        <button type="button" className="vr-button" part="button" onClick={() => globalThis.print()}>
          {print}
        </button>
      </div>
      {mailed?.isShort === true && <p className="vr-hint">{short}</p>}
      <p role="status" className={said === words.copy.done ? 'vr-hint vr-done' : 'vr-hint'}>
        {said}
      </p>
    </div>
  )
}

/** Returns a link that opens a mail without a recipient, with as much of the text as fits; `undefined` where none does. */
function mailLink(subject: string, texts: readonly string[]): { href: string; isShort: boolean } | undefined {
  // Line breaks in a mail link: RFC 6068, section 5.
  const links = texts.map(
    (text) =>
      `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`,
  )
  const place = links.findIndex((link) => link.length <= maxMailLinkLength)
  const href = links[place]
  return href === undefined ? undefined : { href, isShort: place > 0 }
}
