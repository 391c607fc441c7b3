/** What it takes to count the registrations of an election year: the command with its start, on SQLite and on PostgreSQL.
 *  `COUNTS_ROWS` sets how many receipts there are. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Libsql from 'libsql'
import { Client } from 'pg'
import { startPostgres } from '../../start-postgres.mjs'
import { spread } from '../harness/statistics.mjs'
import { cli, startBff, startUpstream } from '../servers/start-servers.mjs'

const days = 180
const questions = ['day', 'week,source', 'day,source', 'state,source', 'partner,state,outcome']

/** Measures each question several times on both storages. */
export async function measure({ full, log }) {
  const size = Number(process.env.COUNTS_ROWS ?? 2_000_000)
  const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-counts-'))
  const postgres = await startPostgres()
  const upstream = await startUpstream()
  try {
    const engines = {
      SQLite: { DATA_DIR: path.join(folder, 'data') },
      PostgreSQL: { DATA_DIR: '', DATABASE_URL: await postgres.newDatabase() },
    }
    const rows = []
    for (const [engine, env] of Object.entries(engines)) {
      log(`${size.toLocaleString('en-US')} receipts, ${engine}`)
      // A first start creates the tables.
      await (await startBff(upstream, { env })).stop()
      await (engine === 'SQLite' ? fillSqlite(env.DATA_DIR, size) : fillPostgres(env.DATABASE_URL, size))
      for (const by of questions)
        rows.push({ name: `${engine}, by ${by}`, ours: true, cells: timesOf(env, by, full ? 9 : 5) })
    }
    return {
      title: 'Counts of registrations',
      notes: [
        `${size.toLocaleString('en-US')} receipts of ${days} days, 50 states, 300 sources, 20 partners; the whole command, from start to end.`,
      ],
      tables: [{ title: 'By storage and question', columns: [{ key: 'seconds', label: 'seconds', digits: 2 }], rows }],
      figures: [],
    }
  } finally {
    await upstream.stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function timesOf(env, by, count) {
  const times = Array.from({ length: count }, () => {
    const began = performance.now()
    const to = new Date().toISOString().slice(0, 10)
    const from = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
    execFileSync(process.execPath, [cli, 'counts', '--by', by, '--from', from, '--to', to, '--format', 'csv'], {
      env: { PATH: process.env.PATH, TZ: 'America/Chicago', ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
      maxBuffer: 2 ** 28,
    })
    return (performance.now() - began) / 1000
  })
  return { seconds: spread(times) }
}

const columns = 'id, at, reference, wording, locale, boxes, site, outcome, state, partner, screen, door, campaign'

/** The values of receipt `i` of `size`, in the SQL that both storages know. */
const values = (size) => `'receipt-' || i, ${Date.now() - days * 86_400_000} + i * ${(days * 86_400_000) / size},
  'ref-' || i, 'en-00000000', 'en', 'sms_opt_in', 'https://partner.example', CASE i % 20 WHEN 0 THEN 'refused' ELSE 'answered' END,
  'S' || (i * 7919 % 50), 'partner-' || (i * 104729 % 20), 'en', 'element', 'utm_campaign=fall&source=table-' || (i * 15485863 % 300)`

function fillSqlite(data, size) {
  const database = new Libsql(path.join(data, 'bff.db'))
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${size})`
  database.exec('PRAGMA synchronous = OFF')
  database.exec(`INSERT INTO bff_receipt (${columns}) ${numbers} SELECT ${values(size)} FROM n`)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}

async function fillPostgres(connectionString, size) {
  const client = new Client({ connectionString })
  await client.connect()
  await client.query(
    `INSERT INTO bff_receipt (${columns}) SELECT ${values(size)} FROM generate_series(1::bigint, ${size}) i`,
  )
  await client.query('VACUUM ANALYZE bff_receipt')
  await client.end()
}
