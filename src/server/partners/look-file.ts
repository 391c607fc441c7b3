/** The file with the look of the hosted page, on a disk. Node only. */
import path from 'node:path'
import type { Look } from '../../contract/page-interface.ts'
import { type LoadedFile, loadFile, readJsonFile, readOperatorFile } from '../operator-files.ts'
import { type BffOptions, variables } from '../options/bff-options.ts'
import { ConfigurationError } from '../options/errors.ts'
import { WrittenLook } from './look-keys.ts'
import { readLook } from './read-look.ts'

/**
 * Reads the look that the options name, with its logo, and again with `readFilesAgain()`.
 *
 * @throws ConfigurationError when it cannot be used
 */
export function loadLook(options: Pick<BffOptions, 'pageLookFile'>): LoadedFile<Look> {
  return loadFile(() => readLookFile(options))
}

/**
 * Reads the file once.
 *
 * @throws ConfigurationError that lists every problem, each with the variable and the path of its key
 */
export function readLookFile({ pageLookFile = '' }: Pick<BffOptions, 'pageLookFile'>): Look {
  const file = path.resolve(pageLookFile)
  const written = readJsonFile(variables.pageLookFile, pageLookFile, 'look', WrittenLook)
  const { look, problems } = readLook(written, 'look', (name) =>
    Uint8Array.from(readOperatorFile(path.resolve(path.dirname(file), name))),
  )
  const named = problems.map((problem) => `${variables.pageLookFile} ("${pageLookFile}"): ${problem}`)
  if (named.length > 0) throw new ConfigurationError(named)
  return look
}
