/** Ends a session with a screen reader when the process that started it ends it or exits in any way: standard input is a pipe
 *  from that process. Runs as `node end-session.mjs FOLDER`, in a separate process group, so that Ctrl+C does not end it. */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

const folder = String(process.argv[2])

/** Returns every process with a path of the session's folder in its environment or its command. A zombie process has neither,
 *  and Chromium's processes overwrite their environment with their titles. */
const processes = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((id) => ['environ', 'cmdline'].some((file) => read(`/proc/${id}/${file}`).includes(`${folder}/`)))
    .map(Number)

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // The process has ended, or belongs to another user.
    return ''
  }
}

for await (const _ of process.stdin);
// Kills them by id until none is left: Orca without speech ignores every signal that can be caught, and the accessibility
// bus outlives the program that has started it.
let left = processes()
for (const end = Date.now() + 60_000; left.length > 0; left = processes()) {
  for (const id of left) {
    try {
      process.kill(id, 'SIGKILL')
    } catch {
      // The process has ended meanwhile.
    }
  }
  if (Date.now() > end) {
    console.error(`Processes of the session in ${folder} are still there: ${left.join(', ')}. End them by hand.`)
    process.exit(1)
  }
  await wait(100)
}
rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
