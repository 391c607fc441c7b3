/** The file with the look of the hosted page, on a disk. Node only. */
import path from 'node:path'
import * as z from 'zod/mini'
import type { Look } from '../../contract/look.ts'
import { type LoadedFile, loadFile } from '../config/loaded-file.ts'
import { notJson, readOperatorFile, readOperatorText } from '../config/operator-file.ts'
import { type BffOptions, variables } from '../config/options.ts'
import { problemsIn } from '../options/check-options.ts'
import { ConfigurationError } from '../options/configuration-error.ts'
import { UnreadableFile } from '../options/unreadable-file.ts'
import { WrittenLook } from './look-keys.ts'
import { readLook } from './read-look.ts'

/** The file, as a value with a name for its problems. */
const LookFile = z.strictObject({ look: WrittenLook })

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
  let written: unknown
  try {
    written = JSON.parse(readOperatorText(file))
  } catch (error) {
    throw new ConfigurationError([named(error instanceof UnreadableFile ? error.message : notJson)])
  }
  const wrong = problemsIn(LookFile, { look: written }).map(({ option, says }) => named(`${option} ${says}`))
  if (wrong.length > 0) throw new ConfigurationError(wrong)
  const { look, problems } = readLook(WrittenLook.parse(written), 'look', (name) =>
    Uint8Array.from(readOperatorFile(path.resolve(path.dirname(file), name))),
  )
  if (problems.length > 0) throw new ConfigurationError(problems.map(named))
  return look
}
