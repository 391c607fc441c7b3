/** Presses in a database. */
import * as z from 'zod/mini'
import { group } from './group.ts'
import type { Database, Sql } from './sql.ts'
import {
  type ClaimedPress,
  type NewPress,
  type PressRow,
  type PressStore,
  type PressTried,
  pressStates,
} from './store.ts'

const Claimed = z.object({ id: z.number(), event: z.string(), reference: z.string(), tries: z.number() })
const Shown = z.object({
  id: z.number(),
  state: z.enum(pressStates),
  event: z.nullable(z.string()),
  reference: z.string(),
  tries: z.number(),
  accepted_at: z.number(),
  due_at: z.number(),
  tried_at: z.nullable(z.number()),
  last_status: z.nullable(z.number()),
  last_cause: z.nullable(z.string()),
})
const Added = z.object({ id: z.number(), mark: z.string() })
const Counts = z.object({ waiting: z.number(), failed: z.number(), oldest: z.nullable(z.number()) })
const shown = Object.keys(Shown.shape).join(', ')

/** A {@link PressStore} in a database. */
export function sqlPresses(db: Database): PressStore {
  const add = group(db, (sql, presses: Adding[]) => addAll(db, sql, presses), { single: true })
  const change = (statement: string, parameters: (string | number)[]) =>
    db.transaction((sql) => sql.all(statement, parameters), { single: true })
  return {
    add: (press, again, lease = 0) =>
      add({ ...press, since: press.at - again, due_at: press.at + lease, leased: lease > 0 ? 1 : 0 }),

    async claim(now, most, lease): Promise<ClaimedPress[]> {
      const rows = await change(
        `UPDATE bff_press SET due_at = $1, leased = 1 WHERE id IN (
          SELECT id FROM bff_press WHERE state = 'waiting' AND due_at <= $2 ORDER BY due_at LIMIT $3 ${db.skipLocked}
        ) RETURNING id, event, reference, tries`,
        [now + lease, now, most],
      )
      return z.array(Claimed).parse(rows)
    },

    tried: group(db, (sql, tried: PressTried[]) => noteAll(db, sql, tried), { single: true, soon: true }),

    async depth() {
      const [row] = await db.all(
        `SELECT (SELECT count(*) FROM bff_press WHERE state = 'waiting') AS waiting,
          (SELECT count(*) FROM bff_press WHERE state = 'failed') AS failed,
          (SELECT min(accepted_at) FROM bff_press WHERE state = 'waiting') AS oldest`,
      )
      const { waiting, failed, oldest } = Counts.parse(row)
      return { waiting, failed, oldest: oldest ?? undefined }
    },

    async list({ state, after, most }): Promise<PressRow[]> {
      const rows = await db.all(
        `SELECT ${shown} FROM bff_press WHERE id > $1 AND ($2 = '' OR state = $2) ORDER BY id LIMIT $3`,
        [after ?? 0, state ?? '', most],
      )
      return z.array(Shown).parse(rows)
    },

    async get(id) {
      const [row] = await db.all(`SELECT ${shown} FROM bff_press WHERE id = $1`, [id])
      return row === undefined ? undefined : Shown.parse(row)
    },

    async retry(which, now) {
      const again = `UPDATE bff_press SET state = 'waiting', tries = 0, leased = 0`
      if (which === 'all') {
        return (await change(`${again}, due_at = $1 WHERE state = 'failed' RETURNING id`, [now])).length
      }
      const ids = JSON.stringify(which.map((id) => ({ id })))
      const rows = await change(
        `${again}, due_at = $2 WHERE state = 'failed' AND id IN (SELECT r.id FROM ${db.records({ id: 'number' })}) RETURNING id`,
        [ids, now],
      )
      return rows.length
    },
  }
}

type Adding = NewPress & { since: number; due_at: number; leased: number }

/** Adds presses unless the same one has just been added. */
async function addAll(db: Database, sql: Sql, presses: Adding[]): Promise<(number | 'known')[]> {
  // Within a group the database cannot see the ones before: the same mark is kept once here.
  const first = new Map<string, Adding>()
  for (const press of presses) if (!first.has(press.mark)) first.set(press.mark, press)
  // In the same order in every process, or two that have the same marks could wait for each other for ever.
  const inOrder = [...first.values()].sort((a, b) => (a.mark < b.mark ? -1 : 1))
  const columns = {
    event: 'text',
    reference: 'text',
    mark: 'text',
    at: 'number',
    since: 'number',
    due_at: 'number',
    leased: 'number',
  } as const
  const rows = await sql.all(
    `INSERT INTO bff_press (event, reference, mark, accepted_at, due_at, leased)
      SELECT r.event, r.reference, r.mark, r.at, r.due_at, r.leased
      FROM ${db.records(columns)}
      WHERE NOT EXISTS (SELECT 1 FROM bff_press p WHERE p.mark = r.mark AND p.accepted_at > r.since)
      ON CONFLICT DO NOTHING
      RETURNING id, mark`,
    [JSON.stringify(inOrder)],
  )
  const added = new Map(
    z
      .array(Added)
      .parse(rows)
      .map(({ id, mark }) => [mark, id]),
  )
  return presses.map((press) => (first.get(press.mark) === press && added.get(press.mark)) || 'known')
}

/** The event itself goes once it is delivered. */
async function noteAll(db: Database, sql: Sql, tried: PressTried[]): Promise<undefined[]> {
  const columns = {
    id: 'number',
    state: 'text',
    tries: 'number',
    due_at: 'number',
    at: 'number',
    status: 'number',
    cause: 'text',
  } as const
  await sql.all(
    `UPDATE bff_press SET state = r.state, tries = r.tries, due_at = r.due_at, leased = 0, tried_at = r.at,
        last_status = r.status, last_cause = r.cause,
        event = CASE WHEN r.state = 'delivered' THEN NULL ELSE bff_press.event END
      FROM ${db.records(columns)} WHERE bff_press.id = r.id RETURNING bff_press.id`,
    [JSON.stringify(tried.map(({ dueAt, ...rest }) => ({ ...rest, due_at: dueAt })))],
  )
  return tried.map(() => undefined)
}
