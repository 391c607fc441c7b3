/** Warns when PostgreSQL may lose acknowledged commits: when a standby lags behind, or a commit is not on the disk. */
import type { Sql, StorageLog } from './sql.ts'

/** A role without rights sees that WAL senders exist, but not their state. A base backup does not become a standby. */
const ask = `SELECT current_setting('synchronous_commit') = 'off' AS "isOff",
  (current_setting('synchronous_standby_names') = '' OR current_setting('synchronous_commit') IN ('off', 'local'))
    AND EXISTS (SELECT 1 FROM pg_stat_replication WHERE coalesce(state, '') <> 'backup') AS "canLose"`

/**
 * Logs a warning when an acknowledged commit can be lost: `commit_not_on_disk` (`synchronous_commit` is off) or
 * `fail_over_can_lose` (the database is replicated, and no COMMIT waits for it). Replication by a provider below PostgreSQL,
 * or to a standby that is currently disconnected, is not visible here.
 *
 * @param sql of a reachable database; rejects when it is not
 */
export async function warnAboutDataLoss(sql: Pick<Sql, 'all'>, log: StorageLog): Promise<void> {
  const [row] = await sql.all(ask)
  if (row?.isOff === true) {
    const message =
      'synchronous_commit is off: a crash of PostgreSQL loses what it has just acknowledged, presses and keys of sent forms among it. Set it to on.'
    log({ level: 'warn', code: 'commit_not_on_disk', message })
  }
  if (row?.canLose === true) {
    const message =
      'PostgreSQL is replicated, and no COMMIT waits for a standby: a fail-over loses what was acknowledged last, presses and keys of sent forms among it. Set synchronous_standby_names, and synchronous_commit to on.'
    log({ level: 'warn', code: 'fail_over_can_lose', message })
  }
}
