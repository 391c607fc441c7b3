/** The file with notices for voters, on a disk. Node only. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ConfigurationError } from '../../options/configuration-error.ts'
import type { BffOptions } from '../config/options.ts'
import { variables } from '../config/options-table.ts'
import { type WatchedFile, watchFile } from '../config/watch-file.ts'
import { consoleLog, type Log } from '../observability/log.ts'
import { type WrittenNotice, WrittenNotices } from './written-notice.ts'

/**
 * Reads the file of notices that the options name, and again whenever it has changed (within two seconds). One that cannot be
 * used is logged as `notices_refused`, and what it said before stays. Hand it to `createBff` as `notices`, and close it after
 * the BFF.
 *
 * @param log where that goes; the console without it
 * @param every milliseconds between two looks
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
 * Reads it once.
 *
 * @param note hears of the file before it is read
 * @throws ConfigurationError with every problem, which begins with the variable and the path of its key
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
    written = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new ConfigurationError([named('The file cannot be read, or is not JSON. Check it.')])
  }
  const { success, data, error } = WrittenNotices.safeParse(written)
  if (success) return data
  throw new ConfigurationError(
    error.issues.map((issue) => named(`${['notices', ...issue.path].join('.')} ${issue.message}`)),
  )
}
