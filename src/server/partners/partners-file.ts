/** The partners file on a disk. Node only. */
import path from 'node:path'
import { type LoadedFile, loadFile, readOperatorFile, readOperatorText } from '../operator-files.ts'
import { type BffOptions, variables } from '../options/bff-options.ts'
import { ConfigurationError, UnreadableFile } from '../options/errors.ts'
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
  const text = readText(options.partnersFile ?? '')
  try {
    return readPartners(text, options, {
      readText: (name) => readOperatorText(beside(name), name),
      readBytes: (name) => Uint8Array.from(readOperatorFile(beside(name), name)),
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
  return partnerTimeZone(readText(partnersFile), id)
}

/** @throws ConfigurationError when the file cannot be read */
function readText(file: string): string {
  try {
    return readOperatorText(path.resolve(file), file)
  } catch (error) {
    throw new ConfigurationError([`${variables.partnersFile} ${UnreadableFile.from(error, file).message}`])
  }
}
