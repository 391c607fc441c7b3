/** PostgreSQL through pg, for any number of processes. While it is unavailable, also at startup, every call rejects. */
import { setTimeout as wait } from 'node:timers/promises'
import { Client, type ClientBase, type ClientConfig, Pool, types } from 'pg'
import { createGroupCommit } from './group-commit.ts'
import { migrate, newestVersion, progressEvery, type Schema, versionOf } from './migrate.ts'
import { demandCertificateFiles, warnAboutDataLoss } from './postgres-checks.ts'
import { codeOf, type Database, DatabaseUnusable, once, type Sql, type StorageLog, StorageUnavailable } from './sql.ts'

/** Connection timeout, in milliseconds: a voter waits for an owner, but not for a command. */
const connectionPatience = { owner: 3_000, visitor: 15_000 }

/** How long a process waits for the database at startup before it continues without it, in milliseconds. */
const startPatience = 10_000

/** Maximum number of concurrent writes; those that arrive meanwhile share the next transaction (group commit). With a commit
 *  of 20 ms, ten connections could do only 500 single statements a second; 300 registrations a second need 600. */
const lanes = 4

export interface PostgresOptions {
  /** `postgres://…`, with everything pg understands, for example `?sslmode=verify-full`. */
  url: string
  schema: Schema
  queryTimeout: number
  log?: StorageLog | undefined
  sayEvery?: number
}

interface PostgresDatabase extends Database {
  readonly pool: Pool
}

/** If it is unreachable for ten seconds, an `owner` gets the database anyway: every call rejects, and attempts continue with
 *  exponential backoff until the tables are ready. A `visitor`, a command, fails at the first attempt. */
export async function openPostgres(options: PostgresOptions, as: 'owner' | 'visitor'): Promise<PostgresDatabase> {
  const { log = () => undefined, schema } = options
  const state: State = { type: 'opening', code: 'NO_ANSWER' }
  const connecting: ClientConfig = {
    connectionString: options.url,
    connectionTimeoutMillis: connectionPatience[as],
    application_name: schema.program === 'BFF' ? 'voter-registration' : 'voter-registration-monitor',
  }
  const pool = openPool(connecting, options.queryTimeout, log)
  const setup = { ...options, log, pool, connecting }
  const makeReady = async () => {
    await prepare(setup)
    // A failed check for warnings must not stop the process.
    if (as === 'owner') await warnAboutDataLoss(on(pool), log).catch(() => undefined)
  }
  const opening = makeReady()
  try {
    const late = wait(startPatience, false, { ref: false })
    const isOpen = await Promise.race([opening.then(() => true), ...(as === 'owner' ? [late] : [])])
    if (isOpen) state.type = 'open'
  } catch (error) {
    if (as === 'visitor' || error instanceof DatabaseUnusable) {
      state.type = 'closed'
      await pool.end().catch(() => undefined)
      throw error
    }
  }
  if (state.type !== 'open') void openLater(opening, makeReady, { state, log })
  return over(pool, state, schema)
}

interface Setup extends PostgresOptions {
  pool: Pool
  connecting: ClientConfig
  log: StorageLog
}

interface State {
  type: 'opening' | 'open' | 'closed'
  code: string
}

async function openLater(
  first: Promise<void>,
  again: () => Promise<void>,
  { state, log }: { state: State; log: StorageLog },
): Promise<void> {
  const hasEnded = () => state.type === 'closed'
  let attempt = first
  for (let pause = 500; ; pause = Math.min(10_000, pause * 2)) {
    try {
      await attempt
      if (hasEnded()) return
      state.type = 'open'
      log({ level: 'info', code: 'database_ready' })
      return
    } catch (error) {
      if (hasEnded()) return
      state.code = error instanceof DatabaseUnusable ? 'UNUSABLE' : codeOf(error)
      const message =
        error instanceof DatabaseUnusable
          ? error.message
          : `The database cannot be used (${state.code}); the process is not ready until it can. It is tried again.`
      log({ level: 'error', code: 'database_unreachable', cause: state.code, message })
      await wait(pause * (0.5 + Math.random() / 2), undefined, { ref: false })
      if (hasEnded()) return
      attempt = again()
    }
  }
}

/** @throws DatabaseUnusable when no later attempt can succeed, otherwise StorageUnavailable */
async function prepare(setup: Setup): Promise<void> {
  const { pool, schema } = setup
  try {
    const version = await versionOf(on(pool), 'postgres', schema)
    if (version < newestVersion(schema)) await migratePostgres(setup)
  } catch (error) {
    if (error instanceof DatabaseUnusable) throw error
    const code = codeOf(error)
    // Class 28: wrong password or no right to log in. 3D: no such database. 42: no right to create tables, or unknown SQL.
    if (/^(28|3D|42)[0-9A-Z]{3}$/.test(code)) throw unusable(code)
    throw StorageUnavailable.from(error)
  }
}

