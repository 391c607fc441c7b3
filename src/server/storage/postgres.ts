/** PostgreSQL through pg, for any number of processes. While it is unavailable, also at startup, every call rejects. */
import { setTimeout as wait } from 'node:timers/promises'
import { Client, type ClientBase, type ClientConfig, Pool, types } from 'pg'
import { createGroupCommit } from './group-commit.ts'
import { getNewestVersion, getSchemaVersion, migrate, progressIntervalMs, type Schema } from './migrate.ts'
import { assertCertificateFiles, warnAboutDataLoss } from './postgres-checks.ts'
import {
  type Database,
  DatabaseError,
  getDriverCode,
  runOnce,
  type Sql,
  type StorageLog,
  StorageUnavailableError,
} from './sql.ts'

/** Connection timeout, in milliseconds: a voter waits for an owner, but not for a command. */
const connectionTimeoutMs = { owner: 3_000, visitor: 15_000 }

/** How long a process waits for the database at startup before it continues without it, in milliseconds. */
const startupTimeoutMs = 10_000

/** Maximum number of concurrent writes; those that arrive meanwhile share the next transaction (group commit). With a commit
 *  of 20 ms, ten connections could do only 500 single statements a second; 300 registrations a second need 600. */
const maxConcurrentWrites = 4

export interface PostgresOptions {
  /** `postgres://…`, with everything pg understands, for example `?sslmode=verify-full`. */
  url: string
  schema: Schema
  queryTimeout: number
  log?: StorageLog | undefined
  logIntervalMs?: number
}

interface PostgresDatabase extends Database {
  readonly pool: Pool
}

/** If it is unreachable for ten seconds, an `owner` gets the database anyway: every call rejects, and attempts continue with
 *  exponential backoff until the tables are ready. A `visitor`, a command, fails at the first attempt. */
export async function openPostgres(options: PostgresOptions, role: 'owner' | 'visitor'): Promise<PostgresDatabase> {
  const { log = () => undefined, schema } = options
  const state: State = { type: 'opening', code: 'NO_ANSWER' }
  const clientConfig: ClientConfig = {
    connectionString: options.url,
    connectionTimeoutMillis: connectionTimeoutMs[role],
    application_name: schema.program === 'BFF' ? 'voter-registration' : 'voter-registration-monitor',
  }
  const pool = openPool(clientConfig, options.queryTimeout, log)
  const setup = { ...options, log, pool, clientConfig }
  const setUp = async () => {
    await prepareTables(setup)
    // A failed check for warnings must not stop the process.
    if (role === 'owner') await warnAboutDataLoss(createSql(pool), log).catch(() => undefined)
  }
  const opening = setUp()
  try {
    const timeout = wait(startupTimeoutMs, false, { ref: false })
    const isOpen = await Promise.race([opening.then(() => true), ...(role === 'owner' ? [timeout] : [])])
    if (isOpen) state.type = 'open'
  } catch (error) {
    if (role === 'visitor' || error instanceof DatabaseError) {
      state.type = 'closed'
      await pool.end().catch(() => undefined)
      throw error
    }
  }
  if (state.type !== 'open') void retryOpening(opening, setUp, { state, log })
  return createDatabase(pool, state, schema)
}

interface Setup extends PostgresOptions {
  pool: Pool
  clientConfig: ClientConfig
  log: StorageLog
}

interface State {
  type: 'opening' | 'open' | 'closed'
  code: string
}

async function retryOpening(
  first: Promise<void>,
  retry: () => Promise<void>,
  { state, log }: { state: State; log: StorageLog },
): Promise<void> {
  const isClosed = () => state.type === 'closed'
  let attempt = first
  for (let pause = 500; ; pause = Math.min(10_000, pause * 2)) {
    try {
      await attempt
      if (isClosed()) return
      state.type = 'open'
      log({ level: 'info', code: 'database_ready' })
      return
    } catch (error) {
      if (isClosed()) return
      state.code = error instanceof DatabaseError ? 'UNUSABLE' : getDriverCode(error)
      const message =
        error instanceof DatabaseError
          ? error.message
          : `The database cannot be used (${state.code}), so the process is not ready. It retries.`
      log({ level: 'error', code: 'database_unreachable', cause: state.code, message })
      await wait(pause * (0.5 + Math.random() / 2), undefined, { ref: false })
      if (isClosed()) return
      attempt = retry()
    }
  }
}

/** @throws DatabaseError when no later attempt can succeed, otherwise StorageUnavailableError */
async function prepareTables(setup: Setup): Promise<void> {
  const { pool, schema } = setup
  try {
    const version = await getSchemaVersion(createSql(pool), 'postgres', schema)
    if (version < getNewestVersion(schema)) await migratePostgres(setup)
  } catch (error) {
    if (error instanceof DatabaseError) throw error
    const code = getDriverCode(error)
    // Class 28: wrong password or no right to log in. 3D: no such database. 42: no right to create tables, or unknown SQL.
    if (/^(28|3D|42)[0-9A-Z]{3}$/.test(code)) throw createUnusableError(code)
    throw StorageUnavailableError.wrap(error)
  }
}

function createUnusableError(code: string): DatabaseError {
  return new DatabaseError(
    `The database of DATABASE_URL cannot be used (${code}). Check address, user and password (not shown here), and that the user may create tables.`,
  )
}

