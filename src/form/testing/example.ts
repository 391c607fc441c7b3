/** A component in one state, for the gallery, tests and accessibility checks. */
import type { ReactNode } from 'react'

/** A component in one of its states. */
export interface Example {
  /** The state in a few words, for example `two errors`. */
  name: string
  /** The component in that state, complete: a test may render it alone. */
  render(): ReactNode
}
