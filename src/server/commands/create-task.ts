/** Creates a task from its usage text, its options and a function that does its work. */
import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Environment } from '../options/read-environment.ts'

/** What the command line writes to. */
export interface Terminal {
  out: (text: string) => void
  err: (text: string) => void
}

/**
 * A command that does one thing.
 *
 * @param args the arguments after the command's name
 * @returns the exit code: 0 success, 1 failure, 2 not understood
 */
export type Task = (args: readonly string[], env: Environment, terminal: Terminal) => Promise<0 | 1 | 2>

/** A task's options, as `parseArgs` of Node.js expects them. */
export type OptionsConfig = NonNullable<ParseArgsConfig['options']>

const help = { help: { type: 'boolean', short: 'h' } } as const

/** The arguments after a command's name, parsed by the task's options. */
export type Typed<Options extends OptionsConfig> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Options & typeof help; allowPositionals: true }>
>

/**
 * Creates a task that answers `--help` with its usage, and an unknown option with exit code 2.
 *
 * @param run does the work; returns the exit code, or a sentence when the arguments cannot be understood
 */
export function createTask<const Options extends OptionsConfig>(
  usage: string,
  options: Options,
  run: (typed: Typed<Options>, env: Environment, terminal: Terminal) => Promise<0 | 1 | 2 | string>,
): Task {
  return async (args, env, terminal) => {
    let typed: Typed<Options>
    try {
      typed = parseArgs({ args: [...args], options: { ...options, ...help }, allowPositionals: true })
    } catch (error) {
      terminal.err(`${misreadOption(error)}\n\n${usage}`)
      return 2
    }
    if ('help' in typed.values && typed.values.help === true) {
      terminal.out(usage)
      return 0
    }
    const end = await run(typed, env, terminal)
    if (typeof end !== 'string') return end
    terminal.err(`${end}\n\n${usage}`)
    return 2
  }
}

/** A sentence for what `parseArgs` cannot read, with the option as it was typed. */
function misreadOption(error: unknown): string {
  const says = error instanceof Error ? error.message : ''
  const [, option = ''] = /'([^' ]+)/.exec(says) ?? []
  if (says.startsWith('Unknown option')) return `"${option}" is not an option.`
  return says.includes('does not take an argument') ? `"${option}" takes no value.` : `"${option}" needs a value.`
}
