/** The command line of a package, on commander: selects the command, sets the exit code, and reports errors. */
import { parseEnv } from 'node:util'
import closeWithGrace from 'close-with-grace'
import { Argument, Command, CommanderError, Option } from 'commander'
import { printable } from '../../contract/printable.ts'
import { ConfigurationError } from '../options/configuration-error.ts'
import { optionHelp } from '../options/describe-options.ts'
import { optionsIn, type Program } from '../options/option.ts'
import type { Environment } from '../options/read-environment.ts'
import { version } from '../version.ts'
import { FlagError, readFlagFile } from './flag-file.ts'
import { sentenceOnError } from './sentence-on-error.ts'
import { type ServerOutput, serverOutput } from './server-output.ts'
import type { ExitCode, Streams, Task } from './task.ts'

/** A command that runs until it is stopped. */
export type ServerCommand = (env: Environment, print: (line: string) => void) => Promise<Running>

/** A running server. `readFilesAgain` only where it has files of the operator. */
export interface Running {
  url: string
  close(): Promise<void>
  readFilesAgain?: () => void
}

/** A command, whose code is loaded when it runs; `options` of a server are flags too. */
export type LazyCommand = { summary: string } & (
  | { type: 'server'; load: () => Promise<ServerCommand>; options: () => Promise<Program> }
  | { type: 'task'; load: () => Promise<Task | Readonly<Record<string, Task>>> }
)

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

type WritableEnvironment = Record<string, string | undefined>

/**
 * Creates the command line of a package.
 *
 * @param name the program's name, as an operator types it
 * @param commands by name; `''` is the one that runs without a name
 */
export function createCommandLine(name: string, commands: Readonly<Record<string, LazyCommand>>): CommandLine {
  const run: CommandLine['run'] = async (args, env, streams) => {
    const out = (text: string) => streams.out(printable(text))
    const err = (text: string) => streams.err(printable(text))
    const context: Context = { env, streams: { ...streams, out, err }, end: { type: 'over', code: 0 } }
    const program = new Command(name)
      .version(version, '-v, --version')
      .exitOverride()
      // The value of an unknown flag may be a secret.
      .configureOutput({ writeOut: out, writeErr: (text) => err(text.replaceAll(/'(--[^='\n]*)=[^'\n]*'/g, "'$1'")) })
      .helpCommand(true)
      .showHelpAfterError('(--help says more)')
    // `npx` takes `--help` for itself, so `help COMMAND…` means the same.
    const [first = '', ...rest] = args
    const words = first === 'help' && rest.length > 0 ? [...rest, '--help'] : args
    const [word = ''] = words
    try {
      for (const [commandName, command] of Object.entries(commands)) {
        const isDefault = commandName === ''
        const target = isDefault ? program : program.command(commandName)
        target.description(command.summary)
        const isChosen = isDefault ? word === '' || !Object.hasOwn(commands, word) : commandName === word
        if (isChosen) await configureCommand(target, command, context)
      }
      await program.parseAsync(words, { from: 'user' })
      return context.end
    } catch (error) {
      if (error instanceof CommanderError) return { type: 'over', code: error.exitCode === 0 ? 0 : 2 }
      err(`${error instanceof FlagError ? error.message : sentenceOnError(error)}\n`)
      return { type: 'over', code: error instanceof ConfigurationError || error instanceof FlagError ? 2 : 1 }
    }
  }
  return { run, main: () => runProcess(run) }
}

/** What a command runs with, and how it has ended. */
interface Context {
  env: WritableEnvironment
  streams: Streams
  end: End
}

async function configureCommand(target: Command, command: LazyCommand, context: Context): Promise<void> {
  if (command.type === 'server') {
    configureServer(target, await command.options(), command.load, context)
    return
  }
  const task = await command.load()
  if (isTask(task)) configureTask(target, task, context)
  else {
    for (const [name, member] of Object.entries(task)) {
      configureTask(target.command(name).description(member.summary), member, context)
    }
  }
}

const isTask = (task: Task | Readonly<Record<string, Task>>): task is Task => typeof task.run === 'function'

const envFileFlag = ['--env-file <file>', 'reads variables that are not set from a file'] as const

/** Adds a flag for each variable that is no secret: every user of the machine sees the arguments of a process. */
function configureServer(target: Command, program: Program, load: () => Promise<ServerCommand>, context: Context) {
  const { env, streams } = context
  const options = optionsIn(program).filter(({ variable }) => variable !== undefined)
  const flags = options.flatMap((option) =>
    [option.variable, option.orElse].flatMap((name) =>
      name === undefined || option.isSecret === true
        ? []
        : [{ name, flag: new Option(`--${toFlag(name)} <value>`, `${name}: ${optionHelp(option)}`) }],
    ),
  )
  const secrets = options
    .filter(({ isSecret }) => isSecret)
    .map((option) => `  ${option.variable}: ${optionHelp(option)}\n`)
  for (const { flag } of flags) target.addOption(flag)
  target
    .option(...envFileFlag)
    .addHelpText('after', secrets.length === 0 ? '' : `\nSecrets, by variable only:\n${secrets.join('')}`)
    .action(async (values: Readonly<Record<string, unknown>>) => {
      for (const { name, flag } of flags) {
        const value = values[flag.attributeName()]
        if (typeof value === 'string') env[name] = value
      }
      loadEnvFile(values.envFile, env)
      const start = await load()
      const { print, started, stopped } = serverOutput(streams)
      const running = await start(env, print)
      started()
      context.end = { type: 'running', ...running, stopped }
    })
}

/** Returns the flag that sets a variable, without the hyphens: `trust-proxy-hops` for `TRUST_PROXY_HOPS`. */
const toFlag = (variable: string) => variable.toLowerCase().replaceAll('_', '-')

function configureTask(target: Command, task: Task, context: Context): void {
  const { summary, details, words = '', choices, flags } = task
  target.description(details === undefined ? summary : `${summary}\n\n${details}`).summary(summary)
  for (const word of words.split(' ').filter(Boolean)) {
    const argument = new Argument(word)
    target.addArgument(choices === undefined ? argument : argument.choices(choices))
  }
  const options = Object.entries(flags).map(([name, { value, what }]) => ({
    name,
    option: new Option(`--${name}${value === undefined ? '' : ` <${value}>`}`, what),
  }))
  for (const { option } of options) target.addOption(option)
  target.option(...envFileFlag).option('--quiet', 'no remarks on standard error, only errors')
  target.action(async () => {
    const { env, streams } = context
    const typed: Readonly<Record<string, unknown>> = target.opts()
    loadEnvFile(typed.envFile, env)
    const values: Record<string, string | boolean> = {}
    for (const { name, option } of [...options, { name: 'env-file', option: new Option('--env-file <file>') }]) {
      const value = typed[option.attributeName()]
      if (typeof value === 'string' || typeof value === 'boolean') values[name] = value
    }
    const note = typed.quiet === true ? () => undefined : streams.err
    const end = await task.run(target.processedArgs.flat().filter(isText), values, env, { ...streams, note })
    if (typeof end === 'string') target.error(end)
    else context.end = { type: 'over', code: end }
  })
}

const isText = (word: unknown) => typeof word === 'string'

/** Sets the variables of a file that are not set, as Node.js does with its own `--env-file`. */
function loadEnvFile(file: unknown, env: WritableEnvironment): void {
  if (typeof file !== 'string') return
  for (const [name, value] of Object.entries(parseEnv(readFlagFile('--env-file', file)))) env[name] ??= value
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
