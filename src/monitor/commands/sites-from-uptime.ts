/** Sites from an Uptime API: for a monitor that reads only that API and sends notices of the changes it reports. */

import type { Site } from '../../contract/uptime.ts'
import { uptimeFromEnvironment } from '../../server/config/environment.ts'
import { ConfigurationError } from '../../server/options/configuration-error.ts'
import type { Environment } from '../../server/options/read-environment.ts'
import { StartFailed } from '../../server/options/start-failed.ts'
import { fetchTransport } from '../../server/upstream/transport-fetch.ts'
import { uptimeUpstream } from '../../server/upstream/uptime-upstream.ts'
import type { MonitorDependencies } from '../create-monitor.ts'
import type { MonitorOptions } from '../options.ts'

/** The monitor's sites and its check function. */
export interface SitesFromUptime {
  /** The sites in the API's list at the start. */
  sites: MonitorOptions['sites']
  /** Looks a site up in the API's list, which is read once for all sites that are due together. Contacts no site. */
  check: NonNullable<MonitorDependencies['check']>
}

/**
 * Reads the list once to get the sites.
 *
 * @param fresh how long the list is reused, in milliseconds
 * @throws ConfigurationError when `UPTIME_URL` is missing or wrong, and when its list is empty; StartFailed when it does not
 * answer
 */
export async function sitesFromUptime(env: Environment, fresh: number): Promise<SitesFromUptime> {
  const access = uptimeFromEnvironment(env)
  if (access === undefined) throw new ConfigurationError(['MONITOR_SITES is "uptime", and UPTIME_URL is missing.'])
  const upstream = uptimeUpstream(access, fetchTransport())
  let latest = { at: Date.now(), list: upstream.sites() }
  const list = () => {
    if (Math.abs(Date.now() - latest.at) >= fresh) latest = { at: Date.now(), list: upstream.sites() }
    return latest.list
  }

  const first = await list()
  if (first.type === 'failed') {
    throw new StartFailed(
      `The Uptime API at UPTIME_URL gives no list of sites (${first.why}). Check the address, or try again.`,
    )
  }
  const sites = new Map(first.items.map(({ url, description }) => [url, { url, description: description ?? url }]))
  if (sites.size === 0) throw new ConfigurationError(['The Uptime API at UPTIME_URL knows no sites.'])
  return {
    sites: [...sites.values()],
    async check({ url }) {
      const known = await list()
      if (known.type === 'failed') return { ...nothing, outcome: 'way_failed', error: `Uptime API: ${known.why}` }
      return asChecked(known.items.filter((site) => site.url === url))
    },
  }
}

const nothing = { loadUs: 0, status: undefined, error: undefined, redirects: [] }

/** Down when an entry of the address is down; unclear when it has no state or is no longer in the list. */
function asChecked(entries: readonly Site[]): Awaited<ReturnType<SitesFromUptime['check']>> {
  const down = entries.find(({ state_up }) => state_up === false)
  if (down !== undefined) {
    return { ...nothing, outcome: 'down', error: down.last_went_down_check?.error ?? 'the Uptime API says so' }
  }
  return { ...nothing, outcome: entries.some(({ state_up }) => state_up === true) ? 'up' : 'unclear' }
}
