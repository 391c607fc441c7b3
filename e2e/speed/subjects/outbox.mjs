/** The outbox on disk: what a press costs when thousands and millions of them are kept already. `OUTBOX_ROWS` (for example
 *  `1000,10000000`) sets the sizes. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Libsql from 'libsql'
import { memory } from '../harness/child.mjs'
import { rounds } from '../harness/rounds.mjs'
import { spread } from '../harness/statistics.mjs'
import { browser, startBff, startLoad, startUpstream } from '../servers/proxies.mjs'

/** Measures a BFF on databases with more and more presses that failed and receipts of consent: both are kept for long. */
export async function measure({ full, log }) {
  const asked = process.env.OUTBOX_ROWS?.split(',').map(Number)
  const sizes = asked ?? (full ? [1e3, 1e4, 1e5, 1e6, 1e7] : [1e3, 1e5, 1e6])
  const seconds = full ? 5 : 0.6
  const count = full ? 5 : 2
  const work = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-outbox-'))
  const upstream = await startUpstream()
  const load = await startLoad()
  const subjects = {}
  try {
    for (const size of sizes) {
      log(`${size.toLocaleString('en-US')} rows`)
      const data = path.join(work, String(size))
      // A first start makes the tables.
      await (await startBff(upstream, { disk: true, data })).stop()
      fill(path.join(data, 'bff.db'), size)
      const began = performance.now()
      const bff = await startBff(upstream, { disk: true, data, inFlight: 256 })
      const opened = performance.now() - began
      const { presses } = await load.run({ ...only(bff), connections: 50, seconds: full ? 10 : 1, harvest: 50_000 })
      const bodies = presses.map((press) => JSON.stringify({ press }))
      const template = { path: '/presses', headers: { ...browser, 'content-type': 'text/plain' }, bodies }
      const bytes = statSync(path.join(data, 'bff.db')).size
      subjects[size] = { bff, opened, bytes, task: { port: bff.port, template, check: 'none', expect: 202 } }
    }
    const results = await rounds(subjects, count, async ({ task, bff }) => {
      const run = await load.run({ ...task, connections: 50, seconds })
      if (Object.keys(run.statuses).join() !== '202')
        throw new Error(`Presses were not kept: ${JSON.stringify(run.statuses)}`)
      const began = performance.now()
      const shown = await fetch(bff.metrics)
      const text = await shown.text()
      if (!/outbox_failed \d+/.test(text)) throw new Error('The metrics do not tell the depth of the outbox.')
      return { ...run, depth: performance.now() - began }
    })
    const of = (size, key) => spread(results[size].map((result) => result[key]))
    return {
      title: 'The outbox on disk, with 10³ rows and more in it',
      notes: [
        `SQLite, synchronous=FULL; each database holds so many presses that failed and as many receipts of consent. ${count} rounds of ${seconds} s, 50 connections, interleaved.`,
        ...(full || asked ? [] : ['10⁷ rows with --full.']),
      ],
      tables: [
        {
          title: 'By the number of rows',
          columns: [
            { key: 'rate', label: 'presses kept, /s', digits: 0 },
            { key: 'p50', label: 'p50, ms', digits: 2 },
            { key: 'p99', label: 'p99, ms', digits: 2, chart: true },
            { key: 'depth', label: 'telling its depth (/metrics), ms', digits: 1 },
            { key: 'opened', label: 'start, ms', digits: 0 },
            { key: 'bytes', label: 'database, MiB', digits: 1 },
            { key: 'rss', label: 'memory, MiB', digits: 0 },
          ],
          rows: sizes.map((size) => ({
            name: `${size.toLocaleString('en-US')} rows`,
            ours: true,
            cells: {
              rate: of(size, 'perSecond'),
              p50: of(size, 'p50'),
              p99: of(size, 'p99'),
              depth: of(size, 'depth'),
              opened: subjects[size].opened,
              bytes: subjects[size].bytes / 2 ** 20,
              rss: memory(subjects[size].bff.child.pid),
            },
          })),
        },
      ],
      bars: [],
    }
  } finally {
    for (const { bff } of Object.values(subjects)) await bff.stop()
    await load.stop()
    await upstream.stop()
    rmSync(work, { recursive: true, force: true })
  }
}

const only = ({ port, template, check }) => ({ port, template, check })

/** Puts presses that failed a day ago, and receipts, into a database that nobody has open. Their marks are random, as real
 *  ones are; the index over them is made afterwards, which takes a tenth of the time. */
function fill(file, size) {
  const database = new Libsql(file)
  for (const setting of ['synchronous = OFF', 'cache_size = -262144', 'temp_store = FILE'])
    database.exec(`PRAGMA ${setting}`)
  const { sql: once } = database.prepare("SELECT sql FROM sqlite_schema WHERE name = 'bff_press_once'").get()
  database.exec('DROP INDEX bff_press_once')
  const at = Date.now() - 86_400_000
  const portion = 250_000
  for (let from = 1; from <= size; from += portion) {
    const numbers = `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${Math.min(size, from + portion - 1)})`
    database.exec(`INSERT INTO bff_press (state, event, reference, mark, tries, accepted_at, due_at, tried_at, last_status)
      ${numbers} SELECT 'failed', '{"kind":"sample","id":' || i || '}', 'ref-' || i, lower(hex(randomblob(16))), 8, ${at} + i % 1000, ${at}, ${at}, 503 FROM n`)
    database.exec(`INSERT INTO bff_receipt (id, at, reference, wording, locale, boxes, site, outcome)
      ${numbers} SELECT printf('%032x', i), ${at} + i / 1000, 'ref-' || i, 'en-00000000', 'en', 'sms_opt_in', 'https://partner.example', 'answered' FROM n`)
  }
  database.exec(once)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}
