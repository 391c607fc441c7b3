/** Child processes of the benchmarks: pinned to one core each where the system allows it, with memory and CPU time. */
import { spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

const canPin = cpus().length > 1 && spawnSync('taskset', ['-p', String(process.pid)]).status === 0

/** How processes are pinned to cores, as a sentence for a result. */
export const pinning = canPin
  ? 'each server on core 0; the load and the upstream on the others'
  : 'cores are not chosen (no taskset, or one core only)'

/** The cores of the measured process, and those of all others. */
const cores = { subject: '0', others: cpus().length > 2 ? `1-${cpus().length - 1}` : '1' }

const running = new Set()

/**
 * Starts a script with this Node and waits until it is ready.
 *
 * @param args Node's arguments, the script and its own
 * @param role `subject` gets a core of its own; `any` runs on any core
 * @param ready what signals readiness: its first IPC `message`, or the first `address` in its output
 * @param output a file for its standard output; without it only an address is read from there
 * @param ipc whether it gets an IPC channel although its address signals readiness
 * @returns its `pid`, what it `said`, `ask(message)` for its next IPC message, and `stop()`
 * @throws when it ends before it is ready
 */
export async function start(args, { role = 'others', env = {}, ready = 'message', output, ipc, cwd } = {}) {
  const whole = [process.execPath, ...args]
  const [program, ...rest] = canPin && role !== 'any' ? ['taskset', '-c', cores[role], ...whole] : whole
  const file = output === undefined ? undefined : openSync(output, 'w')
  const child = spawn(program, rest, {
    env: { ...process.env, ...env },
    stdio: [
      'ignore',
      file ?? (ready === 'address' ? 'pipe' : 'ignore'),
      'inherit',
      ipc || ready === 'message' ? 'ipc' : 'ignore',
    ],
    cwd,
  })
  if (file !== undefined) closeSync(file)
  running.add(child)
  child.once('exit', () => running.delete(child))
  const ended = new Promise((_, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => reject(new Error(`${args.join(' ')} ended: ${signal ?? `exit code ${code}`}`)))
  })
  ended.catch(() => undefined)
  const message = () => Promise.race([new Promise((resolve) => void child.once('message', resolve)), ended])
  const said =
    ready === 'message'
      ? await message()
      : await Promise.race([output === undefined ? printedAddress(child) : addressIn(output, child), ended])
  return {
    pid: child.pid,
    said,
    ask(question) {
      const answer = message()
      child.send(question)
      return answer
    },
    stop() {
      return new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve()
        const hard = setTimeout(() => child.kill('SIGKILL'), 5_000)
        child.once('exit', () => {
          clearTimeout(hard)
          resolve()
        })
        child.kill('SIGTERM')
      })
    },
  }
}

const address = /https?:\/\/[^\s,"]+/

function printedAddress(child) {
  return new Promise((resolve) => {
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (more) => {
      text += more
      const found = address.exec(text)
      if (found) resolve(found[0])
    })
  })
}

async function addressIn(file, child) {
  while (child.exitCode === null && child.signalCode === null) {
    const found = address.exec(readFileSync(file, 'utf8'))
    if (found) return found[0]
    await pause(20)
  }
  // Its exit is the error.
  return new Promise(() => undefined)
}

/** Ends remaining processes after any error. */
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    console.error(`Ended by ${signal}.`)
    process.exit(1)
  })
}

/** Returns the resident memory of a process in MiB where the system reports it (Linux); else `undefined`. */
export function memory(pid) {
  try {
    const kibibytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kibibytes === undefined ? undefined : Number(kibibytes) / 1024
  } catch {
    return undefined
  }
}

/** Returns the CPU time of a process with all its threads in seconds: to the nanosecond where the kernel has schedstat,
 *  else in hundredths; `undefined` where there is no `/proc`. */
export function processorTime(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const times = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
    return times.reduce((sum, time) => sum + Number(time), 0) / 1e9
  } catch {
    return ticks(pid)
  }
}

/** Returns how often threads of a process have waited and were woken up so far, where the system reports it; else `undefined`.
 *  Unlike times it hardly depends on the machine's other load. */
export function wakeUps(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const counts = threads.map((thread) =>
      Number(
        /\nvoluntary_ctxt_switches:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8'))?.[1],
      ),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  } catch {
    return undefined
  }
}

function ticks(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return undefined
  }
}
