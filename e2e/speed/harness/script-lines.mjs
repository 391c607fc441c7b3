/** Lets a script of its own join the benchmarks: whatever it prints, each line that is a JSON object with a `table` is a
 *  row of that table, and with a `bar` a bar. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/**
 * Runs a script and makes tables of its lines.
 *
 * A row: `{"table": "Uptime: 10⁵ checks", "row": "sites of a page", "ours": true, "ms": 1.2, "rows": 100000}`; a number or
 * `{median, min, max}` becomes a column, named as it is, or by `"labels": {"ms": "p50, ms"}`. A bar:
 * `{"bar": "p99 of GET /v2/uptime/site/ in ms", "value": 12, "most": 20}`. A note: `{"note": "…"}`. Lines without either
 * of them, and what is no JSON, are passed by.
 */
export async function scriptLines(file, { title, args = [], env = {}, log }) {
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`${file}: ${signal ?? `exit code ${code}`}`)),
    )
  })
  ended.catch(() => undefined)
  const part = { title, tables: [], bars: [], notes: [] }
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  for await (const line of createInterface({ input: child.stdout })) take(part, line, log)
  await ended
  process.off('exit', end)
  return part
}

function take(part, line, log) {
  const said = readObject(line)
  if (said === undefined) return
  if (typeof said.note === 'string') part.notes.push(said.note)
  if (typeof said.bar === 'string')
    part.bars.push({ says: said.bar, value: said.value, least: said.least, most: said.most })
  if (typeof said.table !== 'string') return
  const { table: title, row: name = '', ours = true, labels = {}, digits = {}, ...cells } = said
  log(`${title}: ${name}`)
  let table = part.tables.find((each) => each.title === title)
  if (table === undefined) {
    table = { title, columns: [], rows: [] }
    part.tables.push(table)
  }
  for (const [key, value] of Object.entries(cells)) {
    if (table.columns.some((column) => column.key === key)) continue
    const example = typeof value === 'object' && value !== null ? value.median : value
    table.columns.push({ key, label: labels[key] ?? key, digits: digits[key] ?? (Number.isInteger(example) ? 0 : 2) })
  }
  table.rows.push({ name, ours, cells })
}

function readObject(line) {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
