/** Opens the records of a running monitor for a command that reads them. */
import { asConfigurationError, closing, locationIn } from '../../server/commands/open-records.ts'
import type { Environment } from '../../server/options/read-environment.ts'
import { openStore } from '../store/sql-store.ts'
import type { Store } from '../store/store.ts'

/**
 * Runs a function with the monitor's records, then closes them.
 *
 * @throws ConfigurationError with a sentence when there are no records or they cannot be used
 */
export async function withMonitorStore<T>(env: Environment, use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(locationIn(env, 'monitor'), 'visitor').catch((error: unknown) => {
    throw asConfigurationError(error)
  })
  return closing(store, use)
}
