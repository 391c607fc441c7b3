/** Opens the records of a running server for a command that reads them. Needs no API key. */
import * as z from 'zod/mini'
import { readOperatorText } from '../config/operator-file.ts'
import { BffOptions } from '../config/options.ts'
import type { Log } from '../observability/log.ts'
import { ConfigurationError } from '../options/configuration-error.ts'
import { type Environment, optionsFrom } from '../options/read-environment.ts'
import { openStorage } from '../store/open-storage.ts'
import type { Store } from '../store/store.ts'

/** Says in a command's help which storage it opens. */
export const storageDetails = 'The storage is the one that DATA_DIR or DATABASE_URL names, as the BFF has it.'

/**
 * Runs a function with the BFF's records, then closes them.
 *
 * @param log called for migrations
 * @throws ConfigurationError with a sentence when there are no records or they cannot be used
 */
export async function withBffStorage<T>(env: Environment, use: (store: Store) => Promise<T>, log?: Log): Promise<T> {
  const location = locationIn(env, 'BFF')
  const storage = await openStorage(location, 'visitor', log)
  if (storage === undefined) throw new ConfigurationError([missing('BFF')])
  return closing(storage.store, use)
}

/**
 * Yields every row of a list, a page at a time.
 *
 * @param page returns the rows after the last one that was read
 * @param progress called with the number of rows so far
 */
export async function* each<Row>(
  page: (last?: Row) => Promise<readonly Row[]>,
  progress: (count: number) => void = () => undefined,
): AsyncGenerator<Row> {
  let count = 0
  for (let rows = await page(); rows.length > 0; rows = await page(rows.at(-1))) {
    yield* rows
    count += rows.length
    progress(count)
  }
}

/** Turns an error that an operator can fix into a configuration error; returns any other unchanged. */
export function asConfigurationError(error: unknown): unknown {
  return error instanceof Error && error.name === 'DatabaseUnusable' ? new ConfigurationError([error.message]) : error
}

/** Runs a function with a store, then closes it. */
export async function closing<Opened extends { close(): Promise<void> }, T>(
  store: Opened,
  use: (store: Opened) => Promise<T>,
): Promise<T> {
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

const missing = (server: string) =>
  `Set DATA_DIR or DATABASE_URL as the ${server} has it: nothing else is kept anywhere.`

const Location = z.pick(BffOptions, { dataDir: true, databaseUrl: true })

/**
 * Returns the location that `DATA_DIR` or `DATABASE_URL` names.
 *
 * @throws ConfigurationError when they name none, two, or one that cannot be used
 */
export function locationIn(env: Environment, server: 'BFF' | 'monitor'): { dataDir: string } | { databaseUrl: string } {
  const { dataDir, databaseUrl } = optionsFrom(Location, env, readOperatorText)
  if (dataDir !== undefined && databaseUrl !== undefined) {
    throw new ConfigurationError([`DATA_DIR and DATABASE_URL are both set. Keep the one that the ${server} uses.`])
  }
  if (databaseUrl !== undefined) return { databaseUrl }
  if (dataDir !== undefined) return { dataDir }
  throw new ConfigurationError([missing(server)])
}
