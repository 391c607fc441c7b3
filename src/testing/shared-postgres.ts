/** A PostgreSQL shared by all tests of a file. */
import { afterAll, beforeAll } from 'vitest'
import { startPostgres, type TestPostgres } from './postgres.ts'

/**
 * Starts a server before the first test and the file's own hooks, and stops it after the last: `const postgres =
 * sharedPostgres()` at the top of the file. If no test runs, none is started.
 */
export function sharedPostgres(): Omit<TestPostgres, 'stop'> {
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
    newDatabase: () => server().newDatabase(),
    pause: () => server().pause(),
    resume: () => server().resume(),
  }
}
