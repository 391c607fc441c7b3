/** Writes the measured parts of `docs/performance.md` and of `docs/deadline-day.md`, from the last run. */
import { readFileSync, writeFileSync } from 'node:fs'
import { measured, verdict, wanted, written } from './cells.mjs'

const performance = { file: 'docs/performance.md', begin: '<!-- measured: npm run bench -- --full --write -->' }
/** A part with its own page: its bars are on both pages. */
const deadlineDay = {
  name: 'deadline-day',
  file: 'docs/deadline-day.md',
  begin: '<!-- measured: npm run bench -- --only=deadline-day --write -->',
}
const end = '<!-- end of what was measured -->'

const row = (cells) => `| ${cells.join(' | ')} |`
const table = (head, rows) => [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)].join('\n')

/**
 * Returns the text: machine, bars, and every part's tables with its notes.
 *
 * @param good the parts that did not fail
 */
function measuredText(good) {
  const parts = good.filter(({ name }) => name !== deadlineDay.name)
  return ['## Bars', barsTable(good.flatMap((part) => part.bars)), ...parts.flatMap(partText)].join('\n\n')
}

const barsTable = (bars) =>
  table(
    ['what', 'measured', 'bar', ''],
    bars.map((bar) => [bar.says, measured(bar), wanted(bar), verdict(bar)]),
  )

function partText({ title, notes, tables, header, full }) {
  const { at, commit, machine, node, load } = header
  const busy =
    load > 1 ? ` The machine was busy with other things (load ${load}): read the ratios, not the milliseconds.` : ''
  return [
    `## ${title}`,
    `Measured ${at.slice(0, 10)} at ${commit} on ${machine}, Node ${node}, ${full ? 'full' : 'short'} run.${busy}`,
    ...notes,
    ...tables
      .filter(({ isDetail }) => !isDetail)
      .map(({ title: name, columns, rows }) =>
        table(
          [name, ...columns.map(({ label }) => label)],
          rows.map((each) => [each.name, ...columns.map(({ key, digits }) => written(each.cells[key], digits))]),
        ),
      ),
  ]
}

/**
 * Replaces the texts in the pages.
 *
 * @param result the content of `dist/bench/result.json`; failed parts are left out
 * @throws when a page has no place for its text
 */
export function writePerformance({ parts }) {
  const good = parts.filter(({ failed }) => failed === undefined)
  put(performance, measuredText(good))
  const own = good.find(({ name }) => name === deadlineDay.name)
  if (own !== undefined)
    put(deadlineDay, [partText(own)[1], barsTable(own.bars), ...partText(own).slice(2)].join('\n\n'))
}

function put({ file, begin }, measuredNow) {
  const text = readFileSync(file, 'utf8')
  const from = text.indexOf(begin)
  const to = text.indexOf(end)
  if (from < 0 || to < from) throw new Error(`${file} has no place for the tables: "${begin}" … "${end}".`)
  writeFileSync(file, `${text.slice(0, from + begin.length)}\n\n${measuredNow}\n\n${text.slice(to)}`)
}
