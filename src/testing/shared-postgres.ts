/** A PostgreSQL for all tests of a file. */
import { afterAll, beforeAll } from 'vitest'
import { startPostgres, type TestPostgres } from './postgres.ts'

/**
 * Starts one before the first test, and before what the file does then itself; stops it after the last: `const postgres =
 * sharedPostgres()` at the top of the file. Where no test runs, none is started.
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
