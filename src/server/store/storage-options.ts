/** The options that name a storage, and when one is required. */
import { isSandbox } from '../config/check-values.ts'
import type { Problem } from '../options/check-options.ts'

/** The options that name a storage. */
export interface StorageOptions {
  dataDir?: string | undefined
  databaseUrl?: string | undefined
}

/** The problem when a storage is required and none is named. */
export const storageMissing: Problem = {
  option: 'dataDir',
  says: 'is missing. Set it to a folder on a local disk that outlives this process, for example /var/lib/voter-registration: it keeps presses, outcomes and receipts of consent. Several processes that share the work need {databaseUrl} instead.',
}

/** Whether a storage is required and none is named: with a real service, evidence of consent must be stored. */
export function needsStorage(options: StorageOptions & { apiKeyId?: unknown }): boolean {
  const isReal = options.apiKeyId !== undefined && !isSandbox(options)
  return isReal && options.dataDir === undefined && options.databaseUrl === undefined
}
