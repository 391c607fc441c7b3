/** A fake service for all tests of a file. */
import { afterAll, beforeEach } from 'vitest'
import { type Answer, type FakeService, startFakeService } from './fake-service.ts'

/**
 * Starts one, makes it as new before each test and closes it after the last: `const service = await sharedFakeService()` at
 * the top of the file.
 *
 * @param first how it answers everything but events until a test says otherwise; left out: as the specification's example
 */
export async function sharedFakeService(first?: Answer): Promise<FakeService> {
  const service = await startFakeService(first)
  beforeEach(() => service.reset())
  afterAll(() => service.close())
  return service
}
