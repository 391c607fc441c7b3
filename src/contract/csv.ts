/** Writes CSV that spreadsheets do not execute, and reads it again. */

/** A cell; `null` and `undefined` are empty. */
export type CsvCell = string | number | null | undefined

/** Returns a table that spreadsheets read but do not execute: a text that looks like a formula gets an apostrophe in front,
 *  and control characters and direction controls are written as `\u001b`. Lines end with CRLF, including the last one. */
export function formatCsv(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return [header, ...rows].map((cells) => `${formatCsvRow(cells)}\r\n`).join('')
}

/** Returns one row of such a table, without a line end. */
export const formatCsvRow = (cells: readonly CsvCell[]): string => cells.map(quoteCell).join(',')

/** How a formula begins for spreadsheets, in ASCII and full-width; leading apostrophes also count, so one more is added. */
const formula = /^'*\s*[=+\-@＝＋－＠]/

function quoteCell(cell: CsvCell): string {
  if (typeof cell !== 'string') return cell === null || cell === undefined ? '' : String(cell)
  const visible = escapeControls(cell.replaceAll('\r\n', '\n'))
  const safe = formula.test(visible) ? `'${visible}` : visible
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Reads the output of {@link formatCsv} as rows with the header first; removes a byte order mark and the apostrophes before
 *  formulas. Never throws: a quotation without an end runs to the end of the text. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  // A quotation, if there is one; what else is in the cell; its separator. Matches at every position.
  for (const [, quotation, unquoted = '', end] of text
    .replace(/^\uFEFF/, '')
    .matchAll(/(?:"([^"]*(?:""[^"]*)*)(?:"|$))?([^,\r\n]*)(,|\r?\n|\r|$)/g)) {
    const cell = (quotation?.replaceAll('""', '"') ?? '') + unquoted
    if (end === '' && cell === '' && quotation === undefined && row.length === 0) break
    row.push(/^'+\s*[=+\-@＝＋－＠]/.test(cell) ? cell.slice(1) : cell)
    if (end === ',') continue
    rows.push(row)
    row = []
    if (end === '') break
  }
  return rows
}

/** Also direction controls and line separators. JSON keeps its meaning: these characters occur only in its strings. */
export function escapeControls(text: string): string {
  return text.replace(/[^\P{Cc}\n]|[\p{Bidi_Control}\u2028\u2029]/gu, escapeCharacter)
}

/** Like {@link escapeControls}, and also escapes line feeds: a cell of a table cannot start a row. */
export function escapeCell(text: string): string {
  return escapeControls(text).replaceAll('\n', escapeCharacter)
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
