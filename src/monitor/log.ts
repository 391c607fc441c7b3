/** The monitor's log: one line for each event that an operator may have to act on. */

/** A log line. Contains no page and no password; the only addresses are those of sites. */
export interface LogLine {
  level: 'info' | 'warn' | 'error'
  /** One word for programs, for example `site_down`. */
  code: string
  /** The address of the site. */
  url?: string
  /** The cause, in a few words or a code. */
  cause?: string
  count?: number
  /** Duration in milliseconds. */
  ms?: number
  /** A fixed sentence for an operator. */
  message?: string
}

/** Receives a line. */
export type Log = (line: LogLine) => void
