/** What all parts of the sandbox share: its dependencies, and what it remembers. */
import type { MetadataJson } from 'libphonenumber-js/core'
import type { Mode } from './check-registration.ts'
import type { CivicBehavior } from './civic-scenarios.ts'
import type { DownedSites } from './downed-sites.ts'
import type { IssuedEvents } from './issued-events.ts'
import type { Received } from './request-journal.ts'
import type { ResumeTokens } from './resume-token.ts'

/** One call, for a log. Holds no query, no header and no body, so nothing personal and no key. */
export interface CallLine {
  method: string
  path: string
  status: number
  scenario?: string
}

/** Dependencies and memory of one sandbox. */
export interface World {
  /** Where it is reached, without a slash at the end. */
  publicUrl: string
  mode: Mode
  /** The numbering plans by which phone numbers are judged. */
  phoneMetadata: MetadataJson
  /** Whether real addresses of states' tools are served. */
  officialUrls: boolean
  /** Milliseconds since 1970. */
  clock: () => number
  uuid: () => string
  /** Waits; ends early, without an error, when `signal` aborts. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  log: (line: CallLine) => void
  received: Received
  issued: IssuedEvents
  tokens: ResumeTokens
  /** How the Civic API behaves at present. */
  civic: CivicBehavior
  /** The states' sites that are down at present. */
  downed: DownedSites
}

/**
 * What the server that a request came through may offer: `@hono/node-server` passes `incoming`. With it a scenario can
 * cut the connection; without it such a call rejects, as a broken `fetch` does.
 */
export interface Connection {
  incoming?: { socket?: { destroy(): unknown } }
}

/** Hono's environment of the sandbox. `scenario` is the one a call asked for. */
export interface Env {
  Bindings: Connection
  Variables: { scenario: string }
}
