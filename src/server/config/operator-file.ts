/** Reads the files that options and other files of the operator name. Node only. */
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs'
import { UnreadableFile } from '../options/unreadable-file.ts'

/** Maximum size of an operator's file, in bytes: a partners file with 10,000 partners has about 10 MB. */
export const maxOperatorFileSize = 32 * 2 ** 20

/**
 * Reads a regular file, also through a symbolic link. Never waits for a writer: a named pipe or a device that stands where
 * the file should be would keep the server from starting, without a word.
 *
 * @throws UnreadableFile with what is wrong and what to do
 */
export function readOperatorFile(file: string): Buffer {
  let descriptor: number | undefined
  try {
    // Without O_NONBLOCK, opening a named pipe waits until somebody writes to it.
    descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) throw new UnreadableFile(`is ${kindOf(stats)}`, 'Put its content into a regular file.')
    if (stats.size > maxOperatorFileSize) {
      throw new UnreadableFile(
        `has ${stats.size} bytes`,
        `At most ${maxOperatorFileSize} are read. Is it the right file?`,
      )
    }
    return readFileSync(descriptor)
  } catch (error) {
    throw UnreadableFile.from(error)
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

/** {@link readOperatorFile} as text in UTF-8, without the byte order mark that some editors write. */
export const readOperatorText = (file: string): string => new TextDecoder().decode(readOperatorFile(file))

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder'
  if (stats.isFIFO()) return 'a named pipe'
  return stats.isSocket() ? 'a socket' : 'a device'
}
