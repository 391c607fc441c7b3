/** What a command writes to, and how one that is not a server is run. */
import type { Environment } from '../options/read-environment.ts'

/** What the command line writes to. */
export interface Terminal {
  out: (text: string) => void
  err: (text: string) => void
}

/**
 * A command that does one thing.
 *
 * @param args what was typed after the command's name
 * @returns the exit code: 0 fine, 1 it could not be done, 2 not understood
 */
export type Task = (args: readonly string[], env: Environment, terminal: Terminal) => Promise<0 | 1 | 2>
