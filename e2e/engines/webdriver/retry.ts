/** Waits as Playwright does: tries again until it works or the time is over. */
import { setTimeout as wait } from 'node:timers/promises'

/** What an attempt gives that is to be made again; `pending` says why. */
export class Pending extends Error {}

/** How long an action may take, in milliseconds. */
export const longest = 60_000

/** WebDriver's complaints while one page gives way to another. */
const passing =
  /javascript ?error|before the unload event|no such (window|frame|element)|stale element|unexpected alert|navigat|execution context|There is no frame/i

/**
 * Makes the attempt until it throws no {@link Pending} any more.
 *
 * @throws the last reason when the time is over
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
