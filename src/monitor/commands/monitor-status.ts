/** `voter-registration-monitor status`: the status of the sites, for a person at a terminal or as JSON. */
import type { Command } from 'commander'
import { asConfigurationError, closing, locationIn } from '../../server/commands/records.ts'
import { formatTable, type Terminal } from '../../server/commands/terminal.ts'
import type { UpShares } from '../down-days.ts'
import { countedFrom, readSiteRecords, type SiteRecords, sharesOf } from '../site-history.ts'
import { everySite } from '../store/every-site.ts'
import { openStore } from '../store/sql-store.ts'
import type { Store, StoredSite } from '../store/store.ts'
import { pastInJson, pastOf, shownPast } from './monitor-history.ts'

const details = `
The shares are of the time since the first check ("since"), none before a day is over. A site that refused a day's checks
(401, 403, 429, or a challenge for browsers) cannot be checked: it is neither up nor down.
The records are those that DATA_DIR or DATABASE_URL names, as the monitor has it.`

/** Prints the sites, those that are down first. Exit code 1 when a site is down. */
export function monitorStatus(command: Command, terminal: Terminal): void {
  command
    .option('--down', 'only the sites that are down')
    .option('--history', 'also the last 20 outages and 10 checks of each site: from, to, how long, what failed')
    .option('--json', 'one JSON object for each site, to a line; with the daily sums of removed checks')
    .addHelpText('after', details)
    .action(async (given: { down?: true; history?: true; json?: true }) => {
      const store = await openStore(locationIn(terminal.env, 'monitor'), 'visitor').catch((error: unknown) => {
        throw asConfigurationError(error)
      })
      await closing(store, () => printSites(store, given, terminal))
    })
}

async function printSites(
  store: Store,
  { down, history, json }: { down?: true; history?: true; json?: true },
  terminal: Terminal,
): Promise<void> {
  const { out } = terminal
  const now = Date.now()
  const all: KnownSite[] = []
  for (const site of (await everySite(store, now)).sort(inOrder)) all.push(await withPast(site, store, now))
  const sites = down ? all.filter(({ up }) => up === false) : all
  if (!json) out(sites.length === 0 ? 'No sites.\n' : shown(sites, now))
  for (const site of sites) {
    const past = history ? await pastOf(site.uuid, store) : undefined
    if (json) out(`${JSON.stringify({ ...(await inJson(site, store)), ...(past && pastInJson(past)) })}\n`)
    else if (past !== undefined) out(`\n${shownPast(site, past, now)}`)
  }
  if (all.some(({ up }) => up === false)) terminal.exitCode = 1
}

/** A site with the results of its checks. */
interface KnownSite extends Omit<StoredSite, 'shares'>, Pick<SiteRecords, 'refused'> {
  /** Uptime ratios since the first check; `null` before a day is over. */
  shares: UpShares
  /** The time of the first check; infinite before it, and for a site that cannot be checked. */
  watchedSince: number
}

async function withPast(site: StoredSite, store: Store, now: number): Promise<KnownSite> {
  const records = await readSiteRecords(site.uuid, store, now)
  const { refused } = records
  const up = refused === undefined ? site.up : undefined
  return { ...site, up, refused, shares: sharesOf(records, now), watchedSince: countedFrom(records) }
}

const rank = ({ up }: Pick<StoredSite, 'up'>) => (up === false ? 0 : up === undefined ? 1 : 2)

/** First sites that are down, then those of unknown state, each group by description. */
const inOrder = (a: StoredSite, b: StoredSite) => rank(a) - rank(b) || a.description.localeCompare(b.description)

function shown(sites: readonly KnownSite[], now: number): string {
  const rows = sites.map((site) => [
    site.refused !== undefined
      ? `refuses programs (${site.refused})`
      : site.up === undefined
        ? 'unknown'
        : site.up
          ? 'up'
          : 'DOWN',
    site.description,
    site.changedAt === undefined ? '' : ago(now - site.changedAt),
    site.checkedAt === undefined ? 'never' : ago(now - site.checkedAt),
    time(site.watchedSince)?.slice(0, 10) ?? '',
    ...Object.values(site.shares).map((share) => (share === null ? '' : percent(share))),
    site.up === false ? (site.wentDown?.error ?? '') : '',
    site.url,
  ])
  return formatTable(
    ['state', 'site', 'for', 'checked', 'since', '1 day', '7 days', '30 days', '90 days', 'error', 'address'],
    rows,
  )
}

/** Rounds down, so that an outage always shows: only a site that was never down has 100 %. */
function percent(share: number): string {
  const text = (Math.floor(share * 10_000) / 100).toFixed(2)
  return `${text} %`
}

function ago(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  if (minutes < 60) return `${minutes} min`
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1_440)} days`
}

const time = (ms: number | undefined) => (ms === undefined || !Number.isFinite(ms) ? null : new Date(ms).toISOString())

async function inJson(
  { uuid, url, description, up, changedAt, checkedAt, shares, wentDown, watchedSince, refused }: KnownSite,
  store: Store,
) {
  return {
    uuid,
    url,
    description,
    state_up: up ?? null,
    state_changed_at: time(changedAt),
    checked_at: time(checkedAt),
    watched_since: time(watchedSince),
    refused: refused ?? null,
    uptime_day: shares.day,
    uptime_week: shares.week,
    uptime_month: shares.month,
    uptime_quarter: shares.quarter,
    error: up === false ? (wentDown?.error ?? null) : null,
    days: (await store.days(uuid)).map(({ day, checks, failed, loadTime }) => ({
      day,
      checks,
      failed,
      load_time: loadTime ?? null,
    })),
  }
}
