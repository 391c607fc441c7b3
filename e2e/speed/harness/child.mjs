/** Child processes of the benchmarks: pinned to one core each where the system allows it, with memory and CPU time. */
import { spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

const canPin = cpus().length > 1 && spawnSync('taskset', ['-p', String(process.pid)]).status === 0

/** How processes are pinned to cores, as a sentence for a result. */
export const pinning = canPin
  ? 'Each server is on core 0; the load and the upstream are on the others.'
  : 'Cores are not chosen (no taskset, or one core only).'

/** The cores of the measured process, and those of all others. */
const cores = { subject: '0', others: cpus().length > 2 ? `1-${cpus().length - 1}` : '1' }

const running = new Set()

/**
 * Starts a script with this Node and waits until it is ready.
 *
 * @param args Node's arguments, the script and its own
 * @param role `subject` gets a core of its own
 * @param output a file for its standard output; the first address there signals readiness. Without it, its first IPC message does
 * @param ipc whether it gets an IPC channel although its address signals readiness
 * @returns its `pid`, what it `said`, `ask(message)` for its next IPC message, and `stop()`
 * @throws when it ends before it is ready
 */
export async function start(args, { role = 'others', env = {}, output, ipc = output === undefined } = {}) {
  const whole = [process.execPath, ...args]
  const [program, ...rest] = canPin ? ['taskset', '-c', cores[role], ...whole] : whole
  const file = output === undefined ? undefined : openSync(output, 'w')
  const stdio = ['ignore', file ?? 'ignore', 'inherit', ipc ? 'ipc' : 'ignore']
  const child = spawn(program, rest, { env: { ...process.env, ...env }, stdio })
  if (file !== undefined) closeSync(file)
  running.add(child)
  child.once('exit', () => running.delete(child))
  const ended = new Promise((_, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => reject(new Error(`${args.join(' ')} ended: ${signal ?? `exit code ${code}`}`)))
  })
  ended.catch(() => undefined)
  const nextMessage = () => Promise.race([new Promise((resolve) => void child.once('message', resolve)), ended])
  return {
    pid: child.pid,
    said: await (output === undefined ? nextMessage() : Promise.race([findAddress(output, child), ended])),
    ask(question) {
      const answer = nextMessage()
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

/** Waits for an address in a file, until the child exits, which is the error then. */
async function findAddress(file, child) {
  for (;;) {
    const [address] = /https?:\/\/[^\s,"]+/.exec(readFileSync(file, 'utf8')) ?? []
    if (address !== undefined || child.exitCode !== null || child.signalCode !== null) return address
    await pause(20)
  }
}

/** Ends remaining processes after any error. */
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))

/** Returns the resident memory of a process in MiB where the system reports it (Linux); else `undefined`. */
export function readMemory(pid) {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return undefined
  }
}

/** Returns the CPU time of a process with all its threads in seconds; `NaN` where the system does not report it. */
export function readProcessorTime(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const times = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
    return times.reduce((sum, time) => sum + Number(time), 0) / 1e9
  } catch {
    return Number.NaN
  }
}
