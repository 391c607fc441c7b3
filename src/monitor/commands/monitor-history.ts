/** The outages and the last checks of monitored sites, for `monitor status --history`. */

import { formatTable } from '../../server/commands/terminal.ts'
import type { Store, StoredCheck, StoredDowntime, StoredSite } from '../store/store.ts'

/** Maximum number of outages and checks listed for a site, latest first. */
const toldOutages = 20
const toldChecks = 10

/** The outages and checks of a site. */
export interface SitePast {
  outages: readonly StoredDowntime[]
  checks: readonly StoredCheck[]
}

/** Reads the latest outages and checks of a site. */
export async function pastOf(uuid: string, store: Store): Promise<SitePast> {
  const outages = await store.downtime(uuid, { limit: toldOutages, offset: 0 })
  const checks = await store.checks(uuid, { limit: toldChecks, offset: 0 })
  return { outages: outages?.items ?? [], checks: checks?.items ?? [] }
}

const time = (ms: number) => new Date(ms).toISOString().replace(/\.\d+/, '')

/** A title and two tables for the terminal; times are UTC. */
export function shownPast(site: Pick<StoredSite, 'description' | 'url'>, past: SitePast, now: number): string {
  const outages = past.outages.map(({ downCheck, upCheck }) => [
    time(downCheck.at),
    upCheck === undefined ? 'still down' : time(upCheck.at),
    Math.round(((upCheck?.at ?? now) - downCheck.at) / 60_000),
    downCheck.error ?? 'failed',
  ])
  const checks = past.checks.map((check) => [
    time(check.at),
    check.ignored ? 'not counted' : check.up ? 'up' : 'DOWN',
    (check.loadUs / 1_000_000).toFixed(2),
    check.status ?? '',
    check.error ?? '',
  ])
  return [
    formatTable([`${site.description} ${site.url}`.trim()], []),
    outages.length === 0 ? 'No outage.\n' : formatTable(['from', 'to', 'minutes', 'error'], outages),
    checks.length === 0 ? 'No check.\n' : formatTable(['checked', 'result', 'seconds', 'status', 'error'], checks),
  ].join('')
}

/** The same as JSON. */
export function pastInJson({ outages, checks }: SitePast) {
  return {
    outages: outages.map(({ uuid, downCheck, upCheck }) => ({
      uuid,
      from: time(downCheck.at),
      to: upCheck === undefined ? null : time(upCheck.at),
      error: downCheck.error ?? null,
    })),
    checks: checks.map(({ at, up, ignored, loadUs, status, error }) => ({
      at: time(at),
      up,
      ignored,
      load_time: loadUs / 1_000_000,
      status: status ?? null,
      error: error ?? null,
    })),
  }
}
