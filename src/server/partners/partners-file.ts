/** The partners file on a disk. Node only. */
import path from 'node:path'
import { type LoadedFile, loadFile } from '../config/loaded-file.ts'
import { readOperatorFile, readOperatorText } from '../config/operator-file.ts'
import { type BffOptions, variables } from '../config/options.ts'
import { ConfigurationError } from '../options/configuration-error.ts'
import { UnreadableFile } from '../options/unreadable-file.ts'
import type { Partner } from './partner.ts'
import { partnerTimeZone, readPartners } from './read-partners.ts'

/** The partners of a file: pass it to `createBff` as `partners`. */
export type LoadedPartners = LoadedFile<ReadonlyMap<string, Partner>>

/**
 * Reads the partners file that the options name, and again with `readFilesAgain()`.
 *
 * @throws ConfigurationError when it cannot be used; never a secret
 */
export function loadPartners(options: BffOptions): LoadedPartners {
  return loadFile(() => readPartnersFile(options))
}

/**
 * Reads the file and the files that it names, once.
 *
 * @throws ConfigurationError that lists every problem, each with the variable and the path of its key
 */
export function readPartnersFile(options: BffOptions): ReadonlyMap<string, Partner> {
  const file = path.resolve(options.partnersFile ?? '')
  const beside = (name: string) => path.resolve(path.dirname(file), name)
  const named = (problem: string) => `${variables.partnersFile} ("${options.partnersFile}"): ${problem}`
  const text = textOf(file, named)
  try {
    return readPartners(text, options, {
      readText: (name) => readOperatorText(beside(name)),
      readBytes: (name) => Uint8Array.from(readOperatorFile(beside(name))),
      env: process.env,
    })
  } catch (error) {
    throw error instanceof ConfigurationError ? new ConfigurationError(error.problems.map(named)) : error
  }
}

/**
 * Reads the time zone of a partner's days from the file, if there is a file and it names one.
 *
 * @throws ConfigurationError when the file cannot be read
 */
export function readTimeZone({ partnersFile }: Pick<BffOptions, 'partnersFile'>, id: string): string | undefined {
  if (partnersFile === undefined) return undefined
  return partnerTimeZone(
    textOf(path.resolve(partnersFile), (problem) => `${variables.partnersFile}: ${problem}`),
    id,
  )
}

/** Reads the text of the partners file. @throws ConfigurationError when it cannot be read */
function textOf(file: string, named: (problem: string) => string): string {
  try {
    return readOperatorText(file)
  } catch (error) {
    throw new ConfigurationError([named(UnreadableFile.from(error).message)])
  }
}
