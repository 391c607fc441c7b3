/** The measured part of `docs/performance.md`, from the last run. */
import { readFileSync, writeFileSync } from 'node:fs'
import { measured, verdict, wanted, written } from './cells.mjs'

const file = 'docs/performance.md'
const begin = '<!-- measured: npm run bench -- --full --write -->'
const end = '<!-- end of what was measured -->'

const row = (cells) => `| ${cells.join(' | ')} |`
const table = (head, rows) => [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)].join('\n')

/**
 * The text: machine, bars, and every part's tables with its notes.
 *
 * @param result as `dist/bench/result.json` has it; parts that failed are left out
 */
export function measuredText({ parts }) {
  const good = parts.filter(({ failed }) => failed === undefined)
  const bars = good.flatMap((part) => part.bars)
  return [
    '## Bars',
    table(
      ['what', 'measured', 'bar', ''],
      bars.map((bar) => [bar.says, measured(bar), wanted(bar), verdict(bar)]),
    ),
    ...good.flatMap(partText),
  ].join('\n\n')
}

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

/** Puts the text into the page in place of the last one. @throws when the page has no place for it */
export function writePerformance(result) {
  const text = readFileSync(file, 'utf8')
  const from = text.indexOf(begin)
  const to = text.indexOf(end)
  if (from < 0 || to < from) throw new Error(`${file} has no place for the tables: "${begin}" … "${end}".`)
  writeFileSync(file, `${text.slice(0, from + begin.length)}\n\n${measuredText(result)}\n\n${text.slice(to)}`)
}
