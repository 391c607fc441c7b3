/** Reads the files that options and other files of the operator name, again on request. Node only. */
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import { consoleLog, type Log } from './observability/log.ts'
import { ConfigurationError, FileError } from './options/option.ts'
import { findProblems, parseJson } from './options/read-options.ts'

/** Maximum size of an operator's file, in bytes: a partners file with 10,000 partners has about 10 MB. */
export const maxOperatorFileSize = 32 * 2 ** 20

/** Never waits for a writer: a named pipe or a device in the file's place would keep the server from starting, without a word.
 *  `shown`: its name in the error. @throws FileError */
export function readOperatorFile(file: string, displayName = file): Buffer {
  let descriptor: number | undefined
  try {
    // Without O_NONBLOCK, opening a named pipe waits until somebody writes to it.
    descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const stats = fstatSync(descriptor)
    if (!stats.isFile())
      throw new FileError(displayName, `is ${describeFileType(stats)}`, 'Put the content into a regular file.')
    if (stats.size > maxOperatorFileSize) {
      const fix = `The maximum is ${maxOperatorFileSize}. Is it the right file?`
      throw new FileError(displayName, `has ${stats.size} bytes`, fix)
    }
    return readFileSync(descriptor)
  } catch (error) {
    throw FileError.from(error, displayName)
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

function describeFileType(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder'
  if (stats.isFIFO()) return 'a named pipe'
  return stats.isSocket() ? 'a socket' : 'a device'
}

/** {@link readOperatorFile} as text in UTF-8, without the byte order mark that some editors write. */
export const readOperatorText = (file: string, displayName = file): string =>
  new TextDecoder().decode(readOperatorFile(file, displayName))

/** `name` begins the path of a problem: `notices.0.text`. @throws ConfigurationError with every problem and the variable */
export function readJsonFile<Schema extends z.ZodMiniType>(
  schema: Schema,
  { variable, file, name }: { variable: string; file: string; name: string },
): z.output<Schema> {
  let content: unknown
  try {
    content = parseJson(readOperatorText(path.resolve(file), file), file)
  } catch (error) {
    throw new ConfigurationError([`${variable} ${FileError.from(error, file).message}`])
  }
  const problems = findProblems(z.strictObject({ [name]: schema }), { [name]: content })
  if (problems.length === 0) return schema.parse(content)
  throw new ConfigurationError(problems.map(({ option, says }) => `${variable} ("${file}"): ${option} ${says}`))
}

export interface FileContent<Value> {
  value: Value
  /** Those of single entries: they keep what they were, and the others are used. */
  problems: readonly string[]
}

/** The content of a file as of the last successful read. */
export interface LoadedFile<Value> {
  current(): Value
  /** Calls the listener each time the content was read again. */
  onChange(listener: () => void): void
  /** Reads the file again and returns the function that puts the new content in effect.
   *  @throws ConfigurationError when it cannot be used: the previous content stays in effect */
  reload(): Promise<{ apply: () => void; problems: readonly string[] }>
}

const entriesRejected = 'Some entries of a file are invalid; all others are in effect. Fix them, then send SIGHUP.'

export function createLoadedFile<Value>(
  { value, problems: firstProblems }: FileContent<Value>,
  readFile: (previous: Value) => FileContent<Value> | Promise<FileContent<Value>>,
  log: Log = consoleLog(),
): LoadedFile<Value> {
  const listeners: (() => void)[] = []
  let current = value
  logEntryProblems(firstProblems, log)
  return {
    current: () => current,
    onChange: (listener) => void listeners.push(listener),
    async reload() {
      const { value: next, problems } = await readFile(current)
      const apply = () => {
        current = next
        for (const listener of listeners) listener()
      }
      return { apply, problems }
    },
  }
}

function logEntryProblems(problems: readonly string[], log: Log): void {
  if (problems.length > 0) log({ level: 'error', code: 'entries_rejected', message: entriesRejected, problems })
}

let lastRead: Promise<void> = Promise.resolve()

/** Reads all files again. All are checked before any takes effect: when one cannot be used, all keep their previous content,
 *  and the log says `files_rejected` with every problem; else `files_reloaded`. An entry of the partners file that is invalid keeps
 *  its previous content, and the log says `entries_rejected`; a second call waits for the first. Never rejects.
 *  @param log default: the console */
export function reloadFiles(files: readonly LoadedFile<unknown>[], log: Log = consoleLog()): Promise<void> {
  lastRead = lastRead.then(() => readAll(files, log))
  return lastRead
}

async function readAll(files: readonly LoadedFile<unknown>[], log: Log): Promise<void> {
  const rejections: string[] = []
  const changes: Awaited<ReturnType<LoadedFile<unknown>['reload']>>[] = []
  for (const file of files) {
    try {
      changes.push(await file.reload())
    } catch (error) {
      rejections.push(...(error instanceof ConfigurationError ? error.problems : ['A file cannot be read.']))
    }
  }
  if (rejections.length > 0) {
    const message =
      'A file is invalid, so the previous content of all files stays in effect. Fix it, then send SIGHUP again; no restart is needed.'
    log({ level: 'error', code: 'files_rejected', message, problems: rejections })
    return
  }
  for (const { apply } of changes) apply()
  log({ level: 'info', code: 'files_reloaded', message: 'The files were reloaded and are in effect.' })
  logEntryProblems(
    changes.flatMap(({ problems }) => problems),
    log,
  )
}
