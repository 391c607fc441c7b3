/** One line of `voter-registration-server check`. */
export interface Finding {
  /** What was looked at, one or two words. */
  name: string
  /** A `problem` keeps voters from being registered; a `warning` will, or makes the server weaker than it could be. */
  state: 'ok' | 'warning' | 'problem'
  /** The value that was seen; never a secret. */
  seen: string
  /** What to do next, with `warning` and `problem`. */
  todo?: string
}
