/** Ends a session with a screen reader when whoever has started it ends it, or has ended, in whatever way: its standard input is a
 *  pipe from there. Runs as `node end-session.mjs FOLDER`, in a process group of its own, so that Ctrl+C does not end it. */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

const folder = String(process.argv[2])

/** Every process that has a path of the session's folder in its environment or its command. One that has ended but was not yet
 *  waited for has neither, and Chromium's own write their titles over their environment. */
const processes = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((id) => ['environ', 'cmdline'].some((file) => read(`/proc/${id}/${file}`).includes(`${folder}/`)))
    .map(Number)

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // It has ended, or belongs to somebody else.
    return ''
  }
}

for await (const _ of process.stdin);
// By their ids, until none is left: Orca without speech takes no signal that can be caught, and the bus of the accessibility tree
// outlives the program that has started it.
let left = processes()
for (const end = Date.now() + 60_000; left.length > 0; left = processes()) {
  for (const id of left) {
    try {
      process.kill(id, 'SIGKILL')
    } catch {
      // It has ended by itself meanwhile.
    }
  }
  if (Date.now() > end) {
    console.error(`Processes of the session in ${folder} are still there: ${left.join(', ')}. End them by hand.`)
    process.exit(1)
  }
  await wait(100)
}
rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
