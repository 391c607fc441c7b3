/** Claims due sites from the store, which several schedulers may share, and checks a limited number at a time, in total and by host. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../contract/clock.ts'
import { createStorageLogLine, getDriverCode } from '../server/storage/sql.ts'
import type { OutageResult } from './confirm-outage.ts'
import type { CheckFinding, CheckJob, MonitorLog, MonitorStore } from './store/store.ts'

export interface ScheduleLimits {
  intervalMs: number
  concurrency: number
  perHost: number
  /** From the end of one check to the start of the next on the same host. */
  hostGapMs: number
  /** More than the longest possible check: only after it may another process claim the turn. */
  leaseMs: number
}

export interface ScheduleDeps {
  store: MonitorStore
  confirmOutage: (site: CheckJob) => Promise<OutageResult>
  limits: ScheduleLimits
  log: MonitorLog
  clock: Clock
  random: () => number
  owner: string
}

/** How long to wait for the next attempt after a storage failure, in milliseconds. */
const storeRetryMs = 2_000
/** Jitter of the interval, as a share of it, so that sites added together do not stay together. */
const jitter = 0.05
const pollIntervalMs = 500

export interface Schedule {
  start(): void
  /** Checks everything that is due now or falls due meanwhile; resolves when nothing is due. */
  runOnce(): Promise<void>
  checkDue(): void
  /** Claims nothing more; waits at most `ms` milliseconds for running checks, and releases the rest. */
  stop(ms: number): Promise<void>
}

export function createSchedule(deps: ScheduleDeps): Schedule {
  const { store, confirmOutage, limits, log, clock, random, owner } = deps
  const runInSlot = createLimiter(limits.concurrency)
  const hosts = new Map<string, Limiter>()
  /** The sites whose turns are claimed and have not ended. */
  const claimedIds = new Set<number>()
  const runningChecks = new Set<Promise<void>>()
  let isClaiming = false
  let isStopped = false
  let timer: ReturnType<typeof setInterval> | undefined
  const idleResolvers: (() => void)[] = []

  async function claim(): Promise<void> {
    const limit = limits.concurrency * 2 - claimedIds.size
    if (isStopped || isClaiming || limit < Math.max(1, limits.concurrency / 2)) return
    isClaiming = true
    let jobs: CheckJob[] = []
    const expiresAt = clock.now() + limits.leaseMs
    try {
      jobs = await store.claim({
        owner,
        nowMs: expiresAt - limits.leaseMs,
        expiresAt,
        limit,
        claimedIds: [...claimedIds],
      })
      for (const { id } of jobs) claimedIds.add(id)
    } catch (error) {
      log(createStorageLogLine(getDriverCode(error)))
      if (timer !== undefined) await wait(storeRetryMs, undefined, { ref: false })
    }
    isClaiming = false
    for (const job of jobs) void runJob(job, expiresAt)
    if (jobs.length > 0) void claim()
    else if (claimedIds.size === 0) for (const resolve of idleResolvers.splice(0)) resolve()
  }

  async function runJob(site: CheckJob, expiresAt: number): Promise<void> {
    const runOnHost = hosts.get(site.host) ?? createLimiter(limits.perHost)
    hosts.set(site.host, runOnHost)
    await runOnHost(async () => {
      try {
        await runInSlot(() => startCheck(site, expiresAt))
      } finally {
        claimedIds.delete(site.id)
        void claim()
      }
      if (limits.hostGapMs > 0) await wait(limits.hostGapMs, undefined, { ref: false })
    })
  }

  async function startCheck(site: CheckJob, expiresAt: number): Promise<void> {
    if (isStopped) return
    const work = runCheck(site, expiresAt)
    runningChecks.add(work)
    await work.finally(() => runningChecks.delete(work))
  }

  async function runCheck(site: CheckJob, expiresAt: number): Promise<void> {
    // While it waited for its host, the lease may have expired and another process may have claimed it.
    const renewal = { owner, site: site.id, expiresAt: clock.now() + limits.leaseMs }
    const isLeaseFresh = clock.now() < expiresAt - limits.leaseMs / 2
    if (!isLeaseFresh && !(await store.renew(renewal).catch(() => false))) return
    const result = await confirmOutage(site)
    const dueAt = clock.now() + Math.round(limits.intervalMs * (1 + jitter * (2 * random() - 1)))
    const recorded = await recordWithRetry({ site, owner, dueAt, ...result }, deps, () => isStopped)
    const isUp = result.verdict === 'unknown' ? site.up : result.verdict === 'up'
    if (recorded !== 'recorded' || isUp === site.up || (isUp && site.up === undefined)) return
    const cause = result.attempts[result.decisiveIndex]?.error
    log({ level: 'warn', code: isUp ? 'site_up' : 'site_down', url: site.url, ...(cause !== undefined && { cause }) })
  }

  return {
    start() {
      timer ??= setInterval(() => void claim(), pollIntervalMs)
      void claim()
    },
    runOnce: () =>
      new Promise((resolve) => {
        idleResolvers.push(resolve)
        void claim()
      }),
    checkDue: () => void claim(),
    async stop(ms) {
      isStopped = true
      clearInterval(timer)
      await Promise.race([Promise.allSettled(runningChecks), wait(ms, undefined, { ref: false })])
      for (const resolve of idleResolvers.splice(0)) resolve()
      await store.releaseClaims(owner).catch(() => undefined)
    },
  }
}

/** Retries to record a finding until the storage accepts it: a full disk loses no outage. */
async function recordWithRetry(
  finding: CheckFinding,
  { store, log }: Pick<ScheduleDeps, 'store' | 'log'>,
  isStopped: () => boolean,
): Promise<'recorded' | 'lost'> {
  for (;;) {
    try {
      return await store.record(finding)
    } catch (error) {
      log(createStorageLogLine(getDriverCode(error)))
      if (isStopped()) return 'lost'
      await wait(storeRetryMs)
    }
  }
}

type Limiter = (work: () => Promise<void>) => Promise<void>

function createLimiter(limit: number): Limiter {
  let freeSlots = limit
  const waiting: (() => void)[] = []
  return async (work) => {
    if (freeSlots > 0) freeSlots--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) freeSlots++
      else next()
    }
  }
}