/** Runs the missing migrations over a connection without time limits, one process at a time. */
async function migratePostgres({
  pool,
  clientConfig,
  schema,
  logIntervalMs = progressIntervalMs,
  log,
}: Setup): Promise<void> {
  const client = new Client({ ...clientConfig, keepAlive: true })
  client.on('error', () => undefined)
  let timer: ReturnType<typeof setInterval> | undefined
  try {
    await client.connect()
    const sql = createSql(client)
    const [backend] = await sql.query('SELECT pg_backend_pid() AS pid')
    timer = setInterval(() => void logBlockingProcesses(pool, Number(backend?.pid), log), logIntervalMs)
    await migrate(
      async (work) => {
        await sql.run('BEGIN')
        await sql.run('SET LOCAL statement_timeout = 0')
        await sql.run('SET LOCAL lock_timeout = 0')
        await sql.query('SELECT pg_advisory_xact_lock($1)', [schema.advisoryLock])
        const result = await work(sql)
        await sql.run('COMMIT')
        return result
      },
      { dialect: 'postgres', schema, log },
    )
  } finally {
    clearInterval(timer)
    // The server rolls back what was not committed.
    await client.end().catch(() => undefined)
  }
}

/** Logs what a migration waits for. Otherwise a forgotten open session could block it for no visible reason. */
async function logBlockingProcesses(pool: Pool, pid: number, log: StorageLog): Promise<void> {
  const rows = await createSql(pool)
    .query('SELECT unnest(pg_blocking_pids($1)) AS pid', [pid])
    .catch(() => [])
  const holders = [...new Set(rows.map((row) => Number(row.pid)))]
  if (holders.length === 0) return
  const [first] = holders
  const message = `The migration waits for a lock of PostgreSQL process ${holders.join(', ')}. pg_stat_activity shows what it does; SELECT pg_terminate_backend(${first}) ends it.`
  log({ level: 'warn', code: 'migration_blocked', message })
}

function openPool(clientConfig: ClientConfig, queryTimeout: number, log: StorageLog): Pool {
  assertCertificateFiles(clientConfig.connectionString ?? '')
  try {
    // A client parses the URL and reads its files immediately; a pool does so only at its first connection.
    const { host } = new Client(clientConfig)
    if (host === '') throw new Error('The address names no host.')
    const pool = new Pool({
      ...clientConfig,
      max: 10,
      query_timeout: queryTimeout,
      statement_timeout: queryTimeout,
      idleTimeoutMillis: 30_000,
      types: {
        getTypeParser: (oid, format) =>
          oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text'),
      },
    })
    // The pool reports errors of idle clients only. A client that closes while it is in use, between two statements, also
    // emits `error`; without a listener that ends the process.
    pool.on('connect', (client) => client.on('error', () => undefined))
    pool.on('error', (error) => log({ level: 'warn', code: 'database_connection_lost', cause: getDriverCode(error) }))
    return pool
  } catch (error) {
    throw createUnusableError(getDriverCode(error))
  }
}

function createSql(client: Pool | ClientBase): Sql {
  async function query(statement: string, parameters: readonly (string | number | null)[] = []) {
    try {
      return await client.query(statement, [...parameters])
    } catch (error) {
      throw StorageUnavailableError.wrap(error)
    }
  }
  return {
    query: async (statement, parameters) => (await query(statement, parameters)).rows,
    run: async (statement, parameters) => (await query(statement, parameters)).rowCount ?? 0,
  }
}

async function runPooledTransaction<T>(pool: Pool, work: (sql: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => Promise.reject(StorageUnavailableError.wrap(error)))
  try {
    const sql = createSql(client)
    await sql.run('BEGIN')
    const result = await work(sql)
    await sql.run('COMMIT')
    client.release()
    return result
  } catch (error) {
    // A connection that failed in a transaction is not reused; the server rolls back.
    client.release(true)
    throw error
  }
}

function createDatabase(pool: Pool, state: State, schema: Schema): PostgresDatabase {
  const direct = createSql(pool)
  const group = createGroupCommit({
    commit: (work) => runPooledTransaction(pool, work),
    concurrency: maxConcurrentWrites,
    // Classes 22, 23 and 40: invalid data, a constraint, a deadlock. After any other error it may have been committed.
    isRolledBack: (error) => /^(22|23|40)[0-9A-Z]{3}$/.test(getDriverCode(error)),
  })
  const runWhenOpen = async <T>(work: () => Promise<T>): Promise<T> => {
    if (state.type !== 'open') throw new StorageUnavailableError(state.code)
    return work()
  }
  return {
    pool,
    dialect: 'postgres',
    query: (statement, parameters) => runWhenOpen(() => direct.query(statement, parameters)),
    run(statement, parameters) {
      const runAlone = () => direct.run(statement, parameters)
      return runWhenOpen(() => group.transaction((sql) => sql.run(statement, parameters), { runAlone }))
    },
    returning(statement, parameters, { ungrouped = false } = {}) {
      const runAlone = () => direct.query(statement, parameters)
      return runWhenOpen(() =>
        ungrouped ? runAlone() : group.transaction((sql) => sql.query(statement, parameters), { runAlone }),
      )
    },
    transaction: (work) => runWhenOpen(() => runPooledTransaction(pool, work)),
    records: (columns) => {
      const members = Object.entries(columns).map(([name, type]) => `${name} ${type === 'text' ? 'text' : 'bigint'}`)
      // The planner expects 10 elements of an array, but 100 rows of `json_to_recordset`, for which it scans the other table.
      const list = 'unnest(ARRAY(SELECT json_array_elements(CAST($1 AS json)))) AS item'
      return `${list} CROSS JOIN json_to_record(item) AS r(${members.join(', ')})`
    },
    forUpdate: 'FOR UPDATE',
    skipLocked: 'FOR UPDATE SKIP LOCKED',
    overwrite: async () => true,
    async check() {
      const { versionTable } = schema
      await runWhenOpen(() => direct.run(`UPDATE ${versionTable} SET version = version`))
    },
    close: runOnce(async () => {
      await group.flush()
      state.type = 'closed'
      await pool.end()
    }),
  }
}
