/** Checks whether the server can write to its folder or database, and the version of the tables. Changes nothing. */
import { existsSync } from 'node:fs'
import { access, constants, mkdtemp, rmdir, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { folderAdvice } from '../../storage/folder-lock.ts'
import { noStorage } from '../../store/storage-options.ts'
import { errorCode } from '../../upstream/transport.ts'
import { withTimeout } from '../../with-timeout.ts'
import type { Finding } from './finding.ts'
import { inspectDatabase, inspectFolder, type Tables } from './inspect-storage.ts'

const name = 'storage'
/** How long the folder has to answer, in milliseconds. */
const patience = 10_000
const gib = 2 ** 30

/** Checks the folder that `DATA_DIR` names. */
export async function checkFolder(folder: string): Promise<Finding[]> {
  if (folder === noStorage) {
    const todo = 'Keep the log for as long as the receipts of consent, or set DATA_DIR or DATABASE_URL.'
    return [{ name, state: 'warning', seen: 'nothing is kept; receipts of consent are in the log only', todo }]
  }
  try {
    const isThere = await withTimeout(isFound(folder), patience)
    if (isThere === undefined) {
      const todo = 'It may lie on a network disk that hangs. Set DATA_DIR to a folder on a local disk.'
      return [{ name, state: 'problem', seen: `"${folder}" does not answer`, todo }]
    }
    if (!isThere) {
      const above = nearest(folder)
      // The trailing slash makes this fail for anything that is not a folder.
      await access(`${above}/`, constants.W_OK)
      // Nothing can be made where the system shows its own state, such as /proc: there is no room at all.
      if ((await statfs(above)).blocks === 0) throw Object.assign(new Error('no disk'), { code: 'ENOENT' })
      return [{ name, state: 'ok', seen: `"${folder}" is not there yet, and is made at the start` }]
    }
    await rmdir(await mkdtemp(path.join(folder, '.check-')))
    const found = await inspectFolder(folder)
    const presses = pressesOf(found)
    const { bavail, bsize } = await statfs(folder)
    const room = bavail * bsize
    const seen = `"${folder}" can be written to, ${(room / gib).toFixed(1)} GiB left, ${tables(found)}`
    if (room >= gib) return [{ name, state: 'ok', seen }, ...presses]
    return [{ name, state: 'warning', seen, todo: 'Make room: below 16 MiB no registration is taken.' }, ...presses]
  } catch (error) {
    if (isUnusable(error)) return [{ name, state: 'problem', seen: error.message, todo: 'Install that version.' }]
    const code = errorCode(error)
    return [{ name, state: 'problem', seen: `"${folder}" cannot be used (${code})`, todo: folderAdvice(code) }]
  }
}

/** Says how many reports of presses wait, and since when, how many failed, and how many are undecided; nothing where all is well. */
function pressesOf({ row }: Tables): Finding[] {
  const [waiting, failed, undecided] = [row?.waiting, row?.failed, row?.undecided].map((count) => Number(count ?? 0))
  const late = row?.oldest !== null && row?.oldest !== undefined && Date.now() - Number(row.oldest) > 900_000
  if (!late && failed === 0 && undecided === 0) return []
  const since = late ? `, the oldest since ${new Date(Number(row?.oldest)).toISOString()}` : ''
  return [
    {
      name: 'presses',
      state: 'warning',
      seen: `${waiting} wait${since}; ${failed} failed, ${undecided} undecided`,
      todo: 'See "outbox list". Those that wait are delivered when the service takes them; "outbox retry" sends the others again.',
    },
  ]
}

/** Whether a folder exists. */
const isFound = (folder: string) =>
  stat(folder).then(
    () => true,
    () => false,
  )

/** Returns the closest existing folder above a missing one. */
function nearest(folder: string): string {
  const above = path.dirname(path.resolve(folder))
  return existsSync(above) ? above : nearest(above)
}

const tables = ({ version, newest }: { version: number; newest: number }) => {
  if (version === newest) return 'tables up to date'
  return version === 0 ? 'no tables yet' : `tables of version ${version} of ${newest}`
}

/** Checks the database that `DATABASE_URL` names, over one connection, which is closed again. */
export async function checkDatabase(databaseUrl: string): Promise<Finding[]> {
  const { hostname } = new URL(databaseUrl)
  try {
    const found = await inspectDatabase(databaseUrl)
    const seen = `PostgreSQL as ${found.role}, ${found.isEncrypted ? 'TLS' : 'no TLS'}, ${tables(found)}`
    const problem = (todo: string): Finding[] => [{ name, state: 'problem', seen, todo }]
    if (found.isStandby) return problem('This is a standby that takes no writes: name the primary.')
    if (found.version < found.newest && !found.mayCreate) return problem('Run migrate as the owner of the tables.')
    return [{ name, state: 'ok', seen }, ...pressesOf(found)]
  } catch (error) {
    if (isUnusable(error)) return [{ name, state: 'problem', seen: error.message, todo: 'Install that version.' }]
    const code = errorCode(error)
    return [{ name, state: 'problem', seen: `PostgreSQL at ${hostname}: ${code}`, todo: adviceOn(code) }]
  }
}

function adviceOn(code: string): string {
  if (code.startsWith('28'))
    return 'User or password of DATABASE_URL is wrong, or pg_hba.conf does not let this machine in.'
  if (code === '3D000') return 'There is no such database: make it, or correct DATABASE_URL.'
  if (code === '42501') return 'The role may not do that: roles.sql grants what it needs.'
  if (code === '53300') return 'It has no connection left: raise max_connections, or put PgBouncer in front.'
  if (/CERT|SIGN|VERIFY|ALTNAME/.test(code)) return 'Its certificate is not trusted: add sslrootcert=… to DATABASE_URL.'
  return 'Is PostgreSQL up, is its address right, and does a firewall let this machine in?'
}

const isUnusable = (error: unknown): error is Error => error instanceof Error && error.name === 'DatabaseUnusable'
