/** Makes the list of watched sites what the options name. */

import type { Database } from '../../storage/sql.ts'
import { nameUuid } from './name-uuid.ts'
import type { WantedSite } from './store.ts'

/** So far ahead is the turn of a site that is not on the list: never. */
const never = 8_640_000_000_000_000

/** See `Store.setSites`. */
export async function setSites(database: Database, wanted: readonly WantedSite[], now: number): Promise<void> {
  const sites = wanted.map(({ url, description, mustContain }) => ({
    uuid: nameUuid('site', url),
    url,
    host: new URL(url).host,
    description,
    must_contain: mustContain ?? null,
  }))
  const from = database.records({ uuid: 'text', url: 'text', host: 'text', description: 'text', must_contain: 'text' })
  const json = JSON.stringify(sites)
  await database.transaction(async (sql) => {
    // In the order of the list, the last of which is the newest; WHERE keeps SQLite from reading ON as a join's.
    await sql.run(
      `INSERT INTO monitor_site (uuid, url, host, description, must_contain, listed)
       SELECT r.uuid, r.url, r.host, r.description, r.must_contain, 1 FROM ${from} WHERE true
       ON CONFLICT (uuid) DO UPDATE SET description = excluded.description, must_contain = excluded.must_contain, listed = 1`,
      [json],
    )
    await sql.run(`UPDATE monitor_site SET listed = 0 WHERE listed = 1 AND uuid NOT IN (SELECT r.uuid FROM ${from})`, [
      json,
    ])
    await sql.run(
      `INSERT INTO monitor_turn (site, due_at) SELECT id, CAST($1 AS BIGINT) FROM monitor_site WHERE listed = 1
       ON CONFLICT (site) DO UPDATE SET due_at = CASE WHEN monitor_turn.due_at = ${never} THEN excluded.due_at
         ELSE monitor_turn.due_at END`,
      [now],
    )
    await sql.run(
      `UPDATE monitor_turn SET due_at = ${never} WHERE site IN (SELECT id FROM monitor_site WHERE listed = 0)`,
    )
  })
}
