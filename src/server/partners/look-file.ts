/** The file with the look of the hosted page, on a disk. Node only. */
import path from 'node:path'
import type { Look } from '../../contract/look.ts'
import { readJsonFile } from '../config/json-file.ts'
import { type LoadedFile, loadFile } from '../config/loaded-file.ts'
import { readOperatorFile } from '../config/operator-file.ts'
import { type BffOptions, variables } from '../config/options.ts'
import { ConfigurationError } from '../options/configuration-error.ts'
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
  const named = (problem: string) => `${variables.pageLookFile} ("${pageLookFile}"): ${problem}`
  const written = readJsonFile(file, 'look', WrittenLook, named)
  const { look, problems } = readLook(written, 'look', (name) =>
    Uint8Array.from(readOperatorFile(path.resolve(path.dirname(file), name))),
  )
  if (problems.length > 0) throw new ConfigurationError(problems.map(named))
  return look
}
