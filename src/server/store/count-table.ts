/** Table of the rate limits' counts. Names have keyed hashes only. */
import * as z from 'zod/mini'
import type { Database } from '../storage/sql.ts'
import type { CountStore } from './store.ts'

const Rows = z.array(z.object({ name: z.string(), count: z.number() }))

const addSql = `INSERT INTO bff_count AS known (name, count, until) VALUES ($1, $2, $3) ON CONFLICT (name) DO UPDATE SET
  count = CASE WHEN known.until <= $4 THEN excluded.count ELSE known.count + excluded.count END,
  until = CASE WHEN known.until <= $4 THEN excluded.until ELSE known.until END`
const claimSql = `INSERT INTO bff_count AS known (name, count, until) VALUES ($1, 1, $2)
  ON CONFLICT (name) DO UPDATE SET until = excluded.until WHERE known.until <= $3`

/** Creates a {@link CountStore} in a database. */
export function createCountTable(db: Database): CountStore {
  // In PostgreSQL each by itself: processes that change the same rows in groups would lock each other out.
  const ungrouped = true
  return {
    isShared: db.dialect === 'postgres',
    async read(names, now) {
      if (names.length === 0) return []
      const list = names.map((_, index) => `$${index + 2}`).join(', ')
      const sql = `SELECT name, count FROM bff_count WHERE until > $1 AND name IN (${list})`
      const counts = new Map(Rows.parse(await db.all(sql, [now, ...names])).map(({ name, count }) => [name, count]))
      return names.map((name) => counts.get(name) ?? 0)
    },
    async add(name, { amount, until, now }) {
      await db.run(addSql, [name, amount, until, now], { ungrouped, deferred: true })
    },
    claim: async (name, { until, now }) => (await db.run(claimSql, [name, until, now], { ungrouped })) === 1,
  }
}
