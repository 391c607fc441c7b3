/** Where a command finds the records of a running server. */
import type * as z from 'zod/mini'
import { readOperatorText } from '../operator-files.ts'
import { ConfigurationError } from '../options/option.ts'
import { type Environment, readOptionsFrom } from '../options/read-options.ts'

type LocationOption = z.ZodMiniType<string | undefined, string | undefined>
type LocationProgram = z.ZodMiniObject<{ dataDir: LocationOption; databaseUrl: LocationOption }>

/** Turns an error that an operator can fix into a configuration error; returns any other unchanged. */
export function asConfigurationError(error: unknown): unknown {
  return error instanceof Error && error.name === 'DatabaseError' ? new ConfigurationError([error.message]) : error
}

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

export const missing = (server: string) => `Set DATA_DIR or DATABASE_URL to that of the ${server}.`

/** @throws ConfigurationError when `DATA_DIR` and `DATABASE_URL` name none, two, or one that cannot be used */
export function locationIn(
  env: Environment,
  server: 'BFF' | 'monitor',
  program: LocationProgram,
): { dataDir: string } | { databaseUrl: string } {
  const { dataDir, databaseUrl } = readOptionsFrom(program, env, readOperatorText)
  if (dataDir !== undefined && databaseUrl !== undefined) {
    throw new ConfigurationError([`DATA_DIR and DATABASE_URL are both set. Keep the one that the ${server} uses.`])
  }
  if (databaseUrl !== undefined) return { databaseUrl }
  if (dataDir !== undefined) return { dataDir }
  throw new ConfigurationError([missing(server)])
}
