import type { StorageLog } from '../server/storage/sql.ts'

/** A log line: an event that an operator may have to act on. `url` is a site's; no page and no password is in it. */
export type LogLine = Parameters<StorageLog>[0] & { url?: string }

/** Receives a line. */
export type Log = (line: LogLine) => void
