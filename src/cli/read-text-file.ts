/** Reads the files that environment variables name. */
import { readFileSync } from 'node:fs'

/** Returns the file's text, read as UTF-8. @throws when it cannot be read */
export const readTextFile = (path: string): string => readFileSync(path, 'utf8')
