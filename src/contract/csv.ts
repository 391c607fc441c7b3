/** Writes and reads tables as CSV (RFC 4180). */
import { printable } from './printable.ts'

/** A cell; `null` and `undefined` are empty. */
export type CsvCell = string | number | null | undefined

/**
 * A table that spreadsheets read and do not run: a text that one would take for a formula begins with an apostrophe, and
 * control characters and direction controls are written as `\u001b`. Lines end with CRLF, the last one too.
 */
export function csvOf(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return [header, ...rows].map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')
}

/** What spreadsheets take for the beginning of a formula, in ASCII and in full width; apostrophes are doubled before it. */
const formula = /^'*\s*[=+\-@＝＋－＠]/

function quoted(cell: CsvCell): string {
  if (typeof cell !== 'string') return cell === null || cell === undefined ? '' : String(cell)
  const plain = printable(cell.replaceAll('\r\n', '\n'))
  const harmless = formula.test(plain) ? `'${plain}` : plain
  return /[",\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/**
 * Reads what {@link csvOf} wrote, as rows with the header first; a byte order mark and the apostrophes before formulas are
 * taken away. Never throws: a quotation that does not end goes to the end of the text.
 */
export function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  // A cell in quotation marks or without, and what ends it.
  for (const [, quotation, bare, end] of text
    .replace(/^\uFEFF/, '')
    .matchAll(/(?:"([^"]*(?:""[^"]*)*)(?:"|$)|([^",\r\n][^,\r\n]*|))(,|\r?\n|\r|$)/g)) {
    const cell = quotation?.replaceAll('""', '"') ?? bare ?? ''
    if (end === '' && cell === '' && quotation === undefined && row.length === 0) break
    row.push(/^'+\s*[=+\-@＝＋－＠]/.test(cell) ? cell.slice(1) : cell)
    if (end === ',') continue
    rows.push(row)
    row = []
    if (end === '') break
  }
  return rows
}
