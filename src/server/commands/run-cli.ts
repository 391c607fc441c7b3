/** The command line: selects the command, sets the exit code, and reports errors. */
import closeWithGrace from 'close-with-grace'
import { printable } from '../../contract/printable.ts'
import { misspelledVariables } from '../config/misspelled-variables.ts'
import { ConfigurationError } from '../options/configuration-error.ts'
import { optionsHelp } from '../options/describe-options.ts'
import type { OptionsTable } from '../options/option.ts'
import type { Environment } from '../options/read-environment.ts'
import { version } from '../version.ts'
import type { Task, Terminal } from './create-task.ts'
import { withSuggestion } from './with-suggestion.ts'

/** A command that runs until it is stopped. */
type ServerCommand = (env: Environment, print: (line: string) => void) => Promise<Running>

/** A running server. `readFilesAgain` only where it has files of the operator. */
interface Running {
  url: string
  close(): Promise<void>
  readFilesAgain?: () => void
}

type Command =
  | {
      summary: string
      type: 'server'
      load: () => Promise<ServerCommand>
      /** Its options, shown by `--help`. */
      options: () => Promise<OptionsTable>
    }
  | { summary: string; type: 'task'; load: () => Promise<Task> }

/** The commands by name. Each command's code is loaded only when it runs. */
const commands: Readonly<Record<string, Command>> = {
  bff: {
    summary: 'the proxy that holds the API key; its variables: docs/bff-configuration.md',
    type: 'server',
    load: async () => (await import('./bff-command.ts')).runBff,
    options: async () => (await import('../config/options-table.ts')).bffOptions,
  },
  sandbox: {
    summary: 'the registration service without a key, for development and tests (SANDBOX_PORT, SANDBOX_HOST)',
    type: 'server',
    load: async () => (await import('../../sandbox/commands/sandbox-command.ts')).runSandbox,
    options: async () => (await import('../../sandbox/commands/sandbox-options.ts')).sandboxOptions,
  },
  monitor: {
    summary: "watches the states' sites that MONITOR_SITES names, and serves the Uptime API",
    type: 'server',
    load: async () => (await import('../../monitor/commands/monitor-command.ts')).runMonitor,
    options: async () => (await import('../../monitor/commands/monitor-environment.ts')).monitorCommandOptions,
  },
  'monitor status': {
    summary: 'which sites are up, from the records of a running monitor',
    type: 'task',
    load: async () => (await import('../../monitor/commands/monitor-status.ts')).monitorStatusTask,
  },
  check: {
    summary: 'what would keep the BFF from working here: key, address, names, TLS, clock, storage; sends nobody',
    type: 'task',
    load: async () => (await import('./check-command.ts')).checkTask,
  },
  init: {
    summary: 'writes the first files for next, express, vite, wordpress or compose',
    type: 'task',
    load: async () => (await import('./init/init-command.ts')).initTask,
  },
  outbox: {
    summary: 'the presses that wait, were delivered or failed: list, show, retry, export',
    type: 'task',
    load: async () => (await import('./outbox-command.ts')).outboxTask,
  },
  consent: {
    summary: 'the receipts of consent: export, show',
    type: 'task',
    load: async () => (await import('./consent-command.ts')).consentTask,
  },
  wording: {
    summary: 'the consent wording as a page (HTML) for the operator to approve, with versions',
    type: 'task',
    load: async () => (await import('./wording-command.ts')).wordingTask,
  },
  migrate: {
    summary: 'brings the tables of the BFF up to date, before a new release starts',
    type: 'task',
    load: async () => (await import('./migrate-command.ts')).migrateTask,
  },
  civic: {
    summary: 'Civic data: show, fields, overrides, export, diff; migrate version 1, find V1 slugs in code (lint)',
    type: 'task',
    load: async () => (await import('../../civic/commands/civic-command.ts')).civicTask,
  },
  'sandbox check': {
    summary: "whether the sandbox's data files fit the contract",
    type: 'task',
    load: async () => (await import('../../sandbox/commands/sandbox-check.ts')).sandboxCheckTask,
  },
}

const listed = (type: Command['type']) =>
  Object.entries(commands)
    .filter(([, command]) => command.type === type)
    .map(([name, { summary }]) => `  ${name.padEnd(15)} ${summary}`)
    .join('\n')

