/** The uptime monitor: checks each site on a schedule, records the results, and serves the Uptime API and the status page. */
import { setTimeout as wait } from 'node:timers/promises'
import { Hono } from 'hono'
import { type Clock, monotonicClock, systemClock } from '../contract/clock.ts'
import { cleanUpRegularly } from '../server/storage/open.ts'
import { createStorageLogLine, getDriverCode, StorageUnavailableError } from '../server/storage/sql.ts'
import { createApi } from './api.ts'
import { check } from './check.ts'
import { type ConfirmOutageDeps, createOutageConfirmation } from './confirm-outage.ts'
import { type MonitorOptions, readOptions } from './options.ts'
import { createSchedule } from './scheduler.ts'
import { statusRoutes } from './status/routes.ts'
import { openStore } from './store/sql-store.ts'
import type { Log, Store } from './store/store.ts'
import { createWebhookSender, webhookPayload } from './webhooks.ts'

/** A monitor. */
export interface Monitor {
  /** Handles one request to the Uptime API (`/v1/leouptime/…`) or the status page (`/status` and its files). Needs no `this`. */
  fetch: (request: Request) => Promise<Response>
  /** Starts the checks, which run until {@link Monitor.close}. */
  start(): void
  /** Checks everything that is due now, once; for programs with their own schedule. */
  checkDue(): Promise<void>
  /** Checks these sites as soon as possible, whenever they are due. Needs {@link Monitor.start}. */
  checkSoon(urls: readonly string[]): Promise<void>
  /** Rejects when the records are not writable, or soon will not be. */
  ready(): Promise<void>
  /** Starts no new check, waits for running ones (at most `ms` milliseconds, default 20 s), and closes the records. */
  close(ms?: number): Promise<void>
}

/** The outside dependencies of a monitor; all have a default. */
export interface MonitorDependencies {
  /** Default: a wall clock without jumps. */
  clock?: Clock
  random?: () => number
  /** Default: real HTTP. */
  check?: ConfirmOutageDeps['check']
  /** Receives what an operator may have to act on. Default: ignored. */
  log?: Log
}

/** Creates a monitor, and its tables if missing. Nothing is checked before {@link Monitor.start}.
 *  @throws ConfigurationError with everything that is wrong with the options; DatabaseError when the records can never be
 *  opened. An unreachable PostgreSQL is no error: checks begin when it is available */
export async function createMonitor(options: MonitorOptions, dependencies: MonitorDependencies = {}): Promise<Monitor> {
  const config = readOptions(options)
  const { log = () => undefined, random = Math.random } = dependencies
  const clock =
    dependencies.clock ?? monotonicWallClock((ms) => log({ level: 'warn', code: 'clock_jumped', cause: `${ms} ms` }))
  const store = await openStore(config.storage, 'owner', {
    ...(config.webhook !== undefined && { noticeOf: webhookPayload }),
    log,
  })
  const listSites = untilDone(() => store.setSites(config.sites, clock.now()))
  try {
    await listSites()
  } catch (error) {
    if (!(error instanceof StorageUnavailableError)) {
      await store.close()
      throw error
    }
    log(createStorageLogLine(getDriverCode(error)))
  }
  if (config.sentinel === undefined && dependencies.check === undefined) log({ level: 'warn', code: 'no_sentinel' })
  const { timeout, mayAsk, userAgent, ways, sentinel, interval, concurrency, perHost, hostGap } = config
  const confirmOutage = createOutageConfirmation({
    ways,
    sentinel,
    clock,
    check: dependencies.check ?? ((site, way) => check(site, way, { timeout, mayAsk, userAgent })),
    pause: () => wait(config.confirmAfter),
  })
  const schedule = createSchedule({
    store: {
      ...store,
      // Nothing is checked before the list is written, which waits for an unavailable database.
      async claim(ask) {
        await listSites()
        return store.claim(ask)
      },
    },
    confirmOutage,
    log,
    clock,
    random,
    owner: crypto.randomUUID(),
    // The lease: time for two attempts, the sentinel by two egress routes, and the pause between, doubled.
    pace: { interval, concurrency, perHost, hostGap, lease: 2 * (4 * timeout + config.confirmAfter) + 5_000 },
  })
  const { webhook, publicUrl } = config
  const app = new Hono()
    .route('/', statusRoutes({ store, clock, interval, publicUrl }))
    .mount('/', createApi({ store, clock, publicUrl }))
  const notices = webhook === undefined ? undefined : createWebhookSender({ store, webhook, log, clock })
  const tidy = cleanUpRegularly((signal) => removeOld(store, config.retentionDays, { clock, log, signal }), 3_600_000)
  return {
    fetch: async (request) => app.fetch(request),
    start() {
      schedule.start()
      notices?.start()
    },
    async checkDue() {
      await schedule.once()
      await notices?.once()
    },
    async checkSoon(urls) {
      await listSites()
      for (const url of urls) await store.makeDue(url, clock.now())
      schedule.checkDue()
    },
    async ready() {
      await listSites()
      await store.check()
    },
    async close(ms = 20_000) {
      await schedule.stop(ms)
      await notices?.stop()
      await tidy.stop()
      await store.close()
    },
  }
}

const day = 86_400_000

async function removeOld(
  store: Store,
  retentionDays: number,
  { clock, log, signal }: { clock: Clock; log: Log; signal: AbortSignal },
): Promise<void> {
  try {
    const before = (Math.floor(clock.now() / day) - retentionDays) * day
    let removed = 0
    for (let more = true; more && !signal.aborted; ) {
      const swept = await store.sweep(before)
      removed += swept.removed
      more = swept.more
      if (more) await wait(50)
    }
    if (removed > 0) log({ level: 'info', code: 'old_checks_removed', count: removed })
  } catch (error) {
    log(createStorageLogLine(getDriverCode(error)))
  }
}

/** Retries the work on each call until it succeeds once; concurrent callers share an attempt (single-flight). */
function untilDone(work: () => Promise<void>): () => Promise<void> {
  let attempt: Promise<void> | undefined
  return () => {
    attempt ??= work().catch((error: unknown) => {
      attempt = undefined
      throw error
    })
    return attempt
  }
}

/** Maximum difference of wall clock and monotonic clock that is not a jump, in milliseconds. */
const drift = 2_000
/** How long the wall clock must stay at its new time until the jump is accepted, in milliseconds. */
const believed = 10 * 60_000

/** `onJump` is called once for each accepted jump, with its size. */
export function monotonicWallClock(
  onJump: (ms: number) => void,
  { wall, monotonic } = { wall: systemClock, monotonic: monotonicClock },
): Clock {
  let anchor = wall.now() - monotonic.now()
  let doubt: { anchor: number; since: number } | undefined
  const now = () => {
    const passed = monotonic.now()
    const seen = wall.now() - passed
    if (Math.abs(seen - anchor) <= drift) {
      anchor = seen
      doubt = undefined
    } else if (doubt === undefined || Math.abs(seen - doubt.anchor) > drift) {
      doubt = { anchor: seen, since: passed }
    } else if (passed - doubt.since >= believed) {
      onJump(seen - anchor)
      anchor = seen
      doubt = undefined
    }
    return Math.round(anchor + passed)
  }
  return { now }
}
