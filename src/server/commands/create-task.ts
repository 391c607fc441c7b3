/** Tasks: commands that do one thing and end. Each says what it takes; parsing, help, suggestions and exit codes follow. */
import { parseArgs } from 'node:util'
import type { Environment } from '../options/read-environment.ts'
import { FlagError } from './flag-file.ts'
import { commonFlags, type Flags, flagsHelp, loadEnvFile, misreadFlag, type WritableEnvironment } from './flags.ts'
import { withSuggestion } from './with-suggestion.ts'

/** What the command line writes to. */
export interface Streams {
  out: (text: string) => void
  err: (text: string) => void
  /** Whether a person reads what is written to `out`. */
  isTerminal?: boolean
}

/** The streams of a command, and a third that `--quiet` silences: remarks on standard error. */
export interface Terminal extends Streams {
  note: (text: string) => void
}

/** The exit code of a task: 0 success, 1 failure or something found, 2 the command line, the configuration or the input is wrong. */
export type ExitCode = 0 | 1 | 2

/**
 * A command that does one thing.
 *
 * @param args the arguments after the command's name
 * @param env gets the variables of `--env-file` that are not set
 */
export type Task = (args: readonly string[], env: WritableEnvironment, streams: Streams) => Promise<ExitCode>

const quiet = { quiet: { type: 'boolean', what: 'no remarks on standard error, only errors' } } as const

/** The flags that a command got, by name. */
export type Values<Of extends Flags> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Of & typeof commonFlags & typeof quiet; allowPositionals: true }>
>['values']

/** What a command takes and does. */
export interface CommandOptions<Of extends Flags> {
  /** What it does, in a line for the list of commands. */
  summary: string
  /** More about it, for its own help. */
  details?: string
  /** What it takes besides flags: `FILE` or `OLD NEW`, `[STATE]` for what may be left out, `ID…` for one or more. */
  words?: string
  /** The values that the first of its words has. */
  choices?: readonly string[]
  flags: Of
  /** Does the work. @returns the exit code, or a sentence when the arguments cannot be understood. @throws FlagError */
  run: (
    words: readonly string[],
    values: Values<Of>,
    env: Environment,
    terminal: Terminal,
  ) => Promise<ExitCode | string>
}

/** A command of a task: created by {@link command}. */
export interface TaskCommand {
  summary: string
  run: (name: string, ...typed: Parameters<Task>) => Promise<ExitCode>
}

/** Creates a command from what it takes and does. */
export function command<const Of extends Flags>(options: CommandOptions<Of>): TaskCommand {
  const { summary, details, words: spec = '', choices = [] } = options
  const flags = { ...options.flags, ...commonFlags, ...quiet }
  const known = Object.keys(flags).map((flag) => `--${flag}`)
  return {
    summary,
    async run(name, args, env, { out, err }) {
      const usage = `Usage: ${name}${spec === '' ? '' : ` ${spec}`} [flags]`
      const refuse = (sentence: string) => {
        err(`${sentence}\n\n${usage}\n--help says more.\n`)
        return 2 as const
      }
      let typed: { values: Values<Of>; positionals: string[] }
      try {
        typed = parseArgs({ args: [...args], options: flags, allowPositionals: true })
      } catch (error) {
        return refuse(misreadFlag(error, known))
      }
      const { values, positionals } = typed
      const common: { help?: boolean; quiet?: boolean; 'env-file'?: string } = values
      if (common.help === true) {
        out(`${usage}\n\n${capitalized(summary)}.\n${details === undefined ? '' : `${details}\n`}\n${flagsHelp(flags)}`)
        return 0
      }
      const wrong = wrongCount(positionals, { name, spec, choices }) ?? loadEnvFile(common['env-file'], env)
      if (wrong !== undefined) return refuse(wrong)
      const note = common.quiet === true ? () => undefined : err
      try {
        const end = await options.run(positionals, values, env, { out, err, note })
        return typeof end === 'string' ? refuse(end) : end
      } catch (error) {
        if (!(error instanceof FlagError)) throw error
        return refuse(error.message)
      }
    },
  }
}

/**
 * Creates a task of one command.
 *
 * @param name as an operator types it, for example `voter-registration-server check`
 */
export function createTask<const Of extends Flags>(name: string, options: CommandOptions<Of>): Task {
  const { run } = command(options)
  return (...typed) => run(name, ...typed)
}

/**
 * Creates a task of several commands by name: the first word selects one.
 *
 * @param others what the program has besides them, by name, for the list of commands
 */
export function createTaskGroup(
  name: string,
  commands: Readonly<Record<string, TaskCommand>>,
  others: Readonly<Record<string, string>> = {},
): Task {
  const names = Object.keys(commands)
  const listed = [
    ...Object.entries(commands).map(([word, { summary }]) => [word, summary] as const),
    ...Object.entries(others),
  ]
  const lines = listed.map(([word, summary]) => `  ${word.padEnd(10)} ${summary}\n`)
  const list = `Usage: ${name} <command>\n\n${lines.join('')}\n<command> --help says more.\n`
  return async (args, env, { out, err }) => {
    // `npx` takes `--help` for itself, so `help` means the same.
    const asks = ['help', '--help', '-h'].includes(args[0] ?? '')
    const [word = '', ...more] = asks ? [...args.slice(1), '--help'] : args
    const chosen = Object.hasOwn(commands, word) ? commands[word] : undefined
    if (chosen !== undefined) return chosen.run(`${name} ${word}`, more, env, { out, err })
    if (word === '--help') {
      out(list)
      return 0
    }
    const sentence = word === '' ? `Name a command: ${names.join(', ')}.` : `"${word}" is not a command.`
    err(`${withSuggestion(sentence, word, names)}\n\n${list}`)
    return 2
  }
}

/** A sentence when there are more or fewer words than a command takes. */
function wrongCount(
  words: readonly string[],
  { name, spec, choices }: { name: string; spec: string; choices: readonly string[] },
): string | undefined {
  const expected = spec.split(' ').filter((word) => word !== '')
  const fewest = expected.filter((word) => !word.startsWith('[')).length
  const most = spec.includes('…') ? Number.POSITIVE_INFINITY : expected.length
  if (words.length >= fewest && words.length <= most) return undefined
  const got = words.length === 0 ? 'nothing' : `"${words.join(' ')}"`
  const takes = choices.length > 0 ? `one of ${choices.join(', ')}` : spec === '' ? 'flags only' : spec
  return `${name.split(' ').at(-1)} takes ${takes}, got ${got}.`
}

const capitalized = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
