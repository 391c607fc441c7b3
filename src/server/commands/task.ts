/** Tasks: commands that do one thing and end. */
import type { Environment } from '../options/read-environment.ts'

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

/** A flag. */
export interface Flag {
  type: 'boolean' | 'string'
  /** What stands after it, for example FILE. */
  value?: string
  /** What it does, for the help. */
  what: string
}

/** Flags by name, without the hyphens. */
export type Flags = Readonly<Record<string, Flag>>

/** The flags that a command got, by name. */
type FlagValues<F extends Flags> = { [Name in keyof F]?: { boolean: boolean; string: string }[F[Name]['type']] }

/** What a command takes and does. */
export interface Task<F extends Flags = Flags> {
  /** What it does, in a line for the list of commands. */
  summary: string
  /** More about it, for its own help. */
  details?: string
  /** Its arguments, as commander writes them: `<file>` or `<old> <new>`, `[state]` for an optional one, `<path...>` for several. */
  words?: string
  /** The values that its only argument has. */
  choices?: readonly string[]
  flags: F
  /** Does the work. Returns the exit code, or a sentence when the arguments cannot be understood. */
  run(
    words: readonly string[],
    values: FlagValues<F> & { 'env-file'?: string },
    env: Environment,
    terminal: Terminal,
  ): Promise<ExitCode | string>
}

/** Creates a task. */
export const createTask = <const F extends Flags>(task: Task<F>): Task => task
