/** The sandbox: the registration service without a key, for trying everything and for tests. */
import { Hono } from 'hono'
import type { MetadataJson } from 'libphonenumber-js/core'
import type { StateCode } from '../contract/states.ts'
import { actionApi } from './action-api.ts'
import type { Mode } from './check-registration.ts'
import { civicApi } from './civic-api.ts'
import { CivicBehavior } from './civic-scenarios.ts'
import type { CallLine, Connection, Env, World } from './context.ts'
import { DownedSites } from './downed-sites.ts'
import { inspection } from './inspection.ts'
import { IssuedEvents } from './issued-events.ts'
import { noteCalls } from './journal-middleware.ts'
import { pages } from './pages.ts'
import { currentPlans } from './phone-number.ts'
import { Received, type ReceivedList } from './request-journal.ts'
import { ConnectionReset } from './reset-connection.ts'
import { createResumeTokens } from './resume-token.ts'
import { notFound, serverError } from './service-answers.ts'
import { type HostNames, refuseHost } from './service-framework.ts'
import { siteFailures } from './site-failures.ts'
import { toolPages } from './tool-pages.ts'

/** How the monitor begins to call itself. */
const monitorName = 'voter-registration-monitor'

/** How a sandbox can be set up. Everything has a default. */
export interface SandboxOptions {
  /**
   * Where it is reached: the base of the links in its answers. Default `http://127.0.0.1:8788`.
   * Must be an absolute `http:` or `https:` address without query or fragment.
   */
  publicUrl?: string
  /**
   * Whose word counts where specification and real server differ: `strict` is the specification (a title is required in
   * Tennessee, territories are refused), `faithful` the server (it is not; territories end in an HTML 500). Default
   * `strict`.
   */
  mode?: Mode
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
  hosts?: HostNames
  /**
   * Whether the Civic API serves the real addresses of states' tools. Default `false`: pages of the sandbox stand in for
   * them, so that no fictional voter and no check ends up on a state's real site.
   */
  officialUrls?: boolean
  /** Milliseconds since 1970. Default `Date.now`. */
  clock?: () => number
  /** Makes the ids of registrations. Default `crypto.randomUUID`. */
  uuid?: () => string
  /** Waits for slow scenarios; must end early, without an error, when the signal aborts. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>
  /**
   * Answers what is asked of the Uptime API (`/v1/leouptime/…`): the `fetch` of a monitor that watches the sandbox's own
   * stand-ins for states' sites. Without it there is no Uptime API.
   */
  uptime?: (request: Request) => Promise<Response>
  /** Called when the sites of a state were taken down or brought back. */
  onSites?: (state: StateCode) => void
  /** Receives each call: method, path and status, never its body. Default: nothing does. */
  log?: (line: CallLine) => void
}

/** A sandbox. */
export interface Sandbox {
  /**
   * Answers one request. Needs no `this`, so it can be handed to a server as it is:
   * `serve({ fetch: createSandbox().fetch })` with `@hono/node-server`.
   *
   * @param connection what the server knows of the connection; lets the scenario `reset` cut it. Without it that scenario
   * rejects, as a broken `fetch` does.
   */
  fetch: (request: Request, connection?: Connection) => Promise<Response>
  /** What it has received so far; the same as `GET /_sandbox/received`. */
  received: () => ReceivedList
}

/**
 * Makes a sandbox. Its key is always `sandboxKey`.
 *
 * @throws when an option cannot be used; says which, what was seen and what to do
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const world: World = {
    publicUrl: checkedUrl(options.publicUrl ?? 'http://127.0.0.1:8788'),
    mode: checkedMode(options.mode ?? 'strict'),
    phoneMetadata: options.phoneMetadata ?? currentPlans,
    officialUrls: options.officialUrls ?? false,
    clock: options.clock ?? Date.now,
    uuid: options.uuid ?? (() => crypto.randomUUID()),
    sleep: options.sleep ?? sleep,
    log: options.log ?? (() => undefined),
    received: new Received(),
    issued: new IssuedEvents(),
    tokens: createResumeTokens(),
    civic: new CivicBehavior(),
    downed: new DownedSites(options.onSites ?? (() => undefined)),
  }
  const app = new Hono<Env>()
  app.use(async (c, next) => {
    await next()
    // The monitor asks every page of every state, again and again: that is no news.
    if (c.req.header('user-agent')?.startsWith(monitorName)) return
    const scenario = c.get('scenario')
    world.log({
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      ...(scenario !== undefined && { scenario }),
    })
  })
  const served = options.hosts ?? [new URL(world.publicUrl).hostname]
  app.use('/v1/*', refuseHost(served))
  app.use('/v2/*', refuseHost(served))
  const { uptime } = options
  if (uptime !== undefined) app.all('/v1/leouptime/*', (c) => uptime(c.req.raw))
  for (const version of ['/v1/*', '/v2/*']) app.use(version, noteCalls(world))
  // Each API that the sandbox plays is one line here.
  app.route('/', actionApi(world))
  app.route('/', civicApi(world))
  app.route('/', inspection(world))
  app.route('/', siteFailures(world))
  app.route('/', pages(world))
  app.route('/', toolPages())
  app.notFound(notFound)
  app.onError((error) => {
    if (error instanceof ConnectionReset) throw error
    return serverError()
  })
  return {
    fetch: async (request, connection) => app.fetch(request, connection),
    received: () => world.received.list(),
  }
}

function checkedUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new Error(
      `publicUrl must be an absolute http: or https: address without query, got "${value}". Leave it out to use http://127.0.0.1:8788.`,
    )
  }
  return value.replace(/\/+$/, '')
}

function checkedMode(value: string): Mode {
  if (value === 'strict' || value === 'faithful') return value
  throw new Error(`mode must be "strict" or "faithful", got "${value}". Leave it out to use "strict".`)
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
}
