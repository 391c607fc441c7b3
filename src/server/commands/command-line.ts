/** The command line of a package: selects the command, sets the exit code, and reports errors. */
import closeWithGrace from 'close-with-grace'
import { printable } from '../../contract/printable.ts'
import { misspelledVariables } from '../config/misspelled-variables.ts'
import { ConfigurationError } from '../options/configuration-error.ts'
import { optionsHelp } from '../options/describe-options.ts'
import type { Program } from '../options/option.ts'
import type { Environment } from '../options/read-environment.ts'
import { version } from '../version.ts'
import type { ExitCode, Streams, Task } from './create-task.ts'
import { commonFlags, flagExample, flagsHelp, readServerFlags, type WritableEnvironment } from './flags.ts'
import { sentenceOnError } from './sentence-on-error.ts'
import { type ServerOutput, serverOutput } from './server-output.ts'
import { withSuggestion } from './with-suggestion.ts'

/** A command that runs until it is stopped. */
export type ServerCommand = (env: Environment, print: (line: string) => void) => Promise<Running>

/** A running server. `readFilesAgain` only where it has files of the operator. */
export interface Running {
  url: string
  close(): Promise<void>
  readFilesAgain?: () => void
}

/** A command. */
export type Command =
  | {
      summary: string
      type: 'server'
      load: () => Promise<ServerCommand>
      /** Its options, shown by `--help`. */
      options: () => Promise<Program>
    }
  | { summary: string; type: 'task'; load: () => Promise<Task> }

/** The command line of a package. */
export interface CommandLineOptions {
  /** The program's name, as an operator types it. */
  program: string
  /** The commands by name; `''` is the one that runs without a name. Each command's code is loaded only when it runs. */
  commands: Readonly<Record<string, Command>>
  /** Commands that are packages of their own now: the program that has each. */
  moved?: Readonly<Record<string, string>>
}

/** How the process has ended, or what is running. */
export type End = { type: 'over'; code: ExitCode } | ({ type: 'running' } & Running & Pick<ServerOutput, 'stopped'>)

/** A package's command line. */
export interface CommandLine {
  /**
   * Runs a command.
   *
   * @param args the arguments after the program's name
   * @param env gets the variables that flags set, and those of `--env-file` that are not set
   * @returns the exit code of a task or an error (0 success, 1 failure, 2 not understood or wrongly configured), or the
   * running server
   */
  run: (args: readonly string[], env: WritableEnvironment, streams: Streams) => Promise<End>
  /** Runs the command that the process was started with, until it ends or gets a signal. */
  main: () => Promise<void>
}

/** Creates the command line of a package. */
export function createCommandLine(options: CommandLineOptions): CommandLine {
  const run: CommandLine['run'] = (args, env, streams) => runCommand(options, args, env, streams)
  return { run, main: () => runProcess(run) }
}

function usageOf({ program, commands }: CommandLineOptions): string {
  const listed = (type: Command['type']) =>
    Object.entries(commands)
      .filter(([name, command]) => command.type === type && name !== '')
      .map(([name, { summary }]) => `  ${name.padEnd(15)} ${summary}\n`)
      .join('')
  const lists = [
    ['Servers, configured by environment variables or flags:', listed('server')],
    ['Tasks:', listed('task')],
  ]
  const { '': first } = commands
  const about = first === undefined ? '' : `${first.summary}\n\n`
  return `Usage: ${program} ${first === undefined ? '<command>' : '[command]'}

${about}${lists.map(([title, lines]) => (lines === '' ? '' : `${title}\n${lines}\n`)).join('')}  help, --help    this text; <command> --help says more about one
  --version       ${version}
`
}

const seeHelp = ({ program }: CommandLineOptions, name = '') =>
  `${program} ${name === '' ? 'help' : `${name} --help`} says more.\n`

/** Returns the arguments with the flag where `help` stands before a command: `bff --help` for `help bff`. */
function asFlag(args: readonly string[]): readonly string[] {
  const [first, ...more] = args
  return first === 'help' && more[0]?.startsWith('-') === false ? [...more, '--help'] : args
}

const isOneOf = (args: readonly string[], ...names: string[]) => args.some((arg) => names.includes(arg))

