/** Reports the press of a button for a browser without scripts. */
import type { PageVisit } from '../contract/hosted-page.ts'
import { bffPaths } from '../contract/routes.ts'

/** How long a voter waits for the report, in milliseconds; it goes on without them. */
const longestWait = 2_000

/** Hands the press to the BFF. Resolves when the BFF has it, or when the voter has waited long enough; never rejects: a lost
 *  report never keeps a voter from registering (R-A93). */
export async function reportPress(press: string, { ask }: PageVisit): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, longestWait)
  })
  const reported = ask(bffPaths.presses, {
    headers: { 'Content-Type': 'text/plain' },
    body: JSON.stringify({ press }),
  }).then(
    () => undefined,
    () => undefined,
  )
  await Promise.race([reported, enough])
  clearTimeout(timer)
}
