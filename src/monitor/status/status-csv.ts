/** The status page as a CSV file (RFC 4180). */
import { type CsvCell, csvOf } from '../../contract/csv.ts'
import type { ShownSite } from '../../contract/shown-sites.ts'

const columns: readonly [string, (site: ShownSite, now: number) => CsvCell][] = [
  ['state', (site) => site.state],
  ['tool', (site) => site.tool],
  ['url', (site) => site.url],
  [
    'status',
    ({ up, refused }) => (up === undefined ? (refused === undefined ? 'unknown' : 'refused') : up ? 'up' : 'down'),
  ],
  ['since', (site) => site.since],
  [
    'last_checked',
    ({ checked_seconds_ago: ago }, now) => (ago === undefined ? '' : new Date(now - ago * 1000).toISOString()),
  ],
  ['uptime_day', (site) => site.shares.day],
  ['uptime_week', (site) => site.shares.week],
  ['uptime_month', (site) => site.shares.month],
  ['uptime_quarter', (site) => site.shares.quarter],
  ['id', (site) => site.id],
  ['watched_since', (site) => site.watched_since],
  ['refused_with', (site) => site.refused],
]

/** Renders one line per site; unknown values are empty. `uptime_*`: ratio since `watched_since`, empty below a day. */
export function statusCsv(sites: readonly ShownSite[], now: number): string {
  return csvOf(
    columns.map(([name]) => name),
    sites.map((site) => columns.map(([, read]) => read(site, now))),
  )
}
