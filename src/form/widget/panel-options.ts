/** What a partner can set on the panel about a state, through every entry point: nothing here names React. */
import type { StateName, VoterRegistrationOptions } from './options.ts'

/** What the panel shows; `nothing` where the BFF has no such data, or for an unknown state. */
export type PanelAt = 'nothing' | 'loading' | 'ready' | 'failed'

/** The options of the facts of a state. */
export interface StateFactsOptions
  extends Pick<
    VoterRegistrationOptions,
    'apiBase' | 'locale' | 'locales' | 'messages' | 'headingLevel' | 'appearance' | 'settings' | 'fetch'
  > {
  /** Code of a state, for example `TN`. */
  state: StateName
  /** A region with values of its own, as the service spells it; without it the voter is asked where there are any. */
  region?: string
  /** Which facts, by slug and in this order; what a voter needs while registering by default. */
  fields?: readonly string[]
}
