/** Explains the error that a command ended with. */
import { ConfigurationError } from '../options/configuration-error.ts'
import type { Environment } from '../options/read-environment.ts'

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
export function sentenceOnError(error: unknown, env: Environment): string {
  if (error instanceof ConfigurationError || isStorageUnavailable(error)) return error.message
  const details: NodeJS.ErrnoException & { port?: number } = error instanceof Error ? error : new Error('unknown')
  const { code = '', path } = details
  if (path !== undefined && code !== '') return `"${path}" cannot be read or written: ${fileProblems[code] ?? code}.`
  const port = details.port ?? env.PORT ?? ''
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use: set PORT to another one.`
    case 'EACCES':
      return `Port ${port} may not be used by this user: set PORT to one above 1023.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return 'HOST is not an address of this machine: set it to 127.0.0.1 or 0.0.0.0.'
    default:
      return `It could not start (${code === '' ? details.name : code}).`
  }
}

/** Whether the database is unreachable, which need not be a configuration error. */
const isStorageUnavailable = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'StorageUnavailable'
