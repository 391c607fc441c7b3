/** Starts programs: the runner's only way to do so. Uses only Node's built-in modules. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { progressEvery } from './failures.mjs'

/** The current step with the output of its programs; empty outside of steps. */
export const currentStep = new AsyncLocalStorage()

/** Width of the column for step names, in characters. */
const width = 9

/** Prints a text line by line, each with the step's name as a prefix, because steps run in parallel. Says that the program still
 *  runs when it is silent for ten seconds. */
function printer(step) {
  let rest = ''
  const began = Date.now()
  const print = (line) => process.stdout.write(`${step.name.padEnd(width)} | ${line}\n`)
  const timer = setInterval(() => print(`… ${Math.round((Date.now() - began) / 1000)} s`), progressEvery)
  return {
    write(text) {
      timer.refresh()
      step.output += text
      const lines = (rest + text).split('\n')
      rest = lines.pop()
      for (const line of lines) print(line)
    },
    end() {
      clearInterval(timer)
      if (rest !== '') print(rest)
    },
  }
}

/**
 * Runs a program to its end and forwards signals. Within a step its output is prefixed with the step's name.
 *
 * @param options `env` is added to this process's environment; `timeout` in milliseconds
 * @throws when it fails
 */
export function run(command, args, { env = {}, timeout } = {}) {
  return new Promise((resolve, reject) => {
    const step = currentStep.getStore()
    const name = [path.basename(command), ...args.map((arg) => path.relative('', arg) || arg)].join(' ')
    const title = `> ${name.replace(/^node node_modules\/(?:\.bin\/)?/, '')}`
    const lines = step && printer(step)
    if (lines) lines.write(`${title}\n`)
    else console.log(`\n${title}`)
    const child = spawn(command, args, {
      stdio: ['ignore', ...(step ? ['pipe', 'pipe'] : ['inherit', 'inherit'])],
      env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...env },
      timeout,
    })
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => lines.write(text))
    const forward = (signal) => child.kill(signal)
    process.on('SIGINT', forward).on('SIGTERM', forward)
    child.on('error', (error) => {
      lines?.end()
      reject(error)
    })
    child.on('close', (code, signal) => {
      process.off('SIGINT', forward).off('SIGTERM', forward)
      lines?.end()
      if (code === 0) resolve()
      else reject(new Error(`${name}: ${signal ?? `exit code ${code}`}`))
    })
  })
}

/** Runs a Node program. */
export const node = (args, options) => run(process.execPath, args, options)

/** Runs npm: the one that runs this process, if any. */
export const npm = (args, options) =>
  process.env.npm_execpath
    ? node([process.env.npm_execpath, ...args], options)
    : run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options)

/** Returns the path of a package's program. Reads its package.json, so that it also works without `.bin`. */
export function bin(name, program = name.replace(/^.*\//, '')) {
  const { bin: programs } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'))
  return path.join('node_modules', name, typeof programs === 'string' ? programs : programs[program])
}

/** Returns the first of these files that exists. */
export const firstOf = (paths) => paths.find((file) => file && existsSync(file))

/** Returns the first program with one of these names on the search path. */
export const onPath = (...names) =>
  firstOf(
    (process.env.PATH ?? '').split(path.delimiter).flatMap((folder) => names.map((name) => path.join(folder, name))),
  )

/** Whether packages of the distribution can be installed here: on a Debian or Ubuntu, by root. */
const canInstall = () => process.platform === 'linux' && process.getuid() === 0 && onPath('apt-get') !== undefined

/** Installs packages of the distribution where that is allowed. Failures are printed only: the caller looks for the programs. */
export async function installFromDebian(...packages) {
  if (!canInstall()) return
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]])
    await run('apt-get', ['-o', 'DPkg::Lock::Timeout=300', '-q', ...args], {
      env: { DEBIAN_FRONTEND: 'noninteractive' },
    }).catch((error) => console.log(error.message))
}

/** Makes sure of programs, and of folders that are not programs: installs missing ones from the distribution where that is
 *  allowed. Throws when one is still missing. */
export async function needs(programs, packages, folders = []) {
  const missing = () => [
    ...programs.filter((name) => onPath(name) === undefined),
    ...folders.filter((name) => !existsSync(name)),
  ]
  if (missing().length > 0) await installFromDebian(...packages)
  if (missing().length > 0) {
    throw new Error(`${missing().join(', ')}: not found. Install it: apt-get install ${packages.join(' ')}`)
  }
}
