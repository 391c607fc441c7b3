/** The file with the look of the hosted page, on a disk. Node only. */
import path from 'node:path'
import type { Look } from '../../contract/look.ts'
import { ConfigurationError } from '../../options/configuration-error.ts'
import { UnreadableFile } from '../../options/unreadable-file.ts'
import { notJson, readOperatorFile } from '../config/operator-file.ts'
import type { BffOptions } from '../config/options.ts'
import { variables } from '../config/options-table.ts'
import { type WatchedFile, watchFile } from '../config/watch-file.ts'
import { consoleLog, type Log } from '../observability/log.ts'
import { issueSentences, WrittenLook } from './look-keys.ts'
import { readLook } from './read-look.ts'

/**
 * Reads the look that the options name, and reloads it whenever its file or the logo changes. An unusable look is logged as
 * `look_refused`, and the previous one stays.
 *
 * @param log default: the console
 * @throws ConfigurationError when it cannot be used at the start
 */
export function watchLook(options: Pick<BffOptions, 'pageLookFile'>, log: Log = consoleLog()): WatchedFile<Look> {
  return watchFile((note) => readLookFile(options, note), { code: 'look', log })
}

/**
 * Reads the file once.
 *
 * @param note called with the path of every file that is read
 * @throws ConfigurationError that lists every problem, each with the variable and the path of its key
 */
export function readLookFile(
  { pageLookFile = '' }: Pick<BffOptions, 'pageLookFile'>,
  note: (file: string) => void = () => undefined,
): Look {
  const file = path.resolve(pageLookFile)
  const read = (name: string) => {
    note(name)
    return readOperatorFile(name)
  }
  const named = (problem: string) => `${variables.pageLookFile} ("${pageLookFile}"): ${problem}`
  let written: unknown
  try {
    written = JSON.parse(read(file).toString())
  } catch (error) {
    throw new ConfigurationError([named(error instanceof UnreadableFile ? error.message : notJson)])
  }
  const { success, data, error } = WrittenLook.safeParse(written)
  if (!success) {
    throw new ConfigurationError(error.issues.flatMap((issue) => issueSentences(['look'], issue)).map(named))
  }
  const { look, problems } = readLook(data, 'look', (name) =>
    Uint8Array.from(read(path.resolve(path.dirname(file), name))),
  )
  if (problems.length > 0) throw new ConfigurationError(problems.map(named))
  return look
}
