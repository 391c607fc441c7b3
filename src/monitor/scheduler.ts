/** Whose turn it is: takes what is due from the store, asks so many at a time and each host one by one, and writes down what
 *  was found. Several schedules on the same store share the work. */
import { setTimeout as wait } from 'node:timers/promises'
import { codeOf } from '../storage/sql.ts'
import type { Found } from './confirm-outage.ts'
import type { Log } from './log.ts'
import type { Finding, Store, Turn } from './store/store.ts'

/** How to go about it; times in milliseconds. */
export interface Pace {
  /** From one check of a site to the next. */
  interval: number
  /** At most so many sites at a time. */
  concurrency: number
  /** Of one host, at most so many at a time. */
  perHost: number
  /** From the end of one to the beginning of the next on the same host. */
  hostGap: number
  /** More than a check takes at its worst: only then may somebody else take the turn. */
  lease: number
}

/** What a schedule needs. */
export interface ScheduleDeps {
  store: Store
  confirmOutage: (site: Turn) => Promise<Found>
  pace: Pace
  log: Log
  now: () => number
  /** A number from 0 to 1, as `Math.random`. */
  random: () => number
  /** Who we are, among those that share the store. */
  owner: string
}

/** So long after a failure of the storage it is tried again. */
const storeRetryPause = 2_000
/** The times between checks vary by so much, so that sites that were added together do not stay together. */
const jitter = 0.05
/** How often it looks for what is due when nothing happens. */
const pollInterval = 500

/** A schedule. */
export interface Schedule {
  /** Asks from now on. */
  start(): void
  /** Asks everything that is due now, and what falls due meanwhile; resolves when nothing is. */
  once(): Promise<void>
  /** Asks what was made due. */
  checkDue(): void
  /** Takes nothing more; waits for what is under way, at most so long, and gives back the rest. */
  stop(ms: number): Promise<void>
}

/** Makes a schedule. */
export function createSchedule(deps: ScheduleDeps): Schedule {
  const { store, confirmOutage, pace, log, now, random, owner } = deps
  const slots = limiter(pace.concurrency)
  const hosts = new Map<string, Limiter>()
  /** The sites whose turns are claimed and not over, and the turns that have begun. */
  const inHand = new Set<number>()
  const begun = new Set<Promise<void>>()
  let claiming = false
  let stopped = false
  let timer: ReturnType<typeof setInterval> | undefined
  const idle: (() => void)[] = []

  /** Claims more when there is room for it. */
  async function claim(): Promise<void> {
    const limit = pace.concurrency * 2 - inHand.size
    if (stopped || claiming || limit < Math.max(1, pace.concurrency / 2)) return
    claiming = true
    let claimed: Turn[] = []
    const until = now() + pace.lease
    try {
      claimed = await store.claim({ owner, now: until - pace.lease, until, limit, inHand: [...inHand] })
      for (const { id } of claimed) inHand.add(id)
    } catch (error) {
      log({ level: 'error', code: 'storage_unavailable', cause: codeOf(error) })
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
    // It may have waited for its host until somebody else took it.
    const isOurs = now() < until - pace.lease / 2 || (await renewed(site))
    if (!isOurs) return
    const found = await confirmOutage(site)
    const due = now() + Math.round(pace.interval * (1 + jitter * (2 * random() - 1)))
    const recorded = await record({ site, owner, due, ...found }, deps, () => stopped)
    const to = found.verdict === 'unknown' ? site.up : found.verdict === 'up'
    if (recorded !== 'recorded' || to === site.up || (to && site.up === undefined)) return
    const cause = found.attempts[found.telling]?.error
    log({ level: 'warn', code: to ? 'site_up' : 'site_down', url: site.url, ...(cause !== undefined && { cause }) })
  }

  async function renewed(site: Turn): Promise<boolean> {
    return store.renew({ owner, site: site.id, until: now() + pace.lease }).catch(() => false)
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

/** Keeps a finding for as long as the storage cannot take it: a full disk loses no outage. */
async function record(
  finding: Finding,
  { store, log }: Pick<ScheduleDeps, 'store' | 'log'>,
  isStopped: () => boolean,
): Promise<'recorded' | 'lost'> {
  for (;;) {
    try {
      return await store.record(finding)
    } catch (error) {
      log({ level: 'error', code: 'storage_unavailable', cause: codeOf(error) })
      if (isStopped()) return 'lost'
      await wait(storeRetryPause)
    }
  }
}

/** Runs work when there is room for it. */
type Limiter = (work: () => Promise<void>) => Promise<void>

/** At most so many at a time; the others wait, in their order. */
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
