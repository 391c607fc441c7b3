/** Creates a BFF, and runs it until it is closed. */
import { createApp } from './app.ts'
import type { BffDependencies } from './bff-dependencies.ts'
import { consoleLog } from './observability/log.ts'
import { logMode } from './observability/startup-warnings.ts'
import { readConfig } from './options/bff-config.ts'
import { type BffOptions, variables } from './options/bff-options.ts'
import { ConfigurationError } from './options/option.ts'
import { logLostClicks } from './outbox/open-outbox.ts'
import type { Peer } from './problem.ts'
import { openServices } from './services.ts'
import { openStorage } from './store/sql-store.ts'
import { errorCode } from './upstream/transport.ts'
import { withTimeout } from './utils.ts'

/** A running BFF. */
export interface Bff {
  /** Handles a request; never rejects. Mount it wherever a Web-platform handler fits.
   *  @param peer the address of the client, for the rate limits by address: without it they do not work */
  fetch(request: Request, peer?: Peer): Promise<Response>
  /** Refuses new registrations, finishes those in flight and empties the outbox, in at most `ms` milliseconds. */
  close(ms?: number): Promise<void>
}

/** Creates the BFF.
 *  @throws ConfigurationError when the options cannot work: lists every problem, no secret */
export function createBff(options: BffOptions, dependencies: BffDependencies = {}): Bff {
  const { log = consoleLog() } = dependencies
  logMode(readConfig(options, { hasStore: dependencies.store !== undefined }), log)
  rejectUnreadFiles(options, dependencies)
  const isStorageNamed = options.databaseUrl !== undefined || options.dataDir !== undefined
  if (dependencies.store !== undefined || !isStorageNamed) return openBff(options, dependencies)
  const opening = openStorage(options, 'owner', log).then((store) => {
    if (store === undefined) throw new Error('The options name a storage.')
    return { store, bff: openBff(options, { ...dependencies, store }) }
  })
  opening.catch((error: unknown) => {
    const message = error instanceof ConfigurationError ? error.message : 'The storage cannot be opened.'
    log({ level: 'error', code: 'storage_unavailable', cause: errorCode(error), message })
  })
  return {
    fetch: (request, peer) => opening.then(({ bff }) => bff.fetch(request, peer), respondWithoutStorage),
    async close(ms) {
      const storedBff = await opening.catch(() => undefined)
      await storedBff?.bff.close(ms)
      await storedBff?.store.close()
    },
  }
}

function rejectUnreadFiles(options: BffOptions, dependencies: BffDependencies): void {
  const loaders = { partnersFile: ['partners', 'loadPartners'], noticeFile: ['notices', 'loadNotices'] } as const
  for (const name of ['partnersFile', 'noticeFile'] as const) {
    const [dependency, loader] = loaders[name]
    if (options[name] === undefined || dependencies[dependency] !== undefined) continue
    throw new ConfigurationError([
      `${name} (${variables[name]}) is read only by serve(). In your own host, pass ${dependency}: ${loader}(options) from voter-registration-server/node to createBff.`,
    ])
  }
}

function respondWithoutStorage(): Response {
  const detail = 'The storage of this server cannot be opened; nothing was sent. Its log says why.'
  return Response.json(
    { title: 'Storage unavailable', status: 503, code: 'storage_unavailable', outcome: 'not_sent', detail },
    { status: 503, headers: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' } },
  )
}

/** {@link createBff} for a caller that has already logged the mode. */
export function openBff(options: BffOptions, dependencies: BffDependencies): Bff {
  const services = openServices(options, dependencies)
  const app = createApp(services)
  const inFlight = new Set<Promise<unknown>>()
  return {
    async fetch(request, peer) {
      const answer = Promise.resolve(app.fetch(request, peer))
      inFlight.add(answer)
      return answer.finally(() => inFlight.delete(answer))
    },
    async close(ms = 20_000) {
      const { stopping, idempotency, outbox, store, isInMemory, clock, log, retention, connections } = services
      stopping.abort()
      const deadlineAt = Date.now() + ms
      const getRemainingMs = () => Math.max(0, deadlineAt - Date.now())
      await withTimeout(Promise.allSettled(inFlight), ms)
      await withTimeout(idempotency.flush(), getRemainingMs())
      if (isInMemory) await store.clicks.makeDue(clock.now())
      await outbox.drain(getRemainingMs())
      if (isInMemory) await logLostClicks(store, log)
      await retention.stop()
      await connections.close()
    },
  }
}