function unusable(code: string): DatabaseUnusable {
  return new DatabaseUnusable(
    `The database of DATABASE_URL cannot be used (${code}). Check address, user and password (not shown here), and that the user may create tables.`,
  )
}

/** Runs the missing migrations over a connection without time limits, one process at a time. */
async function migratePostgres({ pool, connecting, schema, sayEvery = progressEvery, log }: Setup): Promise<void> {
  const client = new Client({ ...connecting, keepAlive: true })
  client.on('error', () => undefined)
  let timer: ReturnType<typeof setInterval> | undefined
  try {
    await client.connect()
    const sql = on(client)
    const [own] = await sql.all('SELECT pg_backend_pid() AS pid')
    timer = setInterval(() => void sayWhatItWaitsFor(pool, Number(own?.pid), log), sayEvery)
    await migrate(
      async (work) => {
        await sql.run('BEGIN')
        await sql.run('SET LOCAL statement_timeout = 0')
        await sql.run('SET LOCAL lock_timeout = 0')
        await sql.all('SELECT pg_advisory_xact_lock($1)', [schema.advisoryLock])
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
async function sayWhatItWaitsFor(pool: Pool, pid: number, log: StorageLog): Promise<void> {
  const rows = await on(pool)
    .all('SELECT unnest(pg_blocking_pids($1)) AS pid', [pid])
    .catch(() => [])
  const holders = [...new Set(rows.map((row) => Number(row.pid)))]
  if (holders.length === 0) return
  const [first] = holders
  const message = `The migration waits for a lock that process ${holders.join(', ')} of PostgreSQL holds. pg_stat_activity says what it does; SELECT pg_terminate_backend(${first}) ends it.`
  log({ level: 'warn', code: 'migration_waits', message })
}

function openPool(connecting: ClientConfig, queryTimeout: number, log: StorageLog): Pool {
  demandCertificateFiles(connecting.connectionString ?? '')
  try {
    // A client parses the URL and reads the files that it names at once; a pool does so only at its first connection.
    const { host } = new Client(connecting)
    if (host === '') throw new Error('The address names no host.')
    const pool = new Pool({
      ...connecting,
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
    pool.on('error', (error) => log({ level: 'warn', code: 'database_connection_lost', cause: codeOf(error) }))
    return pool
  } catch (error) {
    throw unusable(codeOf(error))
  }
}

function on(client: Pool | ClientBase): Sql {
  async function query(statement: string, parameters: readonly (string | number | null)[] = []) {
    try {
      return await client.query(statement, [...parameters])
    } catch (error) {
      throw StorageUnavailable.from(error)
    }
  }
  return {
    all: async (statement, parameters) => (await query(statement, parameters)).rows,
    run: async (statement, parameters) => (await query(statement, parameters)).rowCount ?? 0,
  }
}

async function inTransaction<T>(pool: Pool, work: (sql: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => Promise.reject(StorageUnavailable.from(error)))
  try {
    const sql = on(client)
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

function over(pool: Pool, state: State, schema: Schema): PostgresDatabase {
  const direct = on(pool)
  const group = createGroupCommit({
    commit: (work) => inTransaction(pool, work),
    lanes,
    // Classes 22, 23 and 40: invalid data, a constraint, a deadlock. After any other error it may have been committed.
    isRolledBack: (error) => /^(22|23|40)[0-9A-Z]{3}$/.test(codeOf(error)),
  })
  const whenOpen = async <T>(work: () => Promise<T>): Promise<T> => {
    if (state.type !== 'open') throw new StorageUnavailable(state.code)
    return work()
  }
  return {
    pool,
    dialect: 'postgres',
    all: (statement, parameters) => whenOpen(() => direct.all(statement, parameters)),
    run(statement, parameters) {
      const alone = () => direct.run(statement, parameters)
      return whenOpen(() => group.transaction((sql) => sql.run(statement, parameters), { alone }))
    },
    returning(statement, parameters, { ungrouped = false } = {}) {
      const alone = () => direct.all(statement, parameters)
      return whenOpen(() =>
        ungrouped ? alone() : group.transaction((sql) => sql.all(statement, parameters), { alone }),
      )
    },
    transaction: (work) => whenOpen(() => inTransaction(pool, work)),
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
      await whenOpen(() => direct.run(`UPDATE ${versionTable} SET version = version`))
    },
    close: once(async () => {
      await group.flush()
      state.type = 'closed'
      await pool.end()
    }),
  }
}
