/** The file with notices for voters, on a disk. Node only. */
import path from 'node:path'
import { ConfigurationError } from '../../options/configuration-error.ts'
import { UnreadableFile } from '../../options/unreadable-file.ts'
import { notJson, readOperatorText } from '../config/operator-file.ts'
import type { BffOptions } from '../config/options.ts'
import { variables } from '../config/options-table.ts'
import { type WatchedFile, watchFile } from '../config/watch-file.ts'
import { consoleLog, type Log } from '../observability/log.ts'
import { type WrittenNotice, WrittenNotices } from './written-notice.ts'

/**
 * Reads the notices file that the options name, and reloads it whenever it changes (within two seconds). An unusable file is
 * logged as `notices_refused`, and the previous notices stay. Pass the result to `createBff` as `notices`, and close it after
 * the BFF.
 *
 * @param log default: the console
 * @param every polling interval, in milliseconds
 * @throws ConfigurationError when it cannot be used at the start
 */
export function watchNotices(
  options: Pick<BffOptions, 'noticeFile'>,
  log: Log = consoleLog(),
  every?: number,
): WatchedFile<readonly WrittenNotice[]> {
  return watchFile((note) => readNoticeFile(options, note), { code: 'notices', log, ...(every && { every }) })
}

/**
 * Reads the file once.
 *
 * @param note called with the file's path before it is read
 * @throws ConfigurationError that lists every problem, each with the variable and the path of its key
 */
export function readNoticeFile(
  { noticeFile = '' }: Pick<BffOptions, 'noticeFile'>,
  note: (file: string) => void = () => undefined,
): readonly WrittenNotice[] {
  const file = path.resolve(noticeFile)
  const named = (problem: string) => `${variables.noticeFile} ("${noticeFile}"): ${problem}`
  note(file)
  let written: unknown
  try {
    written = JSON.parse(readOperatorText(file))
  } catch (error) {
    throw new ConfigurationError([named(error instanceof UnreadableFile ? error.message : notJson)])
  }
  const { success, data, error } = WrittenNotices.safeParse(written)
  if (success) return data
  throw new ConfigurationError(
    error.issues.map((issue) => named(`${['notices', ...issue.path].join('.')} ${issue.message}`)),
  )
}
