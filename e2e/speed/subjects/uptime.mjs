/** Uptime: what its store and its API cost as the checks grow, as `uptime.mjs` measures it. */
import { existsSync } from 'node:fs'
import { scriptLines } from '../harness/script-lines.mjs'

const title = 'Uptime: 51 states, more and more checks'
const script = 'e2e/speed/uptime.mjs'

/** Runs the monitor's own script where there is one. */
export async function measure({ full, log }) {
  if (!existsSync(script)) {
    return { title, notes: ['There is no monitor in this version.'], tables: [], bars: [] }
  }
  return scriptLines(script, { title, args: [full ? '--full' : '--quick'], log })
}
