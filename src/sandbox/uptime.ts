/** The sandbox's Uptime API: outages made from a seed, and those that a tester plays. Nothing is requested from any site. */
import type { Clock } from '../contract/clock.ts'
import { createApi, type UptimeRecords } from '../monitor/api.ts'
import { createUuid } from '../monitor/store/rows.ts'
import type { ItemPage, PageRange, SiteInput, StoredCheck, StoredDowntime, StoredSite } from '../monitor/store/store.ts'
import { getUptimeRatios, windows } from '../monitor/uptime-ratio.ts'
import type { Failure } from './context.ts'

const dayMs = 86_400_000
const checkIntervalMs = 10 * 60_000
/** How long each check is listed, in milliseconds; outages are listed for 90 days. */
const checkRetentionMs = 7 * dayMs

const errors: Record<Failure, string> = { error: 'HTTP 503', hang: 'timeout', reset: 'connection reset' }

interface PlayedOutage {
  startedAt: number
  endedAt?: number
  error: string
}

interface WatchedSite extends SiteInput {
  uuid: string
  outages: PlayedOutage[]
}

export interface SandboxUptimeOptions {
  sites: readonly SiteInput[]
  clock: Clock
  publicUrl: string
  /** The same seed makes the same history. Default 1. */
  seed?: number | undefined
}

/** The Uptime API, and how outages that a tester plays get into it. */
export interface SandboxUptime {
  fetch: (request: Request) => Promise<Response>
  record(state: string, failure: Failure | undefined): void
}

/** Creates the API. Each site has up to three outages in the 90 days before; all are up at first. */
export function createSandboxUptime({ sites, clock, publicUrl, seed = 1 }: SandboxUptimeOptions): SandboxUptime {
  const start = Math.floor(clock.now() / checkIntervalMs) * checkIntervalMs
  const watchedSites = sites.map((site): WatchedSite => {
    const uuid = createUuid('site', site.url)
    const random = createRandom(seed + Number.parseInt(uuid.slice(0, 8), 16))
    return { ...site, uuid, outages: createOutages(start, random) }
  })
  const toStoredSite = (site: WatchedSite, currentTime: number): StoredSite => {
    const downtime = listDowntime(site)
    const lastOutage = downtime.at(-1)
    const wentUp = downtime.flatMap(({ upCheck }) => upCheck ?? []).at(-1)
    const getDowntimeUntil = (moment: number) =>
      site.outages.reduce(
        (sum, { startedAt, endedAt = currentTime }) => sum + Math.max(0, Math.min(endedAt, moment) - startedAt),
        0,
      )
    return {
      uuid: site.uuid,
      url: site.url,
      description: site.description,
      up: lastOutage === undefined || lastOutage.upCheck !== undefined,
      changedAt: lastOutage === undefined ? start - 90 * dayMs : (lastOutage.upCheck ?? lastOutage.downCheck).checkedAt,
      wentDown: lastOutage?.downCheck,
      wentUp: wentUp ?? createCheck(site, start - 90 * dayMs),
      firstCheckAt: start - 90 * dayMs,
      checkedAt: currentTime,
      uptimeRatios: getUptimeRatios(
        getDowntimeUntil(currentTime),
        windows.map((window) => getDowntimeUntil(currentTime - window)),
      ),
    }
  }

  const findSite = (uuid: string) => watchedSites.find((site) => site.uuid === uuid)
  const records: UptimeRecords = {
    site: async (uuid, currentTime) => {
      const site = findSite(uuid)
      return site && toStoredSite(site, currentTime)
    },
    sites: async (place, currentTime) => sliceList(watchedSites, place, (site) => toStoredSite(site, currentTime)),
    sitesDown: async (place, currentTime) =>
      sliceList(
        watchedSites.filter(({ outages }) => isDown(outages)),
        place,
        (site) => toStoredSite(site, currentTime),
      ),
    checks: async (uuid, place) => {
      const site = findSite(uuid)
      return site && sliceList(listChecks(site, clock.now()), place, (item) => item)
    },
    downtime: async (uuid, place) => {
      const chosenSites = uuid === undefined ? watchedSites : watchedSites.filter((site) => site.uuid === uuid)
      if (uuid !== undefined && chosenSites.length === 0) return undefined
      const outages = chosenSites.flatMap(listDowntime).sort((a, b) => b.downCheck.checkedAt - a.downCheck.checkedAt)
      return sliceList(outages, place, (item) => item)
    },
  }
  return {
    fetch: createApi({ store: records, clock, publicUrl }),
    record(state, failure) {
      for (const { description, outages } of watchedSites) {
        if (!description.startsWith(`${state} `)) continue
        const lastOutage = outages.at(-1)
        if (lastOutage !== undefined && lastOutage.endedAt === undefined) lastOutage.endedAt = clock.now()
        if (failure !== undefined) outages.push({ startedAt: clock.now(), error: errors[failure] })
      }
    },
  }
}

const createCheck = ({ uuid: site }: WatchedSite, time: number, error?: string): StoredCheck => ({
  uuid: createUuid('check', `${site} ${time}`),
  site,
  proxy: createUuid('via', 'direct'),
  checkedAt: time,
  up: error === undefined,
  ignored: false,
  loadUs: 200_000 + Math.floor(createRandom(time)() * 800_000),
  status: error === undefined ? 200 : error === 'HTTP 503' ? 503 : undefined,
  error,
  redirects: [],
})

const listDowntime = (site: WatchedSite): StoredDowntime[] =>
  site.outages.map(({ startedAt, endedAt, error }) => ({
    uuid: createUuid('downtime', `${site.uuid} ${startedAt}`),
    site: site.uuid,
    downCheck: createCheck(site, startedAt, error),
    upCheck: endedAt === undefined ? undefined : createCheck(site, endedAt),
  }))

const listChecks = (site: WatchedSite, currentTime: number): StoredCheck[] => {
  const times = new Set(
    site.outages.flatMap(({ startedAt, endedAt }) => (endedAt === undefined ? [startedAt] : [startedAt, endedAt])),
  )
  for (
    let time = Math.floor(currentTime / checkIntervalMs) * checkIntervalMs;
    time > currentTime - checkRetentionMs;
    time -= checkIntervalMs
  )
    times.add(time)
  return [...times].sort((a, b) => b - a).map((time) => createCheck(site, time, findOutage(site.outages, time)?.error))
}

const isDown = (outages: readonly PlayedOutage[]) => outages.length > 0 && outages.at(-1)?.endedAt === undefined

const findOutage = (outages: readonly PlayedOutage[], time: number) =>
  outages.find(({ startedAt, endedAt = Number.POSITIVE_INFINITY }) => startedAt <= time && time < endedAt)

function sliceList<Item, Value>(
  items: readonly Item[],
  { limit, offset }: PageRange,
  read: (item: Item) => Value,
): ItemPage<Value> {
  return { count: items.length, items: items.slice(offset, offset + limit).map(read) }
}

/** Outages at the times of checks, the earliest first, one in each month at most. */
function createOutages(start: number, random: () => number): PlayedOutage[] {
  return [90, 60, 30].flatMap((daysAgo) => {
    if (random() < 0.6) return []
    const startedAt = start - daysAgo * dayMs + Math.floor(random() * 4_000) * checkIntervalMs
    return [{ startedAt, endedAt: startedAt + Math.ceil(random() * 30) * checkIntervalMs, error: errors.error }]
  })
}

/** Mulberry32: the same seed makes the same numbers from 0 to 1. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296
  }
}
