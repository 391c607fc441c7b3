/** Reads a configuration file again when it has changed, without a restart. Node only. */
import { statSync } from 'node:fs'
import { ConfigurationError } from '../../options/configuration-error.ts'
import type { Log } from '../observability/log.ts'

/** What a file says, as it was read last without a problem. */
export interface WatchedFile<Value> {
  current(): Value
  /** Calls each time something else was read. */
  onChange(listener: () => void): void
  /** Stops looking. */
  close(): void
}

/** How often the files are looked at, in milliseconds. `fs.watch` misses what a mounted volume or a linked file does. */
const interval = 2_000

/**
 * Reads it now, and again each time one of its files has another time, size or inode. What cannot be used is logged as
 * `<code>_refused`, once for each change, and what was read before stays.
 *
 * @param read is given what takes the path of each file before it is read; throws a ConfigurationError when it cannot be used
 * @param code begins the names of the lines in the log, for example `partners`
 * @throws what `read` throws the first time
 */
export function watchFile<Value>(
  read: (note: (file: string) => void) => Value,
  { code, log, every = interval }: { code: string; log: Log; every?: number },
): WatchedFile<Value> {
  const listeners: (() => void)[] = []
  /** As each file was before it was read: a change while it is read is seen the next time. */
  let seen = new Map<string, string>()
  const readNow = () => {
    seen = new Map()
    return read((file) => seen.set(file, signatureOf(file)))
  }
  let value = readNow()
  const look = () => {
    if ([...seen].every(([file, signature]) => signatureOf(file) === signature)) return
    try {
      value = readNow()
      log({ level: 'info', code: `${code}_read`, message: 'The file has changed; what it says holds from now on.' })
      for (const listener of listeners) listener()
    } catch (error) {
      const problems = error instanceof ConfigurationError ? error.problems : ['It cannot be read.']
      log({ level: 'error', code: `${code}_refused`, message: refused, problems })
    }
  }
  const timer = setInterval(look, every)
  timer.unref()
  return {
    current: () => value,
    onChange: (listener) => void listeners.push(listener),
    close: () => clearInterval(timer),
  }
}

const refused =
  'The file has changed and cannot be used. What it said before still holds; mend it, no restart is needed.'

/** Changes when a file does. One that is not there has a signature as well. */
function signatureOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false, bigint: true })
  return stat === undefined ? 'none' : `${stat.mtimeNs} ${stat.ctimeNs} ${stat.size} ${stat.ino}`
}
