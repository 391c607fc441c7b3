/** The partners file on a disk. Node only. */
import path from 'node:path'
import { ConfigurationError } from '../../options/configuration-error.ts'
import { UnreadableFile } from '../../options/unreadable-file.ts'
import { readOperatorFile, readOperatorText } from '../config/operator-file.ts'
import type { BffOptions } from '../config/options.ts'
import { variables } from '../config/options-table.ts'
import { type WatchedFile, watchFile } from '../config/watch-file.ts'
import { consoleLog, type Log } from '../observability/log.ts'
import type { Partner } from './partner.ts'
import { readPartners } from './read-partners.ts'

/** The partners of a file: pass it to `createBff` as `partners`, and close it after the BFF. */
export type WatchedPartners = WatchedFile<ReadonlyMap<string, Partner>>

/**
 * Reads the partners file that the options name, and reloads it whenever it or a file that it names changes (within two
 * seconds). An unusable file is logged as `partners_refused`, and the previous partners stay.
 *
 * @param log default: the console
 * @param every polling interval, in milliseconds
 * @throws ConfigurationError when it cannot be used at the start; never a secret
 */
export function watchPartners(options: BffOptions, log: Log = consoleLog(), every?: number): WatchedPartners {
  return watchFile((note) => readPartnersFile(options, note), { code: 'partners', log, ...(every && { every }) })
}

/**
 * Reads the file once.
 *
 * @param note called with the path of every file that is read
 * @throws ConfigurationError that lists every problem, each with the variable and the path of its key
 */
export function readPartnersFile(
  options: BffOptions,
  note: (file: string) => void = () => undefined,
): ReadonlyMap<string, Partner> {
  const file = path.resolve(options.partnersFile ?? '')
  const beside = (name: string) => path.resolve(path.dirname(file), name)
  const read = (name: string) => {
    note(name)
    return readOperatorText(name)
  }
  const named = (problem: string) => `${variables.partnersFile} ("${options.partnersFile}"): ${problem}`
  const text = textOf(file, read, named)
  try {
    return readPartners(text, options, {
      readText: (name) => read(beside(name)),
      readBytes: (name) => {
        note(beside(name))
        return Uint8Array.from(readOperatorFile(beside(name)))
      },
      env: process.env,
    })
  } catch (error) {
    throw error instanceof ConfigurationError ? new ConfigurationError(error.problems.map(named)) : error
  }
}

/** Reads the text of the partners file. @throws ConfigurationError when it cannot be read */
function textOf(file: string, read: (name: string) => string, named: (problem: string) => string): string {
  try {
    return read(file)
  } catch (error) {
    throw new ConfigurationError([named(UnreadableFile.from(error).message)])
  }
}
