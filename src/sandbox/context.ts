/** The state that all parts of the sandbox share: options and memory. */
import type { Context } from 'hono'
import type { MetadataJson } from 'libphonenumber-js/core'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import type { Clock } from '../contract/clock.ts'
import type { StateCode } from '../contract/states.ts'
import { createOption, enumOption, text, toggle } from '../server/options/option.ts'
import type { createResumeTokens } from './answer.ts'
import type { CivicBehavior } from './civic-scenarios.ts'
import type { RequestJournal } from './request-journal.ts'
import type { Scenario, ScenarioContext, TrackingOutcome } from './scenario.ts'

export const sandboxOption = createOption('SANDBOX_')

export const SandboxSettings = z.strictObject({
  publicUrl: sandboxOption(
    text((value) => {
      const url = URL.canParse(value) ? new URL(value) : undefined
      const isGood = url !== undefined && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === ''
      return isGood ? undefined : `is not an absolute address, got "${value}"`
    }),
    'the base URL of links in its responses: absolute, without query',
    { defaultText: 'where it listens, or `http://127.0.0.1:8788`' },
  ),
  mode: sandboxOption(
    z._default(enumOption(['strict', 'faithful']), 'strict'),
    '`strict` (the specification) or `faithful` (the real server), where the two differ',
  ),
  officialUrls: sandboxOption(
    z._default(toggle(), false),
    "whether the Civic data has the real URLs of states' tools instead of pages of the sandbox",
  ),
})

/** One call, for a log. Contains no query, header or body, so nothing personal and no key. */
export interface CallLine {
  method: string
  path: string
  status: number
  scenario?: string
}

/** The options of a sandbox. All have a default. */
export interface SandboxOptions extends z.input<typeof SandboxSettings> {
  /** The numbering plans by which phone numbers are judged: the `metadata.max.json` of a release of `libphonenumber-js`. The
   *  real service was seen with the plans of 2022, so it may refuse area codes that are newer. Default: those of the release
   *  that is installed. */
  phoneMetadata?: MetadataJson
  /** The host names, in lower case, under which the APIs answer, besides this machine's own; `any` for all. A request with
   *  another `Host` gets an HTML 400, as from the real service. Default: the name in `publicUrl`. */
  hosts?: 'any' | readonly string[]
  /** Default: the system clock. */
  clock?: Clock
  /** Makes the ids of registrations. Default `crypto.randomUUID`. */
  uuid?: () => string
  /** Waits for slow scenarios; must end early, without an error, when the signal aborts. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>
  /** Handles the Uptime API (`/v1/leouptime/…`) in place of the generated one: the `fetch` of a monitor that watches the
   *  sandbox's stand-ins for states' sites. */
  uptime?: (request: Request) => Promise<Response>
  /** Called when the sites of a state were taken down or brought back. */
  onSites?: (state: StateCode) => void
  /** Whether `POST` requests from an address are accepted, as the production host accepts them only from addresses that the
   *  partner has provided (R-A106); others get an HTML 403. The address is that of the connection, `undefined` when the server
   *  does not provide it. Default: all are accepted, as the staging host does (R-A107). */
  mayPost?: (address: string | undefined) => boolean
  /** Receives each call: method, path and status, never its body. Default: nothing does. */
  log?: (line: CallLine) => void
}

/** How a site that is down fails: with a 503, without ever responding, or by cutting the connection. */
export const failures = ['error', 'hang', 'reset'] as const
export type Failure = (typeof failures)[number]

/** Stores the ids of registrations and the malformed values that scenarios issued; the latest 10 000 of each. */
export class IssuedEvents {
  readonly #actions = new LRUCache<string, TrackingOutcome>({ max: 10_000 })
  readonly #values = new LRUCache<string, true>({ max: 10_000 })

  addAction(action: string, outcome: TrackingOutcome): void {
    this.#actions.set(action, outcome)
  }

  getOutcome(action: string): TrackingOutcome | undefined {
    return this.#actions.get(action)
  }

  addValue(raw: string): void {
    this.#values.set(normalizeJson(raw), true)
  }

  /** Whether exactly this value was issued: numbers compare as written, so `1.0` is not `1` (R-A70). */
  hasValue(raw: string): boolean {
    return this.#values.has(normalizeJson(raw))
  }
}

function normalizeJson(raw: string): string {
  return raw.replace(/"(?:[^"\\]|\\.)*"?|\s+/gs, (token) =>
    token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : '',
  )
}

type InjectedOptions = 'phoneMetadata' | 'clock' | 'uuid' | 'sleep' | 'log'

export interface SandboxContext
  extends z.output<typeof SandboxSettings>,
    Required<Pick<SandboxOptions, InjectedOptions>> {
  /** Without a trailing slash. */
  publicUrl: string
  received: RequestJournal
  issued: IssuedEvents
  tokens: ReturnType<typeof createResumeTokens>
  everyone: { scenario?: Scenario | undefined }
  civic: CivicBehavior
  downSites: Map<StateCode, Failure>
  /** Without a failure they came back. */
  onSites: (state: StateCode, failure: Failure | undefined) => void
}

/** The request's connection, if the server provides it: `@hono/node-server` passes `incoming`. With it a scenario can cut the
 *  connection, and a call be refused by its address; without it a cut rejects, as a broken `fetch` does. */
export interface Connection {
  incoming?: { socket?: { destroy(): unknown; remoteAddress?: string | undefined } }
}

/** Hono's environment of the sandbox. `scenario` is the one that a call requested. */
export interface SandboxEnv {
  Bindings: Connection
  Variables: { scenario: string }
}

/** Thrown when there is no socket to cut: the call to `fetch` then rejects, as for a broken connection. */
export class ConnectionResetError extends Error {
  override name = 'ConnectionResetError'
}

export function createScenarioContext(c: Context<SandboxEnv>, { publicUrl, sleep }: SandboxContext): ScenarioContext {
  // Without a server there are no bindings at all.
  const connection: Connection | undefined = c.env
  const reset = () => {
    const socket = connection?.incoming?.socket
    if (socket === undefined)
      throw new ConnectionResetError('The sandbox closed this connection, as the scenario requires.')
    socket.destroy()
    return new Response(null, { status: 499 })
  }
  return { publicUrl, signal: c.req.raw.signal, sleep, reset }
}
