/** The file with notices for voters, on a disk. Node only. */
import path from 'node:path'
import { type LoadedFile, loadFile } from '../config/loaded-file.ts'
import { notJson, readOperatorText } from '../config/operator-file.ts'
import { type BffOptions, variables } from '../config/options.ts'
import { ConfigurationError } from '../options/configuration-error.ts'
import { UnreadableFile } from '../options/unreadable-file.ts'
import { type WrittenNotice, WrittenNotices } from './written-notice.ts'

/**
 * Reads the notices file that the options name, and again with `readFilesAgain()`. Pass the result to `createBff` as
 * `notices`.
 *
 * @throws ConfigurationError when it cannot be used
 */
export function loadNotices(options: Pick<BffOptions, 'noticeFile'>): LoadedFile<readonly WrittenNotice[]> {
  return loadFile(() => readNoticeFile(options))
}

/**
 * Reads the file once.
 *
 * @throws ConfigurationError that lists every problem, each with the variable and the path of its key
 */
export function readNoticeFile({ noticeFile = '' }: Pick<BffOptions, 'noticeFile'>): readonly WrittenNotice[] {
  const file = path.resolve(noticeFile)
  const named = (problem: string) => `${variables.noticeFile} ("${noticeFile}"): ${problem}`
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
