/** Explains the error that a command ended with. */
import { ConfigurationError } from '../options/configuration-error.ts'
import { StartFailed } from '../options/start-failed.ts'

/** What is wrong with a file, by the code of the error. */
const fileProblems: Readonly<Record<string, string>> = {
  EACCES: 'this user may not',
  EISDIR: 'it is a folder',
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'what should be a folder is a file',
  EPERM: 'this user may not',
  EROFS: 'nothing can be written there',
}

/** Explains why a command could not start, and what to do. Of an unexpected error only the code is shown: its message may
 *  hold a header or an address. */
export function sentenceOnError(error: unknown): string {
  if (error instanceof ConfigurationError || error instanceof StartFailed || isStorageUnavailable(error))
    return error.message
  const { code, path, name }: NodeJS.ErrnoException = error instanceof Error ? error : new Error('unknown')
  if (path !== undefined && code !== undefined)
    return `"${path}" cannot be read or written: ${fileProblems[code] ?? code}.`
  return `It could not start (${code ?? name}).`
}

/** Whether the database is unreachable, which need not be a configuration error. */
const isStorageUnavailable = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'StorageUnavailable'
