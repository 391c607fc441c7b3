/** Formats rows and numbers for the terminal. */
import { printableCell } from '../../contract/printable.ts'

/** Formats a table: columns as wide as their widest text, numbers to the right, control characters escaped, final newline. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const texts = [head, ...rows].map((row) => row.map((cell) => printableCell(String(cell))))
  const widths = head.map((_, column) => Math.max(...texts.map((row) => row[column]?.length ?? 0)))
  const right = head.map((_, column) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number'))
  const lines = texts.map((row) =>
    row
      .map((text, column) => (right[column] ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
  return `${lines.join('\n')}\n`
}

/** A number with its noun in the singular or the plural: `1 file`, `0 files`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
