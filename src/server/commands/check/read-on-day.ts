/** What voters read on a day, from the rows of the notices file and of partners. */

import { printableCell } from '../../../contract/printable.ts'
import { periodOf } from '../../notices/notices-at.ts'
import type { WrittenNotice } from '../../notices/written-notice.ts'
import type { PartnerRows } from './check-law.ts'

const hour = 3_600_000

/** Returns a day in the United States: from midnight in New York to midnight in Honolulu. `undefined`: no such day. */
export function readDay(day: string): { from: number; to: number } | undefined {
  const at = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN
  return Number.isNaN(at) ? undefined : { from: at + 4 * hour, to: at + 34 * hour }
}

/** Returns the rows that are active at some time of a day. */
export function rowsOnDay(rows: readonly WrittenNotice[], day: { from: number; to: number }): WrittenNotice[] {
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
