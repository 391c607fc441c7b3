/** Writes the measured parts of `docs/performance.md`, `docs/evidence/measurements.md` and `docs/evidence/deadline-day.md`, from the
 *  last run. */
import { readFileSync, writeFileSync } from 'node:fs'
import { aim, measured, written } from './cells.mjs'

const evidence = {
  file: 'docs/evidence/measurements.md',
  begin: '<!-- measured: npm run bench -- --full --write -->',
}
const performance = { file: 'docs/performance.md', begin: '<!-- measured: npm run bench -- --full --write -->' }
/** A part with its own page. */
const deadlineDay = {
  name: 'deadline-day',
  file: 'docs/evidence/deadline-day.md',
  begin: '<!-- measured: npm run bench -- --only=deadline-day --write -->',
}
const end = '<!-- end of what was measured -->'

const row = (cells) => `| ${cells.join(' | ')} |`
const table = (head, rows) => [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)].join('\n')

/** Returns every part's figures, tables and notes. */
const everything = (parts) =>
  ['## Figures', figuresTable(parts.flatMap((part) => part.figures)), ...parts.flatMap(partText)].join('\n\n')

const figuresTable = (figures) =>
  table(
    ['what', 'measured', 'aim'],
    figures.map((figure) => [figure.says, measured(figure), aim(figure)]),
  )

const measuredAt = ({ header: { at, commit, machine, node, load }, full }) => {
  const busy =
    load > 1 ? ` The machine was busy with other things (load ${load}): read the ratios, not the milliseconds.` : ''
  return `Measured ${at.slice(0, 10)} at ${commit} on ${machine}, Node ${node}, ${full ? 'full' : 'short'} run.${busy}`
}

function partText(part) {
  return [
    `## ${part.title}`,
    measuredAt(part),
    ...part.notes,
    ...part.tables
      .filter(({ isDetail }) => !isDetail)
      .map(({ title, columns, rows }) => cellsTable(title, columns, rows)),
  ]
}

const cellsTable = (title, columns, rows) =>
  table(
    [title, ...columns.map(({ label }) => label)],
    rows.map((each) => [each.name, ...columns.map(({ key, digits }) => written(each.cells[key], digits))]),
  )

/** The figures of each audience: the part, its table, and three columns of it. */
const audiences = [
  { heading: 'For the voter', part: 'page', table: 0, keys: ['typable', 'times', 'brotli'] },
  { heading: 'For the partner', part: 'page', table: 1, keys: ['blocking', 'heap', 'CLS'] },
  { heading: 'For the operator', part: 'saturation', table: 0, keys: ['micros', 'p99', 'rss'] },
]

/** Returns the three figures of each audience beside those of the peers. */
function summary(parts) {
  return audiences
    .flatMap(({ heading, part: name, table: at, keys }) => {
      const part = parts.find((each) => each.name === name)
      if (part === undefined) return []
      const { title, columns, rows } = part.tables[at]
      const shown = keys.map((key) => columns.find((column) => column.key === key))
      return [`### ${heading}`, cellsTable(title, shown, rows), measuredAt(part)]
    })
    .join('\n\n')
}

/**
 * Replaces the texts in the pages.
 *
 * @param result the content of `dist/bench/result.json`; failed parts are left out
 * @throws when a page has no place for its text
 */
export function writePerformance({ parts }) {
  const good = parts.filter(({ failed }) => failed === undefined)
  const own = good.find(({ name }) => name === deadlineDay.name)
  put(evidence, everything(good.filter((part) => part !== own)))
  put(performance, summary(good))
  if (own !== undefined)
    put(deadlineDay, [measuredAt(own), figuresTable(own.figures), ...partText(own).slice(2)].join('\n\n'))
}

function put({ file, begin }, measuredNow) {
  const text = readFileSync(file, 'utf8')
  const from = text.indexOf(begin)
  const to = text.indexOf(end)
  if (from < 0 || to < from) throw new Error(`${file} has no place for the tables: "${begin}" … "${end}".`)
  writeFileSync(file, `${text.slice(0, from + begin.length)}\n\n${measuredNow}\n\n${text.slice(to)}`)
}
