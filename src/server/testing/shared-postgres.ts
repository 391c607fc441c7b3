/** The PostgreSQL of the whole test run, and one of a file's own. */
import { afterAll, beforeAll, inject } from 'vitest'
import { newDatabaseAt, startPostgres, type TestPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the run's PostgreSQL, and its version. */
    postgres: { admin: string; version: string }
  }
}

/**
 * The run's server, for tests that need databases of their own and leave the server itself alone.
 *
 * @returns `newDatabase()` creates an empty database and returns its address
 */
export function sharedPostgres(): Pick<TestPostgres, 'newDatabase' | 'version'> {
  const { admin, version } = inject('postgres')
  return { version, newDatabase: () => newDatabaseAt(admin) }
}

/**
 * A server of the file's own, for tests that stop it, change its settings or create roles: `const postgres = ownPostgres()` at the
 * top of the file. It starts before the first test and the file's own hooks; if no test runs, none is started.
 */
export function ownPostgres(): Omit<TestPostgres, 'stop'> {
  let running: TestPostgres | undefined
  const server = () => {
    if (running === undefined)
      throw new Error('PostgreSQL starts before the first test: ask for it in a hook or a test.')
    return running
  }
  beforeAll(async () => {
    running = await startPostgres()
  })
  afterAll(() => running?.stop())
  return {
    get version() {
      return server().version
    },
    get admin() {
      return server().admin
    },
    newDatabase: () => server().newDatabase(),
    pause: () => server().pause(),
    resume: () => server().resume(),
  }
}
