/** The command line of a package, on commander: loads the command, sets the exit code, and reports errors. */
import { parseEnv } from 'node:util'
import closeWithGrace from 'close-with-grace'
import { Command, CommanderError } from 'commander'
import { escapeControls } from '../../contract/csv.ts'
import { ConfigurationError, listOptions, type OptionsSchema, optionHelp, StartError } from '../options/option.ts'
import type { Environment } from '../options/read-options.ts'
import { version } from '../utils.ts'
import { CommandError, type ExitCode, readFlagFile, type Streams, type Terminal } from './terminal.ts'

/** A running server. `reload` only where it has files of the operator. */
export interface Running {
  url: string
  close(): Promise<void>
  reload?: () => Promise<void>
}

export type LazyCommand = { summary: string } & (
  | { configure: () => Promise<(command: Command, terminal: Terminal) => void> }
  /** It runs until it is stopped; `options` are flags too. */
  | {
      server: () => Promise<(env: Environment, print: (line: string) => void) => Promise<Running>>
      options: () => Promise<OptionsSchema>
    }
)

export type End = { type: 'over'; code: ExitCode } | ({ type: 'running' } & Running & Pick<ServerOutput, 'stopped'>)

export interface CommandLine {
  /** Runs a command. @param env gets the variables that flags set, and those of `--env-file` that are not set. @returns the
   *  exit code (0 success, 1 failure, 2 not understood or wrongly configured), or the running server */
  run: (args: readonly string[], env: WritableEnvironment, streams: Streams) => Promise<End>
  main: () => Promise<void>
}

type WritableEnvironment = Record<string, string | undefined>

/** `name` is what an operator types; in `commands`, `''` is the command that runs without a name. */
export function createCommandLine(name: string, commands: Readonly<Record<string, LazyCommand>>): CommandLine {
  const run: CommandLine['run'] = async (args, env, streams) => {
    const out = (text: string) => streams.out(escapeControls(text))
    const err = (text: string) => streams.err(escapeControls(text))
    const program = new Command(name)
      .version(version, '-v, --version')
      .option('--env-file <file>', 'reads variables that are not set from a file')
      .option('--quiet', 'prints only errors to standard error')
      .configureHelp({ showGlobalOptions: true })
      .exitOverride()
      // The value of an unknown flag may be a secret.
      .configureOutput({ writeOut: out, writeErr: (text) => err(text.replaceAll(/'(--[^='\n]*)=[^'\n]*'/g, "'$1'")) })
      .helpCommand(true)
      .showHelpAfterError('(see --help)')
      .hook('preAction', () => loadEnvFile(program.opts().envFile, env))
    const note = (text: string) => (program.opts().quiet === true ? undefined : err(text))
    const terminal: Terminal = { ...streams, out, err, note, env, exitCode: 0 }
    // `npx` takes `--help` for itself, so `help COMMAND…` means the same.
    const words = args[0] === 'help' ? [...args.slice(1), '--help'] : args
    const [word = ''] = words
    const result: { running?: End } = {}
    try {
      for (const [commandName, command] of Object.entries(commands)) {
        const isDefault = commandName === ''
        const target = (isDefault ? program : program.command(commandName)).description(command.summary)
        if (isDefault ? Object.hasOwn(commands, word) && word !== '' : commandName !== word) continue
        if ('configure' in command) (await command.configure())(target, terminal)
        else {
          addVariableFlags(target, await command.options(), env)
          target.action(async () => {
            const start = await command.server()
            const { print, started, stopped } = createServerOutput(terminal)
            const running = await start(env, print)
            started()
            result.running = { type: 'running', ...running, stopped }
          })
        }
      }
      await program.parseAsync(words, { from: 'user' })
      return result.running ?? { type: 'over', code: terminal.exitCode }
    } catch (error) {
      if (error instanceof CommanderError) return { type: 'over', code: error.exitCode === 0 ? 0 : 2 }
      err(`${explainError(error)}\n`)
      if (error instanceof CommandError) return { type: 'over', code: error.exitCode }
      return { type: 'over', code: error instanceof ConfigurationError ? 2 : 1 }
    }
  }
  return { run, main: () => runProcess(run) }
}

