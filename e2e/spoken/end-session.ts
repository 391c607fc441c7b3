/** Ends what a session with a screen reader has started, also what a bus has started and nobody waits for. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Ends every process whose environment has this `XDG_RUNTIME_DIR`, or that was started with a path beside it, by its id, and waits
 * until none is left. Orca without speech takes no signal that can be caught, and the bus of the accessibility tree outlives the
 * program that has started it.
 *
 * @throws after a minute, with the ids that are still there
 */
export async function endSession(runtime: string): Promise<void> {
  let left = processesOf(runtime)
  for (const end = Date.now() + 60_000; left.length > 0; left = processesOf(runtime)) {
    for (const id of left) {
      try {
        process.kill(id, 'SIGKILL')
      } catch {
        // It has ended by itself meanwhile.
      }
    }
    if (Date.now() > end)
      throw new Error(`Processes of the session are still there: ${left.join(', ')}. End them by hand.`)
    await wait(100)
  }
}

/** A process that has ended but was not yet waited for has an empty environment. */
function processesOf(runtime: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter(
      (id) =>
        read(`/proc/${id}/environ`).split('\0').includes(`XDG_RUNTIME_DIR=${runtime}`) ||
        // Chromium's own write their titles over their environment, and name the profile beside it.
        read(`/proc/${id}/cmdline`).includes(`${path.dirname(runtime)}/`),
    )
    .map(Number)
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // It has ended, or belongs to somebody else.
    return ''
  }
}
