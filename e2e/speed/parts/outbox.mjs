/** The database on disk: what a registration and its press cost when millions of rows are already stored. `OUTBOX_ROWS` (for
 *  example `1000,10000000`) sets the sizes. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Libsql from 'libsql'
import { bffPaths } from 'voter-registration/contract'
import { memory } from '../harness/child.mjs'
import { measuring } from '../harness/measure-run.mjs'
import { rounds } from '../harness/rounds.mjs'
import { spread } from '../harness/statistics.mjs'
import { startBff, startLoad, startUpstream } from '../servers/start-servers.mjs'

/** Measures a BFF on databases with more and more failed presses and consent receipts: both have a long retention. */
export async function measure({ full, log }) {
  const asked = process.env.OUTBOX_ROWS?.split(',').map(Number)
  const sizes = asked ?? (full ? [1e3, 1e5, 1e6, 1e7] : [1e3, 1e6])
  const seconds = full ? 5 : 1
  const count = full ? 5 : 2
  const work = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-outbox-'))
  const upstream = await startUpstream()
  const load = await startLoad()
  const servers = {}
  try {
    for (const size of sizes) {
      log(`${size.toLocaleString('en-US')} rows`)
      const data = path.join(work, String(size))
      // A first start creates the tables.
      await (await startBff(upstream, { data })).stop()
      fill(path.join(data, 'bff.db'), size)
      const began = performance.now()
      const bff = await startBff(upstream, { data })
      const opened = performance.now() - began
      const bytes = statSync(path.join(data, 'bff.db')).size
      servers[size] = { ...bff, opened, bytes, request: { ...bff.request, pressPath: bffPaths.presses } }
    }
    const once = measuring(load, upstream)
    const results = await rounds(servers, count, (server) => once(server, { connections: 50, seconds }))
    const of = (size, key) => spread(results[size].map((result) => result[key]))
    return {
      title: 'The database on disk, with 10³ rows and more in it',
      notes: [
        `SQLite; each database holds so many presses that failed and as many receipts of consent. ${count} rounds of ${seconds} s, 50 connections, in turns; each voter registers and presses.`,
        ...(full || asked ? [] : ['10⁷ rows with --full.']),
      ],
      tables: [
        {
          title: 'By the number of rows',
          columns: [
            { key: 'rate', label: 'voters/s', digits: 0 },
            { key: 'micros', label: 'µs of processor time each', digits: 0 },
            { key: 'p50', label: 'p50, ms', digits: 2 },
            { key: 'p99', label: 'p99, ms', digits: 2 },
            { key: 'opened', label: 'start, ms', digits: 0 },
            { key: 'bytes', label: 'database, MiB', digits: 1 },
            { key: 'rss', label: 'memory, MiB', digits: 0 },
          ],
          rows: sizes.map((size) => ({
            name: `${size.toLocaleString('en-US')} rows`,
            ours: true,
            cells: {
              rate: of(size, 'perSecond'),
              micros: of(size, 'micros'),
              p50: of(size, 'p50'),
              p99: of(size, 'p99'),
              opened: servers[size].opened,
              bytes: servers[size].bytes / 2 ** 20,
              rss: memory(servers[size].child.pid),
            },
          })),
        },
      ],
      figures: [],
    }
  } finally {
    for (const server of Object.values(servers)) await server.stop()
    await load.stop()
    await upstream.stop()
    rmSync(work, { recursive: true, force: true })
  }
}

/** Inserts presses that failed a day ago, and receipts, into a database that no process has open. Their marks are random,
 *  like real ones; the index over them is created afterwards, which takes a tenth of the time. */
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