/** Adds flags for variables, never for secrets: every user of the machine sees the arguments of a process. */
function addVariableFlags(target: Command, program: OptionsSchema, env: WritableEnvironment): void {
  const secrets: string[] = []
  for (const option of listOptions(program)) {
    for (const name of [option.variable, option.fallbackVariable]) {
      if (name === undefined) continue
      const help = `${name}: ${optionHelp(option)}`
      const flag = name.toLowerCase().replaceAll('_', '-')
      if (option.isSecret === true) secrets.push(`  ${help}\n`)
      else
        target.option(`--${flag} <value>`, help).on(`option:${flag}`, (value: string) => {
          env[name] = value
        })
    }
  }
  target.addHelpText('after', secrets.length === 0 ? '' : `\nSecrets, by variable only:\n${secrets.join('')}`)
}

function loadEnvFile(file: unknown, env: WritableEnvironment): void {
  if (typeof file !== 'string') return
  for (const [name, value] of Object.entries(parseEnv(readFlagFile('--env-file', file)))) env[name] ??= value
}

const fileProblems: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
}

/** Explains why a command could not start. Of an unexpected error only its code: the message may hold a header or an address. */
function explainError(error: unknown): string {
  const { code, path, name, message }: NodeJS.ErrnoException = error instanceof Error ? error : new Error('unknown')
  const isExplained = [CommandError, ConfigurationError, StartError].some((kind) => error instanceof kind)
  if (isExplained || name === 'StorageUnavailableError') return message
  if (path !== undefined && code !== undefined)
    return `"${path}" cannot be read or written: ${fileProblems[code] ?? code}.`
  return `It could not start (${code ?? name}).`
}

interface ServerOutput {
  print: (line: string) => void
  /** Writes one line of JSON with everything that was printed so far; at a terminal that is there already. */
  started: () => void
  /** Writes one line of JSON with the reason, a signal; nothing at a terminal. */
  stopped: (reason: string) => void
}

/** Creates the output of a server: sentences at a terminal; anywhere else JSON alone, for a collector of logs. */
export function createServerOutput({ out, isTerminal = false }: Streams): ServerOutput {
  const write = (line: object) => out(`${JSON.stringify({ t: new Date().toISOString(), level: 'info', ...line })}\n`)
  const first: string[] = []
  let isStarted = false
  return {
    print(line) {
      if (isTerminal || line.startsWith('{')) out(`${line}\n`)
      else if (isStarted) write({ message: line })
      else first.push(line)
    },
    started() {
      isStarted = true
      if (!isTerminal) write({ code: 'started', version, message: first.join('; ') })
    },
    stopped(reason) {
      if (!isTerminal) write({ code: 'stopped', version, message: reason })
    },
  }
}

async function runProcess(run: CommandLine['run']): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endUnlessClosed)
  const streams: Streams = {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    isTerminal: process.stdout.isTTY,
  }
  const end = await run(process.argv.slice(2), process.env, streams)
  if (end.type === 'over') {
    process.exitCode = end.code
    return
  }
  const { reload } = end
  // At a terminal the signal says that the terminal was closed.
  const isAsked = reload !== undefined && !process.stdout.isTTY
  if (isAsked) process.on('SIGHUP', () => void reload())
  // After an uncaught error (`uncaughtException`, `unhandledRejection`) the exit code is 1; after a signal it is 0.
  closeWithGrace({ delay: 25_000, logger: false, skip: isAsked ? ['SIGHUP'] : [] }, async (reason) => {
    if ('err' in reason) {
      const cause = getCause(reason.err)
      streams.out(`${JSON.stringify({ t: new Date().toISOString(), level: 'error', code: 'crash', cause })}\n`)
    }
    await end.close()
    if ('signal' in reason) end.stopped(`Stopped by ${reason.signal}.`)
    // The library exits with 0 after something like `throw null`.
    if ('err' in reason) process.exit(1)
  })
}

/** A reader such as `head` closes the pipe. A task still finishes, so that nothing is left half changed; a server runs on. */
function endUnlessClosed(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return
  process.stderr.write(`The output cannot be written (${error.code ?? 'unknown'}).\n`)
  process.exit(1)
}

/** Returns the code or name of a thrown value, never its message, which may hold what a person typed. */
function getCause(value: unknown): string {
  if (!(value instanceof Error)) return 'unknown'
  const word = 'code' in value && typeof value.code === 'string' ? value.code : value.name
  return /^[A-Za-z][A-Za-z_]{0,39}$/.test(word) ? word : 'unknown'
}
