/** One process of the stack: started, watched and ended by its own id. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** The project's folder, in which commands run. */
export const root = path.join(import.meta.dirname, '..')

/** A running process. */
export interface Child {
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>
  /** Sends it a signal. */
  signal(name: NodeJS.Signals): void
}

/**
 * Starts a Node program and waits until `ready` responds with 200.
 *
 * @param args the program and its arguments, from the project's folder
 * @param env its environment variables besides `PATH`
 * @param print receives its output from stdout and stderr
 * @throws with its whole output when it ends or when there is no response within two minutes
 */
export const startChild = (
  args: string[],
  env: Record<string, string>,
  ready: string,
  print?: (text: string) => void,
): Promise<Child> => startProgram(process.execPath, args, env, ready, print)

/** The same for a program other than Node, in the folder `cwd` if given. */
export async function startProgram(
  program: string,
  args: string[],
  env: Record<string, string>,
  ready: string,
  print: (text: string) => void = () => {},
  cwd: string = root,
): Promise<Child> {
  let output = ''
  const child = spawn(program, args, {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group: PHP's server has workers that outlive it.
    detached: program !== process.execPath,
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      print(text)
    })
  }
  await answers(child, ready, () => `${args.join(' ')} did not start:\n${output}`)
  return {
    async kill() {
      if (hasExited(child)) return
      const exit = once(child, 'exit')
      if (program === process.execPath || child.pid === undefined) child.kill('SIGKILL')
      else process.kill(-child.pid, 'SIGKILL')
      await exit
    },
    signal: (name) => void child.kill(name),
  }
}

const hasExited = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

async function answers(child: ChildProcess, url: string, problem: () => string): Promise<void> {
  for (let tries = 0; tries < 1_200 && !hasExited(child); tries++) {
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (ok) return
    await wait(100)
  }
  child.kill('SIGKILL')
  throw new Error(problem())
}
