/** Creates a task with subcommands, for example `outbox` with `list` and `retry`. */
import type { Environment } from '../options/read-environment.ts'
import { createTask, type OptionsConfig, type Task, type Terminal, type Typed } from './create-task.ts'
import { withSuggestion } from './with-suggestion.ts'

/**
 * A subcommand.
 *
 * @param words the arguments after its name, without options
 * @returns the exit code, or a sentence when the arguments cannot be understood
 */
export type Subcommand<Options extends OptionsConfig> = (
  words: readonly string[],
  values: Typed<Options>['values'],
  env: Environment,
  terminal: Terminal,
) => Promise<0 | 1 | 2 | string>

/**
 * Creates a task that runs the subcommand named by its first word. For an unknown name, the error message suggests the
 * closest one.
 */
export function createSubcommandTask<const Options extends OptionsConfig>(
  usage: string,
  options: Options,
  commands: ReadonlyMap<string, Subcommand<Options>>,
): Task {
  const names = [...commands.keys()]
  return createTask(usage, options, async ({ values, positionals }, env, terminal) => {
    const [name, ...words] = positionals
    if (name === undefined) return `Name a command: ${names.join(', ')}.`
    const run = commands.get(name)
    return run === undefined
      ? withSuggestion(`"${name}" is not a command.`, name, names)
      : run(words, values, env, terminal)
  })
}
