/** Formats a result as text for a terminal. */
import { aim, measured, written } from './cells.mjs'

/** Returns the header's lines. */
export const headerText = ({ machine, system, node, version, commit, at, load }) =>
  `voter-registration ${version} (${commit}), ${at}\n${machine}, ${system}, Node ${node}; load ${load} when it began`

/** Returns one subject's tables, notes and figures. */
export function partText({ title, notes = [], tables = [], figures = [], failed }) {
  const lines = ['', title, '='.repeat(title.length), ...(failed ? [`FAILED: ${failed}`] : [])]
  for (const table of tables) {
    const cells = [
      ['', ...table.columns.map(({ label }) => label)],
      ...table.rows.map((row) => [
        row.name,
        ...table.columns.map(({ key, digits }) => written(row.cells[key], digits)),
      ]),
    ]
    const widths = cells[0].map((_, column) => Math.max(...cells.map((row) => row[column].length)))
    const line = (row) =>
      row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join('  ')
    lines.push('', table.title, ...cells.map(line))
  }
  if (figures.length > 0)
    lines.push('', ...figures.map((figure) => `${figure.says}: ${measured(figure)} (${aim(figure)})`))
  return [...lines, '', ...notes].join('\n')
}