async function runCommand(
  options: CommandLineOptions,
  typed: readonly string[],
  env: WritableEnvironment,
  streams: Streams,
): Promise<End> {
  const args = asFlag(typed)
  const out = (text: string) => streams.out(printable(text))
  const err = (text: string) => streams.err(printable(text))
  const { name, more } = named(options, args)
  const command = name === undefined ? undefined : options.commands[name]
  try {
    if (isOneOf(args.slice(0, 1), '--version', '-v')) {
      out(`${version}\n`)
      return { type: 'over', code: 0 }
    }
    if (command?.type === 'task') {
      const run = await command.load()
      return { type: 'over', code: await run(more, env, { out, err }) }
    }
    const asks = command === undefined ? args.slice(0, 1) : more
    const hasWord = command !== undefined && more[0]?.startsWith('-') === false && more[0] !== 'help'
    if (!hasWord && isOneOf(asks, 'help', '--help', '-h', '--version', '-v')) {
      out(isOneOf(asks, '--version', '-v') ? `${version}\n` : await helpOf(options, name, command))
      return { type: 'over', code: 0 }
    }
    if (command === undefined || hasWord) {
      err(args.length === 0 ? usageOf(options) : `${notACommand(options, args)}\n\n${seeHelp(options)}`)
      return { type: 'over', code: 2 }
    }
    const program = await command.options()
    const wrong = readServerFlags(more, program, env)
    if (wrong !== undefined) {
      err(`${wrong}\n\n${seeHelp(options, name)}`)
      return { type: 'over', code: 2 }
    }
    for (const { written, meant } of misspelledVariables(program, env))
      err(`${written} is set, and is read by nothing. Do you mean ${meant}?\n`)
    const run = await command.load()
    const { print, started, stopped } = serverOutput({ ...streams, out })
    const running = await run(env, print)
    started()
    return { type: 'running', ...running, stopped }
  } catch (error) {
    err(`${sentenceOnError(error)}\n`)
    return { type: 'over', code: error instanceof ConfigurationError ? 2 : 1 }
  }
}

/** The error for an unknown command. The misspelled name may have two words, or be followed by arguments. */
function notACommand({ commands, moved = {} }: CommandLineOptions, args: readonly string[]): string {
  const typed = args.filter((arg) => arg !== '--help').join(' ')
  const [first = '', ...others] = args
  const elsewhere = Object.hasOwn(moved, first) ? moved[first] : undefined
  if (elsewhere !== undefined)
    return `"${first}" is a package of its own: npm install ${elsewhere}, then npx --no ${[elsewhere, ...others].join(' ')}`
  const known = [...Object.keys(commands), ...Object.keys(moved), 'help', '--help', '--version'].filter(Boolean)
  const sentence = `"${typed}" is not a command.`
  const said = withSuggestion(sentence, typed, known)
  return said === sentence ? withSuggestion(sentence, first, known) : said
}

/** The help of a server, with its variables; without a server, the usage of the whole command line. */
async function helpOf(
  options: CommandLineOptions,
  name: string | undefined,
  command: Command | undefined,
): Promise<string> {
  if (command?.type !== 'server') return usageOf(options)
  const program = await command.options()
  const head = name === '' ? usageOf(options) : `Usage: ${options.program} ${name}\n\n${command.summary}\n`
  return `${head}\n${flagsHelp(commonFlags)}\nVariables [default]; each but a secret is a flag too: ${flagExample(program)}.\n${optionsHelp(program)}`
}

/** Splits the arguments into the command's name, `''` if none is typed and the program has such a command, and the rest. */
function named({ commands }: CommandLineOptions, args: readonly string[]): { name?: string; more: readonly string[] } {
  const [first] = args
  if (first !== undefined && first !== '' && Object.hasOwn(commands, first)) return { name: first, more: args.slice(1) }
  if (!Object.hasOwn(commands, '')) return { more: args.slice(1) }
  // `npx` takes `--help` for itself, so `help` means the same, also where it would be an argument.
  return { name: '', more: first === 'help' ? ['--help', ...args.slice(1)] : args }
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
  const { readFilesAgain } = end
  // At a terminal the signal says that the terminal was closed.
  const isAsked = readFilesAgain !== undefined && !process.stdout.isTTY
  if (isAsked) process.on('SIGHUP', readFilesAgain)
  // After an uncaught error (`uncaughtException`, `unhandledRejection`) the exit code is 1; after a signal it is 0.
  closeWithGrace({ delay: 25_000, logger: false, skip: isAsked ? ['SIGHUP'] : [] }, async (reason) => {
    if ('err' in reason) {
      const cause = causeOf(reason.err)
      streams.out(`${JSON.stringify({ t: new Date().toISOString(), level: 'error', code: 'crash', cause })}\n`)
    }
    await end.close()
    if ('signal' in reason) end.stopped(`Stopped by ${reason.signal}.`)
    // The library exits with 0 after something like `throw null`.
    if ('err' in reason) process.exit(1)
  })
}

/** A reader such as `head` closes the pipe when it has read enough. A task still finishes, with its own exit code, so that no
 *  folder or database is left half changed; a server keeps running and logging. */
function endUnlessClosed(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return
  process.stderr.write(`The output cannot be written (${error.code ?? 'unknown'}).\n`)
  process.exit(1)
}

/** Returns the code or name of a thrown value, never its message, which may hold what a person typed. */
function causeOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'unknown'
  const word = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : thrown.name
  return /^[A-Za-z][A-Za-z_]{0,39}$/.test(word) ? word : 'unknown'
}
