/** A fact in one line of plain text, where there is no room for more. */
import type { StateFact } from '../../contract/civic/state-facts.ts'

/** What a fact says, with its exceptions (R-C20), in one line. */
export function saidBy({ value, footnotes }: StateFact): string {
  const text = value.is === 'markdown' ? value.markdown : value.is === 'text' ? value.text : ''
  const date = value.is === 'date' ? value.date : ''
  return [text, date, footnotes].filter(Boolean).join(' – ').replaceAll(/\s+/g, ' ').trim()
}
