/** What a command gets from its command line, and how it writes for people. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Clock, monotonicClock } from '../../contract/clock.ts'
import { escapeCell } from '../../contract/csv.ts'
import { readOperatorText } from '../operator-files.ts'
import { FileError } from '../options/option.ts'
import type { Environment } from '../options/read-options.ts'

export interface Streams {
  out: (text: string) => void
  err: (text: string) => void
  isTerminal?: boolean
}

/** The exit code: 0 success, 1 failure or something found, 2 the command line, the configuration or the input is wrong. */
export type ExitCode = 0 | 1 | 2

export interface Terminal extends Streams {
  env: Environment
  /** Writes a remark to standard error; nothing with `--quiet`. */
  note: (text: string) => void
  exitCode: ExitCode
}

export class CommandError extends Error {
  override name = 'CommandError'

  constructor(
    sentence: string,
    readonly exitCode: ExitCode,
  ) {
    super(sentence)
  }
}

/** Reads the file that a flag names, as text. @param flag with its hyphens. @throws CommandError */
export function readFlagFile(flag: string, file: string): string {
  try {
    return readOperatorText(file)
  } catch (error) {
    throw new CommandError(`${flag} ${FileError.from(error, file).message}`, 2)
  }
}

/** Returns a function that notes progress every five seconds. `noun`: such as `receipts`; `now` never goes back. */
export function createProgress({ note }: Pick<Terminal, 'note'>, noun: string, clock: Clock = monotonicClock) {
  let last = clock.now()
  return (count: number): void => {
    if (clock.now() - last < 5_000) return
    last = clock.now()
    note(`${count} ${noun} so far.\n`)
  }
}

/** Formats a table: columns as wide as their widest text, numbers to the right, control characters escaped, final newline. */
export function formatTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const texts = [head, ...rows].map((row) => row.map((cell) => escapeCell(String(cell))))
  const widths = head.map((_, column) => Math.max(...texts.map((row) => row[column]?.length ?? 0)))
  const isNumeric = head.map((_, column) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number'))
  const pad = (text: string, column: number) =>
    isNumeric[column] ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0)
  return texts.map((row) => `${row.map(pad).join('  ').trimEnd()}\n`).join('')
}

export const formatTime = (time: number | null) => (time === null ? null : new Date(time).toISOString())

export const formatCount = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Returns the path of a page of the documentation, which comes with the package: relative if it is below the current folder. */
export function getDocPage(page: string): string {
  const file = fileURLToPath(new URL(`../../../docs/${page}`, import.meta.url))
  const relativePath = path.relative('', file)
  return relativePath.startsWith('..') ? file : relativePath
}
