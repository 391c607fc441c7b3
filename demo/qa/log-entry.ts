/** One entry of the QA page's log, and the log as text. */

/** The sender or receiver of a message. */
export type Party = 'page' | 'form' | 'BFF' | 'sandbox'

/** Something that happened. */
export interface LogEntry {
  id: number
  date: Date
  source: Party
  target: Party
  /** What happened, in one line. */
  line: string
  tone: 'plain' | 'good' | 'bad'
  /** All details; empty when the line is complete. */
  details: string
  /** Whether it happened before this page was opened. */
  isEarlier?: boolean
}

/** Returns the time of day of an entry, to the millisecond, in the browser's time zone. */
export function formatTime(date: Date): string {
  return `${digits(date.getHours())}:${digits(date.getMinutes())}:${digits(date.getSeconds())}.${digits(date.getMilliseconds(), 3)}`
}

function digits(value: number, length = 2): string {
  return String(value).padStart(length, '0')
}

/** Returns the log as text, for pasting into a report. */
export function logText(entries: readonly LogEntry[]): string {
  return entries
    .map(({ date, source, target, line, details }) => {
      const indented = details === '' ? '' : `\n${details.replace(/^/gm, '    ')}`
      return `${formatTime(date)} ${source} → ${target}: ${line}${indented}\n`
    })
    .join('\n')
}
