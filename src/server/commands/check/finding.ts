/** One finding of `voter-registration-server check`. */
export interface Finding {
  /** What was checked, in one or two words. */
  name: string
  /** A `problem` keeps voters from registering; a `warning` will do so later, or makes the server weaker than it could be. */
  state: 'ok' | 'warning' | 'problem'
  /** The value that was found; never a secret. */
  seen: string
  /** What to do next, for `warning` and `problem`. */
  todo?: string
}
