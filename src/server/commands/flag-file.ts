/** Files that the flags of a command name. */
import { readOperatorText } from '../config/operator-file.ts'
import { UnreadableFile } from '../options/unreadable-file.ts'

/** The value of a flag cannot be used. The message is a sentence; {@link command} prints it with the usage. */
export class FlagError extends Error {
  override name = 'FlagError'
}

/**
 * Reads the file that a flag names, as text.
 *
 * @param flag with its hyphens
 * @throws FlagError
 */
export function readFlagFile(flag: string, file: string): string {
  try {
    return readOperatorText(file)
  } catch (error) {
    const { what, todo } = UnreadableFile.from(error)
    throw new FlagError(`${flag} names a file that ${what}: "${file}". ${todo}`)
  }
}
