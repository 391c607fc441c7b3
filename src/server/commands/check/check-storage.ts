/** Checks whether the server can write to its folder or database, and the version of the tables. Changes nothing. */
import { existsSync } from 'node:fs'
import { access, constants, mkdtemp, rmdir, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import { getFolderAdvice } from '../../storage/folder.ts'
import { getNewestVersion, getSchemaVersion } from '../../storage/migrate.ts'
import type { Value } from '../../storage/sql.ts'
import { openSqliteConnection } from '../../storage/sqlite.ts'
import { bffSchema } from '../../store/schema.ts'
import { errorCode } from '../../upstream/transport.ts'
import { withTimeout } from '../../utils.ts'
import type { Finding } from './check-service.ts'

const name = 'storage'
const newest = getNewestVersion(bffSchema)
const gib = 2 ** 30

const ok = (actual: string): Finding[] => [{ name, status: 'ok', actual }]
const problem = (actual: string, fix: string): Finding[] => [{ name, status: 'problem', actual, fix }]

function describeTables(version: number): string {
  if (version === newest) return 'tables up to date'
  return version === 0 ? 'no tables yet' : `tables of version ${version} of ${newest}`
}

export async function checkFolder(folder: string): Promise<Finding[]> {
  const exists = stat(folder).then(
    () => true,
    () => false,
  )
  try {
    const isFound = await withTimeout(exists, 10_000)
    if (isFound === undefined) {
      const fix = 'It may be on a network disk. Set DATA_DIR to a folder on a local disk.'
      return problem(`"${folder}" does not respond`, fix)
    }
    if (!isFound) {
      let parent = path.dirname(path.resolve(folder))
      while (!existsSync(parent)) parent = path.dirname(parent)
      // The trailing slash makes this fail for anything that is not a folder.
      await access(`${parent}/`, constants.W_OK)
      // Nothing can be made where the system shows its own state, such as /proc: there is no room at all.
      if ((await statfs(parent)).blocks === 0) throw Object.assign(new Error('no disk'), { code: 'ENOENT' })
      return ok(`"${folder}" does not exist yet; it is created at startup`)
    }
    await rmdir(await mkdtemp(path.join(folder, '.check-')))
    const version = await readSqliteVersion(path.join(folder, `${bffSchema.name}.db`))
    const { bavail, bsize } = await statfs(folder)
    const room = bavail * bsize
    const actual = `"${folder}" is writable, ${(room / gib).toFixed(1)} GiB free, ${describeTables(version)}`
    if (room >= gib) return ok(actual)
    return [{ name, status: 'warning', actual, fix: 'Make room: with less than 16 MiB, registrations are rejected.' }]
  } catch (error) {
    if (isUnusable(error)) return problem(error.message, 'Install that version.')
    const code = errorCode(error)
    return problem(`"${folder}" cannot be used (${code})`, getFolderAdvice(code))
  }
}

async function readSqliteVersion(file: string): Promise<number> {
  if (!existsSync(file)) return 0
  const connection = await openSqliteConnection(file, ['query_only = 1', 'busy_timeout = 2000'])
  try {
    return await getSchemaVersion(connection, 'sqlite', bffSchema)
  } finally {
    connection.close()
  }
}

const roleQuery = `SELECT current_user AS role, has_schema_privilege(current_schema(), 'CREATE') AS may_create,
  pg_is_in_recovery() AS is_standby, (SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()) AS is_encrypted`

/** Checks the database that `DATABASE_URL` names, over one connection. Tries to write, and rolls back. */
export async function checkDatabase(databaseUrl: string): Promise<Finding[]> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000, query_timeout: 5_000 })
  client.on('error', () => undefined)
  const query = async (statement: string, parameters: readonly Value[] = []) =>
    (await client.query(statement, [...parameters])).rows
  try {
    await client.connect()
    const [role = {}] = await query(roleQuery)
    const version = await getSchemaVersion({ query }, 'postgres', bffSchema)
    const actual = `PostgreSQL as ${role.role}, ${role.is_encrypted === true ? 'TLS' : 'no TLS'}, ${describeTables(version)}`
    if (role.is_standby === true) return problem(actual, 'This is a read-only standby. Use the address of the primary.')
    if (version > 0) {
      await query('BEGIN')
      await query(`UPDATE ${bffSchema.versionTable} SET version = version`)
      await query('ROLLBACK')
    }
    const canMigrate = version === newest || role.may_create === true
    return canMigrate ? ok(actual) : problem(actual, 'Run migrate as the owner of the tables.')
  } catch (error) {
    if (isUnusable(error)) return problem(error.message, 'Install that version.')
    const code = errorCode(error)
    return problem(`PostgreSQL at ${new URL(databaseUrl).hostname}: ${code}`, getDatabaseAdvice(code))
  } finally {
    await client.end().catch(() => undefined)
  }
}

function getDatabaseAdvice(code: string): string {
  if (code.startsWith('28')) return 'User or password of DATABASE_URL is wrong, or pg_hba.conf rejects this machine.'
  if (code === '3D000') return 'There is no such database. Create it, or correct DATABASE_URL.'
  if (code === '42501') return 'The role lacks privileges. roles.sql grants them.'
  if (code === '53300') return 'It has too many connections. Raise max_connections, or use PgBouncer.'
  if (/CERT|SIGN|VERIFY|ALTNAME/.test(code)) return 'Its certificate is not trusted. Add sslrootcert=… to DATABASE_URL.'
  return 'Check that PostgreSQL runs, its address, and that no firewall blocks this machine.'
}

const isUnusable = (error: unknown): error is Error => error instanceof Error && error.name === 'DatabaseError'
