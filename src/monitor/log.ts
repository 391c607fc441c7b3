/** What the monitor says about itself: one line for each thing that somebody may have to act on. */

/** A line. Holds no page, no password, and of addresses only the sites'. */
export interface LogLine {
  level: 'info' | 'warn' | 'error'
  /** One word for programs, for example `site_down`. */
  code: string
  /** Which site. */
  url?: string
  /** Why, in a few words or a code. */
  cause?: string
  count?: number
  /** How long it took, in milliseconds. */
  ms?: number
  /** A fixed sentence for an operator. */
  message?: string
}

/** Takes a line. */
export type Log = (line: LogLine) => void
