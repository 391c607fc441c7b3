/** The file with notices for voters, on a disk. Node only. */

import { type LoadedFile, loadFile, readJsonFile } from '../operator-files.ts'
import { type BffOptions, variables } from '../options/bff-options.ts'
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
  return readJsonFile(variables.noticeFile, noticeFile, 'notices', WrittenNotices)
}
