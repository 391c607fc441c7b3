/** A monitor's history of 90 days, written by the database itself in the shape that the monitor writes: checks of every site,
 *  and an outage for each that failed. */
import path from 'node:path'
import Libsql from 'libsql'
import { Client } from 'pg'

const day = 86_400_000
const end = Date.UTC(2026, 10, 3)

const forms = {
  sqlite: {
    series: (name, count) =>
      `(WITH RECURSIVE r(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM r WHERE v < ${count}) SELECT v AS ${name} FROM r) AS t_${name}`,
    order: 's, n',
  },
  // In order of time, as it would have come: the checks of one site lie far apart.
  postgres: { series: (name, count) => `generate_series(1::bigint, ${count}) AS ${name}`, order: 'n, s' },
}

/** The statements: so many checks of each of so many sites; one in 40 failed, one in 10 where there are few. */
function statements(sites, perSite, { series, order }) {
  const step = Math.floor((90 * day) / perSite)
  const from = end - perSite * step
  const every = Math.min(40, perSite / 2)
  const failed = (n) => `(${n} + s * 7) % ${every} = 0`
  const check = (n) =>
    `'{"number":' || (${n}) || ',"at":' || (${from} + (${n}) * ${step}) || ',"up":' || CASE WHEN ${failed(`(${n})`)} THEN 'false,"error":"timeout"' ELSE 'true' END || ',"ignored":false,"loadUs":350000,"via":"direct","redirects":[]}'`
  const grid = `${series('s', sites)} CROSS JOIN ${series('n', perSite)}`
  const ofSite = 'row_number() OVER (PARTITION BY s ORDER BY n)'
  return [
    `INSERT INTO monitor_check (site, number, at, up, ignored, load_us, via, status, error, redirects)
     SELECT s, n, ${from} + n * ${step}, CASE WHEN ${failed('n')} THEN 0 ELSE 1 END, 0, 200000 + (n * 7919 + s) % 900000, 1,
       CASE WHEN ${failed('n')} THEN NULL ELSE 200 END, CASE WHEN ${failed('n')} THEN 'timeout' END, NULL
     FROM ${grid} ORDER BY ${order}`,
    `INSERT INTO monitor_downtime (number, site, n, down_at, up_at, before_ms, down_check, up_check)
     SELECT row_number() OVER (ORDER BY n, s), s, ${ofSite}, ${from} + n * ${step}, ${from} + (n + 1) * ${step},
       (${ofSite} - 1) * ${step}, ${check('n')}, ${check('n + 1')} FROM ${grid} WHERE ${failed('n')} AND n < ${perSite}`,
    'UPDATE monitor_count SET downtimes = (SELECT count(*) FROM monitor_downtime)',
    `UPDATE monitor_site SET state_up = 1, changed_at = ${from},
       downtimes = (SELECT count(*) FROM monitor_downtime d WHERE d.site = monitor_site.id)`,
    `UPDATE monitor_turn SET last_check = ${perSite}, last_at = ${end}, due_at = ${end + day}`,
  ]
}

/**
 * Writes it into records that a monitor has made and nobody has open.
 *
 * @returns MiB on disk
 */
export async function writeHistory(engine, storage, sites, perSite) {
  const all = statements(sites, perSite, forms[engine])
  if (engine === 'sqlite') {
    const connection = new Libsql(path.join(storage.dataDir, 'monitor.db'))
    connection.exec('PRAGMA synchronous = OFF')
    connection.exec("INSERT OR IGNORE INTO monitor_via (id, name) VALUES (1, 'direct')")
    for (const statement of all) connection.exec(statement)
    const [{ page_count: pages }] = connection.prepare('PRAGMA page_count').all()
    connection.close()
    return (pages * 4_096) / 2 ** 20
  }
  const client = new Client({ connectionString: storage.databaseUrl })
  await client.connect()
  try {
    await client.query('SET synchronous_commit = off')
    await client.query("INSERT INTO monitor_via (id, name) VALUES (1, 'direct') ON CONFLICT DO NOTHING")
    for (const statement of all) await client.query(statement)
    await client.query('VACUUM ANALYZE')
    const { rows } = await client.query('SELECT pg_database_size(current_database()) AS size')
    return Number(rows[0].size) / 2 ** 20
  } finally {
    await client.end()
  }
}
