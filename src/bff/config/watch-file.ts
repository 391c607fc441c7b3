/** Reloads a configuration file when it changes, without a restart. Node only. */
import { statSync } from 'node:fs'
import { ConfigurationError } from '../../options/configuration-error.ts'
import type { Log } from '../observability/log.ts'

/** The content of a file as of the last successful read. */
export interface WatchedFile<Value> {
  current(): Value
  /** Calls the listener each time a different content was read. */
  onChange(listener: () => void): void
  /** Stops watching. */
  close(): void
}

/** Polling interval, in milliseconds. `fs.watch` misses changes of a mounted volume or a linked file. */
const interval = 2_000

/**
 * Reads the value now, and again each time one of its files has a different time, size or inode. An unusable file is logged
 * as `<code>_refused`, once for each change, and the previous value stays in use.
 *
 * @param read reads the value; calls `note` with the path of each file before it reads it; throws a ConfigurationError when
 * a file cannot be used
 * @param code prefix of the codes in the log, for example `partners`
 * @throws what `read` throws the first time
 */
export function watchFile<Value>(
  read: (note: (file: string) => void) => Value,
  { code, log, every = interval }: { code: string; log: Log; every?: number },
): WatchedFile<Value> {
  const listeners: (() => void)[] = []
  /** Signature of each file before it was read: a change during the read is detected the next time. */
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
      log({ level: 'info', code: `${code}_read`, message: 'The file has changed and is now in effect.' })
      for (const listener of listeners) listener()
    } catch (error) {
      const problems = error instanceof ConfigurationError ? error.problems : ['The file cannot be read.']
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
  'The file has changed and is invalid, so its previous content stays in effect. Fix the file; no restart is needed.'

/** Returns a signature that changes when the file does. A missing file has one, too. */
function signatureOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false, bigint: true })
  return stat === undefined ? 'none' : `${stat.mtimeNs} ${stat.ctimeNs} ${stat.size} ${stat.ino}`
}
