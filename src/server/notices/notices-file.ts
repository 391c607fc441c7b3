/** The file with notices for voters, on a disk. Node only. */
import path from 'node:path'
import { readJsonFile } from '../config/json-file.ts'
import { type LoadedFile, loadFile } from '../config/loaded-file.ts'
import { type BffOptions, variables } from '../config/options.ts'
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
  const named = (problem: string) => `${variables.noticeFile} ("${noticeFile}"): ${problem}`
  return readJsonFile(path.resolve(noticeFile), 'notices', WrittenNotices, named)
}
