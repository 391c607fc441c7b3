/** Saves all-day events as an iCalendar file (RFC 5545) on the voter's device. */
import { addDays } from '../../../contract/dates.ts'
import { type CalendarDay, isoDate } from '../../../contract/text.ts'

export interface CalendarEntry {
  /** A permanent id: importing the file twice makes one entry. Letters, digits and hyphens. */
  id: string
  date: CalendarDay
  summary: string
  description: string
}

/** 9 a.m. a week before the day, and 9 a.m. the day before it. */
const alarms = ['-P6DT15H', '-PT15H']

/** Lines end with CRLF and are folded at 75 bytes. Events have no time zone, do not block time, and have two alarms. */
export function createCalendarFile(entries: readonly CalendarEntry[], createdAt: Date): string {
  const stamp = createdAt.toISOString().replace(/[-:]|\.\d+/g, '')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//voter-registration//facts//EN',
    'CALSCALE:GREGORIAN',
    ...entries.flatMap(({ id, date, summary, description }) => [
      'BEGIN:VEVENT',
      `UID:${id}@voter-registration`,
      `DTSTAMP:${stamp}`,
      `DTSTART;VALUE=DATE:${isoDate(date).replaceAll('-', '')}`,
      `DTEND;VALUE=DATE:${isoDate(addDays(date, 1)).replaceAll('-', '')}`,
      `SUMMARY:${escapeText(summary)}`,
      `DESCRIPTION:${escapeText(description)}`,
      'TRANSP:TRANSPARENT',
      ...alarms.flatMap((trigger) => [
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        `TRIGGER:${trigger}`,
        `DESCRIPTION:${escapeText(summary)}`,
        'END:VALARM',
      ]),
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return `${lines.map(foldLine).join('\r\n')}\r\n`
}

export function saveCalendar(entries: readonly CalendarEntry[], name: string, createdAt: Date): void {
  const url = URL.createObjectURL(
    new Blob([createCalendarFile(entries, createdAt)], { type: 'text/calendar;charset=utf-8' }),
  )
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}.ics`
  link.click()
  // Some browsers read the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

function escapeText(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n?|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, '')
}

/** Folds a line after 75 bytes (RFC 5545 section 3.1), without splitting a character. */
function foldLine(line: string): string {
  const encoder = new TextEncoder()
  const rows: string[] = []
  let row = ''
  let length = 0
  for (const character of line) {
    const bytes = encoder.encode(character).length
    if (length + bytes > 75) {
      rows.push(row)
      row = ' '
      length = 1
    }
    row += character
    length += bytes
  }
  return [...rows, row].join('\r\n')
}
