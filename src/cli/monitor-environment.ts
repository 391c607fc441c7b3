/** Reads how a monitor is set up from environment variables. */
import { readFileSync } from 'node:fs'
import { civicFromEnvironment } from '../bff/config/environment.ts'
import { ConfigurationError } from '../bff/config/read-config.ts'
import { civicUpstream } from '../bff/upstream/civic-upstream.ts'
import { fetchTransport } from '../bff/upstream/transport-fetch.ts'
import { stateCodes } from '../contract/states.ts'
import type { MonitorOptions } from '../monitor/options.ts'
import { toolSites } from '../monitor/target-list.ts'
import type { Environment } from './terminal.ts'

/** The variable that says which sites are watched. There is no default: nobody asks a state's site by accident. */
const whichSites =
  'MONITOR_SITES must say which sites are to be asked: a JSON file, [{"url": "https://…", "description": "MA Online Voter Registration"}], or "civic" for the tools that the Civic data names (CIVIC_URL and its key). The monitor will ask them every 15 minutes, day and night: ask their owners first.'

/**
 * The options from the environment; asks the Civic Data API where that is what it says.
 *
 * @throws ConfigurationError with a sentence for each problem; never a secret
 */
export async function monitorFromEnvironment(env: Environment): Promise<MonitorOptions> {
  const text = (name: string) => env[name]?.trim() || undefined
  const problems: string[] = []
  const number = (name: string) => {
    const value = text(name)
    if (value === undefined || /^\d{1,9}(\.\d{1,3})?$/.test(value))
      return value === undefined ? undefined : Number(value)
    problems.push(`${name} must be a number, got "${value}".`)
    return undefined
  }
  const list = (name: string) =>
    text(name)
      ?.split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
  const [url, secret] = [text('MONITOR_WEBHOOK_URL'), text('MONITOR_WEBHOOK_SECRET')]
  if ((url === undefined) !== (secret === undefined)) {
    problems.push('MONITOR_WEBHOOK_URL and MONITOR_WEBHOOK_SECRET go together: set both or none.')
  }
  const options = {
    ...storageFromEnvironment(env),
    intervalSeconds: number('MONITOR_INTERVAL_SECONDS'),
    timeoutSeconds: number('MONITOR_TIMEOUT_SECONDS'),
    concurrency: number('MONITOR_CONCURRENCY'),
    perHost: number('MONITOR_PER_HOST'),
    hostGapSeconds: number('MONITOR_HOST_GAP_SECONDS'),
    confirmAfterSeconds: number('MONITOR_CONFIRM_AFTER_SECONDS'),
    keepDays: number('MONITOR_KEEP_DAYS'),
    proxies: list('MONITOR_PROXIES'),
    sentinel: text('MONITOR_SENTINEL'),
    allowedNetworks: list('MONITOR_ALLOWED_NETWORKS'),
    publicUrl: text('MONITOR_PUBLIC_URL'),
    userAgent: text('MONITOR_USER_AGENT'),
    ...(url !== undefined && secret !== undefined && { webhook: { url, secret } }),
  }
  const source = text('MONITOR_SITES')
  if (source === undefined) problems.push(whichSites)
  if (problems.length > 0 || source === undefined) throw new ConfigurationError(problems)
  return { ...options, sites: source === 'civic' ? await sitesFromCivic(env) : sitesFromFile(source) }
}

/** Where the records are: `DATA_DIR` or `DATABASE_URL`. */
export function storageFromEnvironment(env: Environment): { dataDir?: string; databaseUrl?: string } {
  const dataDir = env.DATA_DIR?.trim()
  const databaseUrl = env.DATABASE_URL?.trim()
  return { ...(dataDir && { dataDir }), ...(databaseUrl && { databaseUrl }) }
}

/** Reads a file; what is in it is checked with the other options. */
function sitesFromFile(path: string): MonitorOptions['sites'] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    throw new ConfigurationError([`MONITOR_SITES names a file that cannot be read: "${path}".`])
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new ConfigurationError([`MONITOR_SITES names a file that is not JSON: "${path}".`])
  }
}

async function sitesFromCivic(env: Environment): Promise<MonitorOptions['sites']> {
  const access = civicFromEnvironment(env)
  if (access === undefined) throw new ConfigurationError(['MONITOR_SITES is "civic", and CIVIC_URL is missing.'])
  const upstream = civicUpstream(access, fetchTransport())
  const overrides = await upstream.overrides()
  const sites = new Map<string, MonitorOptions['sites'][number]>()
  for (const code of stateCodes) {
    const state = await upstream.state(code)
    if (state.type === 'failed' || overrides.type === 'failed') {
      throw new ConfigurationError([
        `The Civic Data API has no answer for ${code}, so its sites are not known. Try again.`,
      ])
    }
    // Two states may name the same address; it is watched once, for the first.
    for (const site of toolSites(state.value, overrides.value)) if (!sites.has(site.url)) sites.set(site.url, site)
  }
  if (sites.size === 0) throw new ConfigurationError(['The Civic data names no tools.'])
  return [...sites.values()]
}
