/** What voters read on a day, from the rows of the notices file and of partners. */
import { addDays, readDay } from '../../../contract/calendar-day.ts'
import { printableCell } from '../../../contract/printable.ts'
import { isoDate } from '../../../contract/text.ts'
import { periodOf } from '../../notices/notices-at.ts'
import type { WrittenNotice } from '../../notices/written-notice.ts'
import { daysInZone } from '../counts/days-in-zone.ts'
import type { PartnerRows } from './check-law.ts'

/** Returns a day in the United States: from midnight in New York to midnight in Honolulu. `undefined`: no such day. */
export function dayInStates(text: string): { from: number; to: number } | undefined {
  const day = readDay(text)
  const next = day && isoDate(addDays(day, 1))
  const [east, west] = ['America/New_York', 'Pacific/Honolulu'].map((zone) => daysInZone(text, next ?? '', zone)[0])
  return east && west && { from: east.from, to: west.to }
}

/** Returns the rows that are active at some time of a day. */
function rowsOnDay(rows: readonly WrittenNotice[], day: { from: number; to: number }): WrittenNotice[] {
  return rows.filter((row) => {
    const { from, to } = periodOf(row)
    return from < day.to && to > day.from
  })
}

/** Returns them as text, a paragraph for each partner. */
export function readOnDay(all: readonly PartnerRows[], name: string, day: { from: number; to: number }): string {
  const paragraphs = all.map(({ id, settings, rows }) => {
    const lines = rowsOnDay(rows, day).map((row) => `- ${printableCell(lineOf(row))}\n`)
    return `${id ?? settings.partner.name}\n${lines.join('') || '- nothing\n'}`
  })
  return `What voters read on ${name}. Not legal advice.\n\n${paragraphs.join('\n')}`
}

/** Returns them as JSON, a line for each row. */
export function jsonOnDay(all: readonly PartnerRows[], day: { from: number; to: number }): string {
  const lines = all.flatMap(({ id, settings, rows }) =>
    rowsOnDay(rows, day).map((row) => `${JSON.stringify({ partner: id ?? settings.partner.name, ...row })}\n`),
  )
  return lines.join('')
}

function lineOf({ text, states, doors, prefill, closes, bring, source, checked, from, to }: WrittenNotice): string {
  const effects = [
    prefill && `prefill ${prefill}`,
    closes && `${closes} closed`,
    bring && 'to bring',
    doors && `at ${doors.join(', ')}`,
  ]
  const period = [from && `from ${from}`, to && `to ${to}`]
  const said = text && `"${text.en}" (${Object.keys(text).join(', ')})`
  const written = source && `source: ${source}${checked === undefined ? '' : `, checked ${checked}`}`
  return [states?.join(' ') ?? 'all states', ...effects, said, ...period, written].filter(Boolean).join('; ')
}
