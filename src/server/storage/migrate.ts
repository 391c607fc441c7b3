/** Migrates a database's tables to the version that this program knows, one numbered migration after the other. */
import { DatabaseError, getDriverCode, type Sql, type StorageLog } from './sql.ts'

type Step = readonly string[] | ((sql: Sql) => Promise<void>)

/** One migration. After the first release an existing migration never changes: every change is a new one. */
export interface Migration {
  /** 1, 2, 3 … without gaps. */
  version: number
  sqlite: Step
  postgres: Step
}

export interface Schema {
  /** Base name of the files in the folder, `bff.db` and `bff.lock`. */
  name: string
  program: 'BFF' | 'monitor'
  versionTable: string
  migrations: readonly Migration[]
  /** The number of PostgreSQL's advisory lock during a migration. Releases of this program share it. */
  advisoryLock: number
  /** Statements with which the only owner of a folder frees, at startup, the claims of the previous process. */
  freeClaims: readonly string[]
}

/** Interval at which a long migration logs its progress, in milliseconds. */
export const progressIntervalMs = 10_000

/** Returns the version of the tables; 0 when there are none. @throws DatabaseError when they are newer than this program */
export async function getSchemaVersion(
  sql: Pick<Sql, 'query'>,
  dialect: 'sqlite' | 'postgres',
  schema: Schema,
): Promise<number> {
  const tableExistsSql =
    dialect === 'sqlite'
      ? 'SELECT 1 AS one FROM sqlite_master WHERE name = $1'
      : 'SELECT 1 AS one WHERE to_regclass($1) IS NOT NULL'
  if ((await sql.query(tableExistsSql, [schema.versionTable])).length === 0) return 0
  const [row] = await sql.query(`SELECT max(version) AS version FROM ${schema.versionTable}`)
  const version = Number(row?.version ?? 0)
  const newest = getNewestVersion(schema)
  if (version <= newest) return version
  throw new DatabaseError(
    `The database of the ${schema.program} was made by a newer version of this program (its tables have version ${version}, this program knows ${newest}). Use that version; migrations are never reversed.`,
  )
}

export const getNewestVersion = ({ migrations }: Schema): number => migrations.at(-1)?.version ?? 0

/** Runs each migration in its own transaction, so that completed ones stay. `transaction` must exclude other processes. */
export async function migrate(
  transaction: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>,
  options: { dialect: 'sqlite' | 'postgres'; schema: Schema; log?: StorageLog | undefined },
): Promise<void> {
  const { dialect, schema, log = () => undefined } = options
  let isNew = false
  for (let isDone = false; !isDone; ) {
    isDone = await transaction(async (sql) => {
      const version = await getSchemaVersion(sql, dialect, schema)
      const next = schema.migrations.find((migration) => migration.version > version)
      if (next === undefined) return true
      if (version === 0) {
        isNew = true
        await sql.run(`CREATE TABLE IF NOT EXISTS ${schema.versionTable} (version BIGINT NOT NULL)`)
      }
      const stopReporting = isNew ? () => undefined : reportProgress(next, log)
      try {
        await runStep(sql, next[dialect])
      } catch (error) {
        const message = `The tables of the ${schema.program} stay at version ${version}; this migration was rolled back.`
        log({ level: 'error', code: 'migration_failed', count: next.version, cause: getDriverCode(error), message })
        throw error
      } finally {
        stopReporting()
      }
      await sql.run(`INSERT INTO ${schema.versionTable} (version) VALUES ($1)`, [next.version])
      return false
    })
  }
}

async function runStep(sql: Sql, step: Step): Promise<void> {
  if (typeof step === 'function') return step(sql)
  // `all` runs on a thread of libsql: creating an index over a million rows does not block the process.
  for (const statement of step) await sql.query(statement)
}

function reportProgress({ version }: Migration, log: StorageLog): () => void {
  const startedAt = Date.now()
  const logProgress = (code: string) => log({ level: 'info', code, count: version, ms: Date.now() - startedAt })
  logProgress('migration_started')
  const timer = setInterval(() => logProgress('migration_running'), progressIntervalMs)
  return () => {
    clearInterval(timer)
    logProgress('migration_finished')
  }
}
