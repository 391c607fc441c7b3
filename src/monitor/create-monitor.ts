/** The uptime monitor: checks each site on a schedule, records the results, and serves the Uptime API and the status page. */
import { setTimeout as wait } from 'node:timers/promises'
import { Hono } from 'hono'
import { type Clock, monotonicClock, systemClock } from '../contract/clock.ts'
import { cleanUpRegularly } from '../server/storage/open.ts'
import { createStorageLogLine, getDriverCode, StorageUnavailableError } from '../server/storage/sql.ts'
import { createApi } from './api.ts'
import { check } from './check.ts'
import { type ConfirmOutageDeps, createOutageConfirmation } from './confirm-outage.ts'
import { type MonitorOptions, parseMonitorOptions } from './options.ts'
import { createSchedule } from './scheduler.ts'
import { statusRoutes } from './status/routes.ts'
import { openStore } from './store/sql-store.ts'
import type { MonitorLog, MonitorStore } from './store/store.ts'
import { createWebhookPayload, createWebhookSender } from './webhooks.ts'

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
  log?: MonitorLog
}

/** Creates a monitor, and its tables if missing. Nothing is checked before {@link Monitor.start}.
 *  @throws ConfigurationError with everything that is wrong with the options; DatabaseError when the records can never be
 *  opened. An unreachable PostgreSQL is no error: checks begin when it is available */
export async function createMonitor(options: MonitorOptions, dependencies: MonitorDependencies = {}): Promise<Monitor> {
  const config = parseMonitorOptions(options)
  const { log = () => undefined, random = Math.random } = dependencies
  const clock =
    dependencies.clock ??
    createMonotonicWallClock((ms) => log({ level: 'warn', code: 'clock_jumped', cause: `${ms} ms` }))
  const store = await openStore(config.storage, 'owner', {
    ...(config.webhook !== undefined && { createNotice: createWebhookPayload }),
    log,
  })
  const saveSites = retryUntilDone(() => store.setSites(config.sites, clock.now()))
  try {
    await saveSites()
  } catch (error) {
    if (!(error instanceof StorageUnavailableError)) {
      await store.close()
      throw error
    }
    log(createStorageLogLine(getDriverCode(error)))
  }
  if (config.sentinel === undefined && dependencies.check === undefined) log({ level: 'warn', code: 'no_sentinel' })
  const { timeoutMs, isAllowed, userAgent, routes, sentinel, intervalMs, concurrency, perHost, hostGapMs } = config
  const confirmOutage = createOutageConfirmation({
    routes,
    sentinel,
    clock,
    check: dependencies.check ?? ((site, route) => check(site, route, { timeoutMs, isAllowed, userAgent })),
    pause: () => wait(config.confirmAfterMs),
  })
  const schedule = createSchedule({
    store: {
      ...store,
      // Nothing is checked before the list is written, which waits for an unavailable database.
      async claim(request) {
        await saveSites()
        return store.claim(request)
      },
    },
    confirmOutage,
    log,
    clock,
    random,
    owner: crypto.randomUUID(),
    // The lease: time for two attempts, the sentinel by two egress routes, and the pause between, doubled.
    limits: {
      intervalMs,
      concurrency,
      perHost,
      hostGapMs,
      leaseMs: 2 * (4 * timeoutMs + config.confirmAfterMs) + 5_000,
    },
  })
  const { webhook, publicUrl } = config
  const app = new Hono()
    .route('/', statusRoutes({ store, clock, intervalMs, publicUrl }))
    .mount('/', createApi({ store, clock, publicUrl }))
  const webhookSender = webhook === undefined ? undefined : createWebhookSender({ store, webhook, log, clock })
  const cleanup = cleanUpRegularly(
    (signal) => removeOld(store, config.retentionDays, { clock, log, signal }),
    3_600_000,
  )
  return {
    fetch: async (request) => app.fetch(request),
    start() {
      schedule.start()
      webhookSender?.start()
    },
    async checkDue() {
      await schedule.runOnce()
      await webhookSender?.once()
    },
    async checkSoon(urls) {
      await saveSites()
      for (const url of urls) await store.makeDue(url, clock.now())
      schedule.checkDue()
    },
    async ready() {
      await saveSites()
      await store.check()
    },
    async close(ms = 20_000) {
      await schedule.stop(ms)
      await webhookSender?.stop()
      await cleanup.stop()
      await store.close()
    },
  }
}

const dayMs = 86_400_000

async function removeOld(
  store: MonitorStore,
  retentionDays: number,
  { clock, log, signal }: { clock: Clock; log: MonitorLog; signal: AbortSignal },
): Promise<void> {
  try {
    const cutoffMs = (Math.floor(clock.now() / dayMs) - retentionDays) * dayMs
    let removed = 0
    for (let hasMore = true; hasMore && !signal.aborted; ) {
      const result = await store.deleteOld(cutoffMs)
      removed += result.removed
      hasMore = result.hasMore
      if (hasMore) await wait(50)
    }
    if (removed > 0) log({ level: 'info', code: 'old_checks_removed', count: removed })
  } catch (error) {
    log(createStorageLogLine(getDriverCode(error)))
  }
}

/** Retries the work on each call until it succeeds once; concurrent callers share an attempt (single-flight). */
function retryUntilDone(work: () => Promise<void>): () => Promise<void> {
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
const maxDriftMs = 2_000
/** How long the wall clock must stay at its new time until the jump is accepted, in milliseconds. */
const jumpConfirmationMs = 10 * 60_000

/** `onJump` is called once for each accepted jump, with its size. */
export function createMonotonicWallClock(
  onJump: (ms: number) => void,
  { wall, monotonic } = { wall: systemClock, monotonic: monotonicClock },
): Clock {
  let anchor = wall.now() - monotonic.now()
  let pendingJump: { anchor: number; startMs: number } | undefined
  const getTime = () => {
    const elapsedMs = monotonic.now()
    const newAnchor = wall.now() - elapsedMs
    if (Math.abs(newAnchor - anchor) <= maxDriftMs) {
      anchor = newAnchor
      pendingJump = undefined
    } else if (pendingJump === undefined || Math.abs(newAnchor - pendingJump.anchor) > maxDriftMs) {
      pendingJump = { anchor: newAnchor, startMs: elapsedMs }
    } else if (elapsedMs - pendingJump.startMs >= jumpConfirmationMs) {
      onJump(newAnchor - anchor)
      anchor = newAnchor
      pendingJump = undefined
    }
    return Math.round(anchor + elapsedMs)
  }
  return { now: getTime }
}
