/** Child processes of the benchmarks: one core each where the system lets us choose, their memory and their processor time. */
import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'

const canPin = cpus().length > 1 && spawnSync('taskset', ['-p', String(process.pid)]).status === 0

/** What the header says about cores. */
export const pinning = canPin
  ? 'each subject on core 0; what loads it and what it asks on the others'
  : 'cores are not chosen (no taskset, or one core only)'

/** The cores of the subject, and those of everything else. */
const cores = { subject: '0', others: cpus().length > 2 ? `1-${cpus().length - 1}` : '1' }

const running = new Set()

/**
 * Starts a program and waits until it says where it is: by an IPC message, or by an address in its output.
 *
 * @param command program and arguments; a script is run by this Node
 * @param role `subject` gets a core of its own
 * @param output where its standard output goes when nobody has to read it: a file descriptor, else nowhere
 * @returns the child, what it said, `ask(message)` for its next IPC message, and `stop()`
 */
export async function start(command, { role = 'others', env = {}, output = 'ignore', says = 'message', cwd } = {}) {
  const whole = command[0].endsWith('.mjs') || command[0].endsWith('.js') ? [process.execPath, ...command] : command
  const [program, ...args] = canPin ? ['taskset', '-c', cores[role], ...whole] : whole
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', says === 'address' ? 'pipe' : output, 'inherit', says === 'message' ? 'ipc' : 'ignore'],
    cwd,
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  const ended = new Promise((_, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      reject(new Error(`${command.join(' ')} ended: ${signal ?? `exit code ${code}`}`)),
    )
  })
  ended.catch(() => undefined)
  const heard = () => Promise.race([new Promise((resolve) => void child.once('message', resolve)), ended])
  const said =
    says === 'message' ? await heard() : says === 'address' ? await Promise.race([address(child), ended]) : undefined
  return {
    pid: child.pid,
    said,
    ask(message) {
      const answer = heard()
      child.send(message)
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

function address(child) {
  return new Promise((resolve) => {
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (more) => {
      text += more
      const found = /https?:\/\/[^\s,]+/.exec(text)
      if (found) resolve(found[0])
    })
  })
}

/** Ends what is left, whatever went wrong. */
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))

/** A process and its children. */
function family(pid) {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`)
    const children = tasks.flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(/\s+/).filter(Boolean),
    )
    return [pid, ...children.flatMap((child) => family(Number(child)))]
  } catch {
    return []
  }
}

/** The memory of a process and its children in MiB, where the system tells it (Linux); else `undefined`. */
export function memory(pid) {
  const pages = family(pid).map((each) => /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${each}/status`, 'utf8'))?.[1])
  return pages.length === 0 ? undefined : pages.reduce((sum, kB) => sum + Number(kB ?? 0), 0) / 1024
}

/** The processor time that a process and its children have used, in seconds, where the system tells it; else `undefined`. */
export function processorTime(pid) {
  const all = family(pid)
  if (all.length === 0) return undefined
  const ticks = all.map((each) => {
    const fields = readFileSync(`/proc/${each}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return Number(fields[11]) + Number(fields[12])
  })
  return ticks.reduce((sum, each) => sum + each, 0) / 100
}
