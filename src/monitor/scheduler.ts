/** Claims due sites from the store, which several schedulers may share, and checks a limited number at a time, in total and by host. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../contract/clock.ts'
import { createStorageLogLine, getDriverCode } from '../server/storage/sql.ts'
import type { Found } from './confirm-outage.ts'
import type { Finding, Log, Store, Turn } from './store/store.ts'

export interface Pace {
  interval: number
  concurrency: number
  perHost: number
  /** From the end of one check to the start of the next on the same host. */
  hostGap: number
  /** More than the longest possible check: only after it may another process claim the turn. */
  lease: number
}

export interface ScheduleDeps {
  store: Store
  confirmOutage: (site: Turn) => Promise<Found>
  pace: Pace
  log: Log
  clock: Clock
  random: () => number
  owner: string
}

/** How long to wait for the next attempt after a storage failure, in milliseconds. */
const storeRetryPause = 2_000
/** Jitter of the interval, as a share of it, so that sites added together do not stay together. */
const jitter = 0.05
const pollInterval = 500

export interface Schedule {
  start(): void
  /** Checks everything that is due now or falls due meanwhile; resolves when nothing is due. */
  once(): Promise<void>
  checkDue(): void
  /** Claims nothing more; waits at most `ms` milliseconds for running checks, and releases the rest. */
  stop(ms: number): Promise<void>
}

export function createSchedule(deps: ScheduleDeps): Schedule {
  const { store, confirmOutage, pace, log, clock, random, owner } = deps
  const slots = limiter(pace.concurrency)
  const hosts = new Map<string, Limiter>()
  /** `inHand`: the sites with claimed turns that have not ended; `begun`: the turns whose check runs. */
  const inHand = new Set<number>()
  const begun = new Set<Promise<void>>()
  let claiming = false
  let stopped = false
  let timer: ReturnType<typeof setInterval> | undefined
  const idle: (() => void)[] = []

  async function claim(): Promise<void> {
    const limit = pace.concurrency * 2 - inHand.size
    if (stopped || claiming || limit < Math.max(1, pace.concurrency / 2)) return
    claiming = true
    let claimed: Turn[] = []
    const until = clock.now() + pace.lease
    try {
      claimed = await store.claim({ owner, now: until - pace.lease, until, limit, inHand: [...inHand] })
      for (const { id } of claimed) inHand.add(id)
    } catch (error) {
      log(createStorageLogLine(getDriverCode(error)))
      if (timer !== undefined) await wait(storeRetryPause, undefined, { ref: false })
    }
    claiming = false
    for (const site of claimed) void turn(site, until)
    if (claimed.length > 0) void claim()
    else if (inHand.size === 0) for (const resolve of idle.splice(0)) resolve()
  }

  async function turn(site: Turn, until: number): Promise<void> {
    const host = hosts.get(site.host) ?? limiter(pace.perHost)
    hosts.set(site.host, host)
    await host(async () => {
      try {
        await slots(() => begin(site, until))
      } finally {
        inHand.delete(site.id)
        void claim()
      }
      if (pace.hostGap > 0) await wait(pace.hostGap, undefined, { ref: false })
    })
  }

  async function begin(site: Turn, until: number): Promise<void> {
    if (stopped) return
    const work = examine(site, until)
    begun.add(work)
    await work.finally(() => begun.delete(work))
  }

  async function examine(site: Turn, until: number): Promise<void> {
    // While it waited for its host, the lease may have expired and another process may have claimed it.
    const renewal = { owner, site: site.id, until: clock.now() + pace.lease }
    const isFresh = clock.now() < until - pace.lease / 2
    if (!isFresh && !(await store.renew(renewal).catch(() => false))) return
    const found = await confirmOutage(site)
    const due = clock.now() + Math.round(pace.interval * (1 + jitter * (2 * random() - 1)))
    const recorded = await record({ site, owner, due, ...found }, deps, () => stopped)
    const to = found.verdict === 'unknown' ? site.up : found.verdict === 'up'
    if (recorded !== 'recorded' || to === site.up || (to && site.up === undefined)) return
    const cause = found.attempts[found.telling]?.error
    log({ level: 'warn', code: to ? 'site_up' : 'site_down', url: site.url, ...(cause !== undefined && { cause }) })
  }

  return {
    start() {
      timer ??= setInterval(() => void claim(), pollInterval)
      void claim()
    },
    once: () =>
      new Promise((resolve) => {
        idle.push(resolve)
        void claim()
      }),
    checkDue: () => void claim(),
    async stop(ms) {
      stopped = true
      clearInterval(timer)
      await Promise.race([Promise.allSettled(begun), wait(ms, undefined, { ref: false })])
      for (const resolve of idle.splice(0)) resolve()
      await store.giveBack(owner).catch(() => undefined)
    },
  }
}

/** Retries to record a finding until the storage accepts it: a full disk loses no outage. */
async function record(
  finding: Finding,
  { store, log }: Pick<ScheduleDeps, 'store' | 'log'>,
  isStopped: () => boolean,
): Promise<'recorded' | 'lost'> {
  for (;;) {
    try {
      return await store.record(finding)
    } catch (error) {
      log(createStorageLogLine(getDriverCode(error)))
      if (isStopped()) return 'lost'
      await wait(storeRetryPause)
    }
  }
}

type Limiter = (work: () => Promise<void>) => Promise<void>

function limiter(limit: number): Limiter {
  let free = limit
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free++
      else next()
    }
  }
}
