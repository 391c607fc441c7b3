/** The JSON files of the operator that the options name: partners, look and notices. Node only. */
import type { Look } from '../../contract/look.ts'
import { loadNotices } from '../notices/notices-file.ts'
import type { WrittenNotice } from '../notices/written-notice.ts'
import { ConfigurationError } from '../options/configuration-error.ts'
import { loadLook } from '../partners/look-file.ts'
import { type LoadedPartners, loadPartners } from '../partners/partners-file.ts'
import type { LoadedFile } from './loaded-file.ts'
import type { BffOptions } from './options.ts'

/** The files; `undefined` where the options name none. */
export interface OperatorFiles {
  partners: LoadedPartners | undefined
  look: LoadedFile<Look> | undefined
  notices: LoadedFile<readonly WrittenNotice[]> | undefined
}

/**
 * Reads the files.
 *
 * @throws ConfigurationError with every problem of all of them
 */
export function loadOperatorFiles(options: BffOptions): OperatorFiles {
  const problems: string[] = []
  const read = <File>(name: string | undefined, load: (options: BffOptions) => File): File | undefined => {
    try {
      return name === undefined ? undefined : load(options)
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error
      problems.push(...error.problems)
      return undefined
    }
  }
  const files = {
    partners: read(options.partnersFile, loadPartners),
    look: read(options.pageLookFile, loadLook),
    notices: read(options.noticeFile, loadNotices),
  }
  if (problems.length > 0) throw new ConfigurationError(problems)
  return files
}
