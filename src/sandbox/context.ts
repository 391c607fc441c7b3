/** The state that all parts of the sandbox share: options and memory. */
import type { MetadataJson } from 'libphonenumber-js/core'
import type * as z from 'zod/mini'
import type { StateCode } from '../contract/states.ts'
import type { CivicBehavior } from './civic-scenarios.ts'
import type { DownedSites } from './downed-sites.ts'
import type { IssuedEvents } from './issued-events.ts'
import type { SandboxSettings } from './options.ts'
import type { RequestJournal } from './request-journal.ts'
import type { ResumeTokens } from './resume-token.ts'
import type { Scenario } from './scenario.ts'

/** One call, for a log. Contains no query, header or body, so nothing personal and no key. */
export interface CallLine {
  method: string
  path: string
  status: number
  scenario?: string
}

/** The options of a sandbox. All have a default. */
export interface SandboxOptions extends z.input<typeof SandboxSettings> {
  /**
   * The numbering plans by which phone numbers are judged: the `metadata.max.json` of a release of `libphonenumber-js`.
   * The real service was seen with the plans of 2022, so it may refuse area codes that are newer. Default: those of the
   * release that is installed.
   */
  phoneMetadata?: MetadataJson
  /**
   * The host names, in lower case, under which the APIs answer, besides this machine's own; `any` for all. A request with
   * another `Host` gets an HTML 400, as from the real service. Default: the name in `publicUrl`.
   */
  hosts?: 'any' | readonly string[]
  /** Milliseconds since 1970. Default `Date.now`. */
  clock?: () => number
  /** Makes the ids of registrations. Default `crypto.randomUUID`. */
  uuid?: () => string
  /** Waits for slow scenarios; must end early, without an error, when the signal aborts. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>
  /**
   * Handles the Uptime API (`/v1/leouptime/…`) in place of the generated one: the `fetch` of a monitor that watches the
   * sandbox's stand-ins for states' sites.
   */
  uptime?: (request: Request) => Promise<Response>
  /** Called when the sites of a state were taken down or brought back. */
  onSites?: (state: StateCode) => void
  /**
   * Whether `POST` requests from an address are accepted, as the production host accepts them only from addresses that the
   * partner has provided (R-A106); others get an HTML 403. The address is that of the connection, `undefined` when the server
   * does not provide it. Default: all are accepted, as the staging host does (R-A107).
   */
  mayPost?: (address: string | undefined) => boolean
  /** Receives each call: method, path and status, never its body. Default: nothing does. */
  log?: (line: CallLine) => void
}

/** The functions that a host or a test may pass, and what takes their place. */
type Edges = 'phoneMetadata' | 'clock' | 'uuid' | 'sleep' | 'log'

/** The options with their defaults, and the memory of one sandbox. */
export interface SandboxContext extends z.output<typeof SandboxSettings>, Required<Pick<SandboxOptions, Edges>> {
  /** Without a trailing slash. */
  publicUrl: string
  received: RequestJournal
  issued: IssuedEvents
  tokens: ResumeTokens
  /** The current scenario of every registration that requests none itself. */
  everyone: { scenario?: Scenario | undefined }
  /** The current behavior of the Civic API. */
  civic: CivicBehavior
  /** The states' sites that are currently down. */
  downed: DownedSites
}

/**
 * The request's connection, if the server provides it: `@hono/node-server` passes `incoming`. With it a scenario can
 * cut the connection, and a call be refused by its address; without it a cut rejects, as a broken `fetch` does.
 */
export interface Connection {
  incoming?: { socket?: { destroy(): unknown; remoteAddress?: string | undefined } }
}

/** Hono's environment of the sandbox. `scenario` is the one that a call requested. */
export interface Env {
  Bindings: Connection
  Variables: { scenario: string }
}
