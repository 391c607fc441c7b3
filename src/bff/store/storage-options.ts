/** Which options name a storage, and when one is needed. */
import { isSandbox } from '../config/check-values.ts'

/** Which options name a storage. */
export interface StorageOptions {
  dataDir?: string | undefined
  databaseUrl?: string | undefined
}

/** What `dataDir` is when there is to be no storage. */
export const noStorage = 'none'

/** What to do where a storage is needed and none is named. */
export const storageMissing = `is missing. Set it to a folder on a local disk that outlives this process, for example /var/lib/voter-registration: it keeps presses, outcomes and receipts of consent. Several processes that share the work need DATABASE_URL instead. With ${noStorage} nothing is kept: presses are delivered while the page waits, and receipts go into the log.`

/** Whether a storage is needed and none is named: for a real service, evidence of consent must be kept somewhere. */
export function needsStorage(options: StorageOptions & { apiKeyId?: unknown }): boolean {
  const isReal = options.apiKeyId !== undefined && !isSandbox(options)
  return isReal && options.dataDir === undefined && options.databaseUrl === undefined
}
