/** Checks the files that the address of a PostgreSQL names, before pg reads them: reading a named pipe would never end. */
import { statSync } from 'node:fs'
import { DatabaseUnusable } from './sql.ts'

/**
 * Rejects an address one of whose certificates or keys is no regular file. A missing one is left to pg.
 *
 * @param address `postgres://…?sslrootcert=…`
 * @throws DatabaseUnusable with the name of the parameter
 */
export function demandCertificateFiles(address: string): void {
  const parameters = URL.canParse(address) ? new URL(address).searchParams : new URLSearchParams()
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const file = parameters.get(name)
    if (file === null || statSync(file, { throwIfNoEntry: false })?.isFile() !== false) continue
    throw new DatabaseUnusable(
      `The ${name} of DATABASE_URL names "${file}", which is not a regular file. Put the certificate or key into one.`,
    )
  }
}
