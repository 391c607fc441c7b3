/** Opens the storage of a running BFF for a command that looks at it. */

import { bffOptions } from '../bff/config/options-table.ts'
import type { Log } from '../bff/observability/log.ts'
import { openStorage } from '../bff/store/open-storage.ts'
import { noStorage } from '../bff/store/storage-options.ts'
import type { Store } from '../bff/store/store.ts'
import { ConfigurationError } from '../options/configuration-error.ts'
import type { Environment } from '../options/read-environment.ts'

/**
 * Runs something with the storage that `DATA_DIR` or `DATABASE_URL` names, and closes it again. Needs no API key.
 *
 * @param log hears of migrations
 * @throws ConfigurationError with a sentence when there is none or it cannot be used
 */
export async function withStorage<T>(env: Environment, use: (store: Store) => Promise<T>, log?: Log): Promise<T> {
  const dataDir = env.DATA_DIR?.trim() || undefined
  const databaseUrl = env.DATABASE_URL?.trim() || undefined
  if (dataDir !== undefined && databaseUrl !== undefined) {
    throw new ConfigurationError(['DATA_DIR and DATABASE_URL are both set. Keep the one that the BFF uses.'])
  }
  const url = bffOptions.databaseUrl.schema.safeParse(databaseUrl)
  if (!url.success) throw new ConfigurationError(url.error.issues.map(({ message }) => `DATABASE_URL ${message}`))
  const storage = dataDir === noStorage ? undefined : await openStorage({ dataDir, databaseUrl }, 'visitor', log)
  if (storage === undefined) {
    throw new ConfigurationError(['Set DATA_DIR or DATABASE_URL as the BFF has it: nothing else is kept anywhere.'])
  }
  try {
    return await use(storage.store)
  } finally {
    await storage.store.close()
  }
}
