/** Waits as Playwright does: retries until it succeeds or the timeout ends. */
import { setTimeout as wait } from 'node:timers/promises'

/** Error of an attempt that should be retried; its message is the reason. */
export class Pending extends Error {}

/** Timeout of an action, in milliseconds. */
export const longest = 30_000

/** WebDriver's errors while one page replaces another. */
const passing =
  /javascript ?error|before the unload event|no such (window|frame|element)|stale element|unexpected alert|navigat|execution context|There is no frame/i

/**
 * Retries the attempt until it no longer throws {@link Pending}.
 *
 * @throws the last reason when the timeout ends
 */
export async function retry<T>(attempt: () => Promise<T>, timeout = longest): Promise<T> {
  const end = Date.now() + timeout
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      const isPassing = error instanceof Pending || passing.test(`${(error as Error).name} ${(error as Error).message}`)
      if (!isPassing || Date.now() > end) throw error
      await wait(50)
    }
  }
}
