/** Writes results as Markdown. */
import { execFileSync } from 'node:child_process'
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os'

/** Describes commit, time, machine, and its load. When that exceeds the number of cores, only ratios are meaningful. */
export function describeMachine() {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB`
  const load = loadavg()[0].toFixed(1)
  return `Measured ${new Date().toISOString().slice(0, 16)} at ${commit} on ${machine}, ${platform()} ${release()} ${arch()}, Node ${process.version}, load ${load} before`
}

const formatRow = (cells) => `| ${cells.join(' | ')} |`
const formatTable = (head, rows) =>
  [formatRow(head), `|${'---|'.repeat(head.length)}`, ...rows.map(formatRow)].join('\n')

/** Returns one part's figures, tables and notes. */
export function formatPart({ title, header, seconds, notes = [], tables = [], figures = [], failed }) {
  const figureRows = figures.map((figure) => [figure.says, formatFigure(figure), formatAim(figure)])
  return [
    `\n## ${title}`,
    `${header} ${seconds} s.`,
    ...(failed ? [`FAILED: ${failed}`] : []),
    ...tables.map((table) =>
      formatTable(
        [table.title, ...table.columns.map(({ label }) => label)],
        table.rows.map(({ name, cells }) => [
          name,
          ...table.columns.map(({ key, digits }) => format(cells[key], digits)),
        ]),
      ),
    ),
    ...(figures.length > 0 ? [formatTable(['what', 'measured', 'aim'], figureRows)] : []),
    ...notes,
  ].join('\n\n')
}

/** Formats a cell: a number, a median with its extremes, or nothing. */
function format(cell, digits = 2) {
  if (cell === undefined || cell === null) return '–'
  const text = (value) =>
    value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  if (typeof cell === 'number') return text(cell)
  const { median, min, max } = cell
  return text(median) + (text(min) === text(max) ? '' : ` (${text(min)} to ${text(max)})`)
}

/** Returns what a figure aims at: its limit, or only the better direction. */
function formatAim({ min, max }) {
  if (min === undefined && max === undefined) return 'lower is better'
  const limit = min ?? max
  return `${min === undefined ? '≤' : '≥'} ${format(limit, Number.isInteger(limit) ? 0 : 2)}`
}

/** Returns a figure's value with as many digits as it and its limit have. */
function formatFigure({ value, min, max }) {
  if (value === undefined) return 'not measured'
  return format(value, Number.isInteger(value) || (min ?? max ?? value.median ?? value) >= 100 ? 0 : 2)
}
