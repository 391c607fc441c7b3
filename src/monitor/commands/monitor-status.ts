/** `voter-registration-monitor status`: the status of the sites, for a person at a terminal or as JSON. */
import type { Command } from 'commander'
import * as z from 'zod/mini'
import { compareSites } from '../../contract/sites.ts'
import { asConfigurationError, closing, locationIn } from '../../server/commands/storage-location.ts'
import { formatTable, type Terminal } from '../../server/commands/terminal.ts'
import { MonitorOptions } from '../options.ts'
import { loadSiteRecords } from '../site-history.ts'
import { listAllSites, type StatusSite, toStatusSite } from '../status/known-sites.ts'
import { openStore } from '../store/sql-store.ts'

const details = `
Uptime counts from the first check ("since"), after a full day. A site that blocked a day's checks
(401, 403, 429, or a challenge for browsers) cannot be checked: it is neither up nor down.
Reads the storage of DATA_DIR or DATABASE_URL, as the monitor does.`

export function monitorStatus(command: Command, terminal: Terminal): void {
  command
    .option('--down', 'only the sites that are down')
    .option(
      '--json',
      'prints one JSON object per line for each site, as in /status.json, with its outages and last checks',
    )
    .addHelpText('after', details)
    .action(async ({ down, json }: { down?: true; json?: true }) => {
      const location = locationIn(terminal.env, 'monitor', z.pick(MonitorOptions, { dataDir: true, databaseUrl: true }))
      const openedStore = await openStore(location, 'visitor').catch((error: unknown) => {
        throw asConfigurationError(error)
      })
      await closing(openedStore, async (store) => {
        const nowMs = Date.now()
        const allSites: DescribedSite[] = []
        for (const site of await listAllSites(store, nowMs)) {
          const { description, wentDown } = site
          const status = toStatusSite(site, await loadSiteRecords(site, store, nowMs), { nowMs })
          allSites.push({ ...status, description, error: status.up === false ? (wentDown?.error ?? null) : null })
        }
        const sites = allSites.filter(({ up }) => !down || up === false).sort(compareSites)
        if (json) for (const site of sites) terminal.out(`${JSON.stringify(site)}\n`)
        else terminal.out(sites.length === 0 ? 'No sites.\n' : formatSites(sites, nowMs))
        if (allSites.some(({ up }) => up === false)) terminal.exitCode = 1
      })
    })
}

interface DescribedSite extends StatusSite {
  description: string
  error: string | null
}

function formatSites(sites: readonly DescribedSite[], nowMs: number): string {
  const rows = sites.map(
    ({ up, blocked_status, since: changedAt, checked_seconds_ago: checkedSecondsAgo, uptime, ...site }) => [
      blocked_status !== undefined ? `blocked (${blocked_status})` : up === undefined ? 'unknown' : up ? 'up' : 'DOWN',
      site.description,
      changedAt === undefined ? '' : formatMinutes((nowMs - Date.parse(changedAt)) / 1_000),
      checkedSecondsAgo === undefined ? 'never' : formatMinutes(checkedSecondsAgo),
      site.watched_since?.slice(0, 10) ?? '',
      ...Object.values(uptime).map((ratio) => (ratio === null ? '' : formatRatio(ratio))),
      site.error ?? '',
      site.url,
    ],
  )
  return formatTable(
    ['state', 'site', 'for', 'checked', 'since', '1 day', '7 days', '30 days', '90 days', 'error', 'address'],
    rows,
  )
}

/** Rounds down, so that an outage always shows: only a site that was never down has 100 %. */
const formatRatio = (ratio: number) => `${(Math.floor(ratio * 10_000) / 100).toFixed(2)} %`

function formatMinutes(seconds: number): string {
  const minutes = Math.max(0, Math.floor(seconds / 60))
  if (minutes < 60) return `${minutes} min`
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1_440)} days`
}