const usage = `Usage: voter-registration-server <command>

Servers, configured by environment variables:
${listed('server')}

Tasks; <command> --help says more. Those that read records need DATA_DIR or DATABASE_URL as the server has it:
${listed('task')}

  help, --help    this text
  --version       ${version}
`

const isOneOf = (args: readonly string[], ...names: string[]) => args.some((arg) => names.includes(arg))

/**
 * Runs a command.
 *
 * @param args the arguments after the program's name
 * @returns the exit code of a task or an error (0 success, 1 failure, 2 not understood or wrongly configured), or the
 * running server
 */
export async function runCli(
  args: readonly string[],
  env: Environment,
  terminal: Terminal,
): Promise<{ type: 'over'; code: 0 | 1 | 2 } | ({ type: 'running' } & Running)> {
  const out = (text: string) => terminal.out(printable(text))
  const err = (text: string) => terminal.err(printable(text))
  const { name, more } = named(args)
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
  try {
    if (command?.type === 'task') {
      const run = await command.load()
      return { type: 'over', code: await run(more, env, { out, err }) }
    }
    const asks = command === undefined ? args.slice(0, 1) : more
    if (isOneOf(asks, 'help', '--help', '-h', '--version', '-v')) {
      out(isOneOf(asks, '--version', '-v') ? `${version}\n` : await helpOf(name, command))
      return { type: 'over', code: 0 }
    }
    if (command === undefined || more.length > 0) {
      err(name === undefined ? usage : `${notACommand(args)}\n\n${usage}`)
      return { type: 'over', code: 2 }
    }
    for (const { written, meant } of misspelledVariables(await command.options(), env))
      err(`${written} is set, and is read by nothing. Do you mean ${meant}?\n`)
    const run = await command.load()
    return { type: 'running', ...(await run(env, (line) => out(`${line}\n`))) }
  } catch (error) {
    err(`${sentenceOn(error, env)}\n`)
    return { type: 'over', code: error instanceof ConfigurationError ? 2 : 1 }
  }
}

/** The error for an unknown command. The misspelled name may have two words, or be followed by arguments. */
function notACommand(args: readonly string[]): string {
  const typed = args.join(' ')
  const known = [...Object.keys(commands), 'help', '--help', '--version']
  const sentence = `"${typed}" is not a command.`
  const said = withSuggestion(sentence, typed, known)
  return said === sentence ? withSuggestion(sentence, args[0] ?? '', known) : said
}

/** The help of a server, with its variables; without a server, the usage of the whole command line. */
async function helpOf(name: string | undefined, command: Command | undefined): Promise<string> {
  if (command?.type !== 'server') return usage
  const variables = optionsHelp(await command.options())
  return `Usage: voter-registration-server ${name}\n\n${command.summary}\n\nVariables [default]:\n${variables}`
}

/** Splits the arguments into the command's name, of two words if one exists, and the rest. */
function named(args: readonly string[]): { name: string | undefined; more: readonly string[] } {
  const two = args.slice(0, 2).join(' ')
  return Object.hasOwn(commands, two) && args.length > 1
    ? { name: two, more: args.slice(2) }
    : { name: args[0], more: args.slice(1) }
}

/** Explains why a command could not start, and what to do. Of an unexpected error only the code is shown: its message may
 *  hold a header or an address. */
function sentenceOn(error: unknown, env: Environment): string {
  if (error instanceof ConfigurationError || isStorageUnavailable(error)) return error.message
  const details: NodeJS.ErrnoException & { port?: number } = error instanceof Error ? error : new Error('unknown')
  const port = details.port ?? env.PORT ?? ''
  switch (details.code ?? '') {
    case 'EADDRINUSE':
      return `Port ${port} is in use: set PORT to another one.`
    case 'EACCES':
      return `Port ${port} may not be used by this user: set PORT to one above 1023.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return 'HOST is not an address of this machine: set it to 127.0.0.1 or 0.0.0.0.'
    default:
      return `It could not start (${details.code ?? details.name}).`
  }
}

/** Whether the database is unreachable, which need not be a configuration error. */
const isStorageUnavailable = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'StorageUnavailable'

/** Runs the command that the process was started with, until it ends or gets a signal. */
export async function main(): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endUnlessClosed)
  const terminal: Terminal = {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
  }
  const end = await runCli(process.argv.slice(2), process.env, terminal)
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
      terminal.out(`${JSON.stringify({ t: new Date().toISOString(), level: 'error', code: 'crash', cause })}\n`)
    }
    await end.close()
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
