/** A fake service shared by all tests of a file. */
import { afterAll, beforeEach } from 'vitest'
import { type Answer, type FakeService, startFakeService } from './fake-service.ts'

/**
 * Starts a fake service, resets it before each test and closes it after the last: `const service = await sharedFakeService()`
 * at the top of the file.
 *
 * @param first the response to everything but events until a test sets another; by default the specification's example
 */
export async function sharedFakeService(first?: Answer): Promise<FakeService> {
  const service = await startFakeService(first)
  beforeEach(() => service.reset())
  afterAll(() => service.close())
  return service
}
