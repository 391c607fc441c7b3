/** Makes a task that has commands of its own, for example `outbox` with `list` and `retry`. */
import type { Environment } from '../options/read-environment.ts'
import { createTask, type OptionsConfig, type Task, type Terminal, type Typed } from './create-task.ts'
import { withSuggestion } from './with-suggestion.ts'

/**
 * One of the commands.
 *
 * @param words what was typed after its name, without options
 * @returns the exit code, or a sentence when what was typed cannot be understood
 */
export type Subcommand<Options extends OptionsConfig> = (
  words: readonly string[],
  values: Typed<Options>['values'],
  env: Environment,
  terminal: Terminal,
) => Promise<0 | 1 | 2 | string>

/**
 * A task that runs the command of the table that its first word names. One that is not in the table is not understood; the
 * sentence names the one that is meant.
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
