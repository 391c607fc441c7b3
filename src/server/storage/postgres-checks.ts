/** Checks of the address and the settings of a PostgreSQL. */
import { statSync } from 'node:fs'
import { DatabaseError, type Sql, type StorageLog } from './sql.ts'

/** Names and addresses of this machine, and folders of Unix sockets. */
const localHostPattern = /^$|^(\/|%2f)|^(.+\.)?localhost$|^\[?::1\]?$|^127(\.\d{1,3}){3}$/i

const encryptedModes: ReadonlySet<string> = new Set(['prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'])

/** Problem of a PostgreSQL address: one on another machine must specify whether the connection is encrypted. */
export function findDatabaseUrlProblem(address: string): string | undefined {
  if (!URL.canParse(address)) return 'is not an address'
  const { protocol, pathname } = new URL(address)
  if (!['postgres:', 'postgresql:'].includes(protocol)) return 'does not begin with postgres://'
  return pathname.length > 1 ? findEncryptionProblem(address) : 'names no database'
}

/** Returns the problem of a PostgreSQL on another machine whose address does not say whether it is encrypted. */
export function findEncryptionProblem(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { hostname, searchParams } = new URL(address)
  const host = searchParams.get('host') ?? hostname
  const mode = searchParams.get('sslmode') ?? ''
  // With a certificate pg encrypts.
  const isEncrypted =
    encryptedModes.has(mode) || searchParams.get('ssl') === 'true' || /[?&]ssl(root)?cert=/.test(address)
  if (localHostPattern.test(host) || isEncrypted || mode === 'disable') return undefined
  return 'is on another machine and does not set sslmode. Add ?sslmode=verify-full, or ?sslmode=disable on a private network.'
}

/** Rejects an address one of whose certificates or keys is no regular file: pg would wait forever for a named pipe. */
export function assertCertificateFiles(address: string): void {
  const parameters = URL.canParse(address) ? new URL(address).searchParams : new URLSearchParams()
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const file = parameters.get(name)
    if (file === null || statSync(file, { throwIfNoEntry: false })?.isFile() !== false) continue
    throw new DatabaseError(
      `The ${name} of DATABASE_URL names "${file}", which is not a regular file. Put the certificate or key into one.`,
    )
  }
}

/** A role without rights sees that WAL senders exist, but not their state. A base backup does not become a standby. */
const durabilityQuery = `SELECT current_setting('synchronous_commit') = 'off' AS "isOff",
  (current_setting('synchronous_standby_names') = '' OR current_setting('synchronous_commit') IN ('off', 'local'))
    AND EXISTS (SELECT 1 FROM pg_stat_replication WHERE coalesce(state, '') <> 'backup') AS "canLose"`

/** Warns when an acknowledged commit can be lost. Replication below PostgreSQL or a disconnected standby is invisible. */
export async function warnAboutDataLoss(sql: Pick<Sql, 'query'>, log: StorageLog): Promise<void> {
  const [row] = await sql.query(durabilityQuery)
  if (row?.isOff === true) {
    const message =
      'synchronous_commit is off: a crash of PostgreSQL loses what it has just acknowledged, such as clicks and keys of sent forms. Set it to on.'
    log({ level: 'warn', code: 'commit_not_on_disk', message })
  }
  if (row?.canLose === true) {
    const message =
      'PostgreSQL is replicated, and no COMMIT waits for a standby: a failover loses what was acknowledged last, such as clicks and keys of sent forms. Set synchronous_standby_names, and synchronous_commit to on.'
    log({ level: 'warn', code: 'failover_may_lose_data', message })
  }
}
