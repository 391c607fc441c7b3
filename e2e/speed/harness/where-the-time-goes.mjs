/** The one table of `src/README.md`: where the time goes, from the last run. */
import { readFileSync, writeFileSync } from 'node:fs'
import { written } from './cells.mjs'
import { runOf } from './run-of.mjs'

const file = 'src/README.md'
const begin = '<!-- where the time goes: written by npm run bench -- --full --write -->'
const end = '<!-- end of the table -->'

/** A cell of a part's table, by the title's beginning, the row's beginning and the column. */
function cellOf(parts, name, table, row, key) {
  const part = parts.find((each) => each.name === name)
  const found = part?.tables?.find(({ title }) => title.startsWith(table))
  return found?.rows.find((each) => each.name.startsWith(row))?.cells[key]
}

/** The table as Markdown. Rows whose part is missing or failed are left out. */
export function whereTheTimeGoes({ header, parts }) {
  const at = (part) => parts.find(({ name }) => name === part)?.tables ?? []
  const rows = []
  const add = (what, cell, unit, digits, beside = '') => {
    if (cell !== undefined) rows.push(`| ${what} | ${`${written(cell, digits)} ${unit}`.trim()} | ${beside} |`)
  }
  const page = (row, key) => cellOf(parts, 'page', 'Slow', row, key)
  for (const row of ['the script file', 'the React door', 'the hosted page']) {
    const beside = `${written(page(row, 'times_slow'), 2)} × a page by hand, SurveyJS ${written(page('SurveyJS', 'typable_slow'), 0)} ms, Form.io ${written(page('Form.io', 'typable_slow'), 0)} ms`
    add(
      `${row}, slow phone and network: until the first field takes typing`,
      page(row, 'typable_slow'),
      'ms',
      0,
      beside,
    )
    add(
      `— of it the main thread`,
      page(row, 'processor_slow'),
      'ms',
      0,
      `by hand ${written(page('hand-written, one script', 'processor_slow'), 0)} ms`,
    )
    add(
      `— a key until it is painted, p95`,
      page(row, 'keys95_slow'),
      'ms',
      0,
      `by hand ${written(page('hand-written, one script', 'keys95_slow'), 0)} ms`,
    )
  }
  for (const { name, cells } of at('guards')[0]?.rows ?? []) {
    const beside = cells.added === undefined ? '' : `${written(cells.micros, 0)} µs in all`
    add(`a registration, processor time: ${name}`, cells.added ?? cells.micros, 'µs', 0, beside)
  }
  for (const row of ['the BFF, everything on, in memory', 'the BFF, everything on, on disk']) {
    const beside = `${written(cellOf(parts, 'proxy', 'Requests', row, 'work'), 2)} × raw node:http by processor time`
    add(`${row}: requests a second, 50 connections`, cellOf(parts, 'proxy', 'Requests', row, 'rate50'), '', 0, beside)
    add(`— added to p50 at one connection`, cellOf(parts, 'proxy', 'Milliseconds', row, 'added'), 'ms', 2)
  }
  for (const row of ['the BFF, delivered', 'the BFF, kept']) {
    const beside = `${written(cellOf(parts, 'presses', 'Presses', row, 'ratio'), 2)} × raw node:http`
    add(
      `a press, ${row.replace('the BFF, ', '')}: processor time`,
      cellOf(parts, 'presses', 'Presses', row, 'micros'),
      'µs',
      0,
      beside,
    )
  }
  add('a further form on the page: main thread', cellOf(parts, 'instances', 'What', 'each', 'processor'), 'ms', 0)
  add('a press with 1,000,000 rows in the outbox, p99', cellOf(parts, 'outbox', 'By', '1,000,000', 'p99'), 'ms', 1)
  const busy = header.load > 1 ? `; the machine was busy (load ${header.load}), so read the ratios` : ''
  return `Measured ${header.at.slice(0, 10)} at ${header.commit} on ${header.machine}, Node ${header.node}, ${runOf(parts)}${busy}. Medians, least and greatest in brackets.

| where | time | beside |
|---|---|---|
${rows.join('\n')}`
}

/** Puts the table into `src/README.md` in place of the last one. */
export function writeTable(result) {
  const text = readFileSync(file, 'utf8')
  const from = text.indexOf(begin)
  const to = text.indexOf(end)
  if (from < 0 || to < from) throw new Error(`${file} has no place for the table: "${begin}" … "${end}".`)
  writeFileSync(file, `${text.slice(0, from + begin.length)}\n${whereTheTimeGoes(result)}\n${text.slice(to)}`)
}
