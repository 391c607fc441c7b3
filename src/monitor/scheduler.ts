/** Whose turn it is: takes what is due from the store, asks so many at a time and each host one by one, and writes down what
 *  was found. Several schedules on the same store share the work. */

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
  findOut: (site: Turn) => Promise<Found>
  pace: Pace
  log: Log
  now: () => number
  /** A number from 0 to 1, as `Math.random`. */
  random: () => number
  /** Who we are, among those that share the store. */
  owner: string
}

/** So long after a failure of the storage it is tried again. */
const storePause = 2_000
/** The times between checks vary by so much, so that sites that were added together do not stay together. */
const jitter = 0.05
/** How often it looks for what is due when nothing happens. */
const glance = 500

/** A schedule. */
export interface Schedule {
  /** Asks from now on. */
  start(): void
  /** Asks everything that is due now, and what falls due meanwhile; resolves when nothing is. */
  once(): Promise<void>
  /** Asks what was made due. */
  glance(): void
  /** Takes nothing more; waits for what is under way, at most so long, and gives back the rest. */
  stop(ms: number): Promise<void>
}

/** Makes a schedule. */
export function createSchedule({ store, findOut, pace, log, now, random, owner }: ScheduleDeps): Schedule {
  const waiting = new Map<string, { site: Turn; until: number }[]>()
  const busyHosts = new Map<string, number>()
  let inHand = 0
  let running = 0
  let claiming = false
  let stopped = false
  let live = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const idle: (() => void)[] = []

  /** Claims more when there is room for it, and starts what can be started. */
  function pump(): void {
    if (stopped) return
    for (const [host, queue] of waiting) {
      while (running < pace.concurrency && (busyHosts.get(host) ?? 0) < pace.perHost) {
        const next = queue.shift()
        if (next === undefined) break
        void turn(next.site, next.until)
      }
      if (queue.length === 0) waiting.delete(host)
    }
    const room = pace.concurrency * 2 - inHand
    if (!claiming && room >= Math.max(1, pace.concurrency / 2)) void claim(room)
  }

  async function claim(most: number): Promise<void> {
    claiming = true
    let claimed: Turn[] = []
    let failed = false
    try {
      const at = now()
      const until = at + pace.lease
      claimed = await store.claim({ owner, now: at, until, most })
      for (const site of claimed) {
        const queue = waiting.get(site.host) ?? []
        queue.push({ site, until })
        waiting.set(site.host, queue)
      }
      inHand += claimed.length
    } catch (error) {
      failed = true
      log({ level: 'error', code: 'storage_unavailable', cause: codeOf(error) })
    }
    claiming = false
    if (claimed.length > 0) pump()
    else if (inHand === 0) for (const resolve of idle.splice(0)) resolve()
    if (live && !stopped) later(failed ? storePause : glance)
  }

  function later(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      pump()
      if (live && !stopped && timer === undefined) later(glance)
    }, ms)
  }

  async function turn(site: Turn, until: number): Promise<void> {
    running++
    busyHosts.set(site.host, (busyHosts.get(site.host) ?? 0) + 1)
    try {
      // It may have waited for its host until somebody else took it.
      const isOurs = now() < until - pace.lease / 2 || (await renewed(site))
      if (isOurs) await examine(site)
    } finally {
      running--
      inHand--
      release(site.host)
    }
  }

  async function renewed(site: Turn): Promise<boolean> {
    return store.renew({ owner, site: site.id, until: now() + pace.lease }).catch(() => false)
  }

  async function examine(site: Turn): Promise<void> {
    const found = await findOut(site)
    const due = now() + Math.round(pace.interval * (1 + jitter * (2 * random() - 1)))
    const recorded = await record({ site, owner, due, ...found })
    const to = found.verdict === 'unknown' ? site.up : found.verdict === 'up'
    if (recorded !== 'recorded' || to === site.up || (to && site.up === undefined)) return
    const cause = found.attempts[found.telling]?.error
    log({ level: 'warn', code: to ? 'site_up' : 'site_down', url: site.url, ...(cause !== undefined && { cause }) })
  }

  /** Keeps a finding for as long as the storage cannot take it: a full disk loses no outage. */
  async function record(finding: Finding): Promise<'recorded' | 'lost'> {
    for (;;) {
      try {
        return await store.record(finding)
      } catch (error) {
        log({ level: 'error', code: 'storage_unavailable', cause: codeOf(error) })
        if (stopped) return 'lost'
        await new Promise((resolve) => setTimeout(resolve, storePause))
      }
    }
  }

  function release(host: string): void {
    const free = () => {
      const left = (busyHosts.get(host) ?? 1) - 1
      if (left > 0) busyHosts.set(host, left)
      else busyHosts.delete(host)
      pump()
    }
    if (pace.hostGap > 0) setTimeout(free, pace.hostGap).unref()
    else free()
  }

  return {
    start() {
      live = true
      pump()
      if (timer === undefined) later(glance)
    },
    once: () =>
      new Promise((resolve) => {
        idle.push(resolve)
        pump()
      }),
    glance: pump,
    async stop(ms) {
      stopped = true
      live = false
      clearTimeout(timer)
      const end = Date.now() + ms
      for (; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 20))) if (running === 0) break
      for (const resolve of idle.splice(0)) resolve()
      await store.giveBack(owner).catch(() => undefined)
    },
  }
}
