/** A value from an operator's files that is read again on request, without a restart. Node only. */

import { consoleLog, type Log } from '../observability/log.ts'
import { ConfigurationError } from '../options/configuration-error.ts'

/** The content of a file as of the last successful read. */
export interface LoadedFile<Value> {
  current(): Value
  /** Calls the listener each time the content was read again. */
  onChange(listener: () => void): void
  /**
   * Reads the file again and returns the function that puts the new content in effect.
   *
   * @throws ConfigurationError when it cannot be used: the previous content stays in effect
   */
  readAgain(): () => void
}

/**
 * Reads the value now, and again on request.
 *
 * @param read reads the value; throws a ConfigurationError when a file cannot be used
 * @throws what `read` throws the first time
 */
export function loadFile<Value>(read: () => Value): LoadedFile<Value> {
  const listeners: (() => void)[] = []
  let value = read()
  return {
    current: () => value,
    onChange: (listener) => void listeners.push(listener),
    readAgain() {
      const next = read()
      return () => {
        value = next
        for (const listener of listeners) listener()
      }
    },
  }
}

/**
 * Reads all files again. All are checked before any takes effect: when one cannot be used, all keep their previous content,
 * and the log says `files_refused` with every problem; else `files_read`.
 *
 * @param log default: the console
 */
export function readFilesAgain(files: readonly LoadedFile<unknown>[], log: Log = consoleLog()): void {
  const problems: string[] = []
  const changes: (() => void)[] = []
  for (const file of files) {
    try {
      changes.push(file.readAgain())
    } catch (error) {
      problems.push(...(error instanceof ConfigurationError ? error.problems : ['A file cannot be read.']))
    }
  }
  if (problems.length > 0) {
    log({ level: 'error', code: 'files_refused', message: refused, problems })
    return
  }
  for (const change of changes) change()
  log({ level: 'info', code: 'files_read', message: 'The files were read again and are now in effect.' })
}

const refused =
  'A file is invalid, so the previous content of all files stays in effect. Fix it, then send SIGHUP again; no restart is needed.'
