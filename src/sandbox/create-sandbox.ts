/** The sandbox: the registration service without a key, for trials and tests. */
import { setTimeout as wait } from 'node:timers/promises'
import { Hono, type MiddlewareHandler } from 'hono'
import type { StateData } from '../contract/civic-data/state-data.ts'
import { systemClock } from '../contract/clock.ts'
import { servicePaths, withoutEndSlashes } from '../contract/routes.ts'
import { getToolSites } from '../monitor/target-list.ts'
import { parseOptions } from '../server/options/read-options.ts'
import { createResumeTokens } from './answer.ts'
import { civicApi, listStates } from './civic-api.ts'
import {
  type Connection,
  ConnectionResetError,
  IssuedEvents,
  type SandboxContext,
  type SandboxEnv,
  type SandboxOptions,
  SandboxSettings,
} from './context.ts'
import { currentPlans } from './field-checks.ts'
import { createInspection } from './inspection.ts'
import { createPages } from './pages.ts'
import { handleRegistration } from './registration.ts'
import { type ReceivedList, RequestJournal } from './request-journal.ts'
import { notFound, serverError } from './service-answers.ts'
import { addApiPath, rejectAddress, rejectHost } from './service-framework.ts'
import { handleTracking } from './tracking.ts'
import { createSandboxUptime, type SandboxUptime } from './uptime.ts'

export type { SandboxOptions } from './context.ts'

const monitorName = 'voter-registration-monitor'

/** A sandbox. */
export interface Sandbox {
  /** Handles one request. Needs no `this`, so it can be passed to a server as it is: `serve({ fetch: createSandbox().fetch })`
   *  with `@hono/node-server`.
   *  @param connection the server's connection, so that the scenario `reset` can cut it. Without it that scenario rejects, as
   *  a broken `fetch` does. */
  fetch: (request: Request, connection?: Connection) => Promise<Response>
  /** The requests so far; the same as `GET /_sandbox/received`. */
  received: () => ReceivedList
  /** The Civic data of all states as served, without a call that the journal would list. */
  states: () => StateData[]
}

/** Creates a sandbox. Its key is always `sandboxKey`.
 *  @throws ConfigurationError that names each invalid option, shows its value and says what to do */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { clock = systemClock } = options
  const {
    publicUrl = 'http://127.0.0.1:8788',
    mode,
    officialUrls,
  } = parseOptions(SandboxSettings, {
    publicUrl: options.publicUrl,
    mode: options.mode,
    officialUrls: options.officialUrls,
  })
  const context: SandboxContext = {
    publicUrl: withoutEndSlashes(publicUrl),
    mode,
    officialUrls,
    phoneMetadata: options.phoneMetadata ?? currentPlans,
    clock,
    uuid: options.uuid ?? (() => crypto.randomUUID()),
    sleep: options.sleep ?? ((ms, signal) => wait(ms, undefined, { signal }).catch(() => undefined)),
    log: options.log ?? (() => undefined),
    received: new RequestJournal(clock),
    issued: new IssuedEvents(),
    tokens: createResumeTokens(),
    everyone: {},
    civic: {},
    downSites: new Map(),
    onSites(state, failure) {
      getUptime().record(state, failure)
      options.onSites?.(state)
    },
  }
  let generatedUptime: SandboxUptime | undefined
  const getUptime = () => {
    generatedUptime ??= createSandboxUptime({
      sites: listStates(context).flatMap((state) => getToolSites(state)),
      clock,
      publicUrl: context.publicUrl,
    })
    return generatedUptime
  }
  const app = new Hono<SandboxEnv>()
  app.use(async (c, next) => {
    await next()
    // The monitor requests every page of every state again and again: that is not worth a log line.
    if (c.req.header('user-agent')?.includes(monitorName)) return
    const scenario = c.get('scenario')
    context.log({
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      ...(scenario !== undefined && { scenario }),
    })
  })
  const hosts = options.hosts ?? [new URL(context.publicUrl).hostname]
  app.use('/v1/*', rejectHost(hosts))
  app.use('/v2/*', rejectHost(hosts))
  const { uptime = (request) => getUptime().fetch(request) } = options
  app.all('/v1/leouptime/*', (c) => uptime(c.req.raw))
  // The scenario `redirect` points to `redirected`: a client that requests it has followed, and is listed.
  for (const path of ['/v1/*', '/v2/*', '/_sandbox/redirected']) app.use(path, journalRequests(context))
  // After the journal, which lists what was refused too.
  for (const path of ['/v1/*', '/v2/*']) app.use(path, rejectAddress(options.mayPost ?? (() => true)))
  const allow = 'POST, OPTIONS'
  addApiPath(app, { path: servicePaths.registration, allow }, (c) => handleRegistration(c, context))
  addApiPath(app, { path: servicePaths.tracking, allow }, (c) => handleTracking(c, context))
  app.route('/', civicApi(context))
  app.route('/', createInspection(context))
  app.route('/', createPages(context))
  app.notFound(notFound)
  app.onError((error) => {
    if (error instanceof ConnectionResetError) throw error
    return serverError()
  })
  return {
    fetch: async (request, connection) => app.fetch(request, connection),
    received: () => context.received.list(),
    states: () => listStates(context),
  }
}

function journalRequests({ received }: SandboxContext): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    const call = { method: c.req.method, path: c.req.path, status: 0, ...received.describeRequest(c.req.raw) }
    received.add('calls', call)
    await next()
    const scenario = c.get('scenario')
    const status = c.req.raw.signal.aborted ? 499 : c.res.status
    Object.assign(call, { status, ...(scenario !== undefined && { scenario }) })
  }
}
