/** Reads the options of a monitor from environment variables. */
import { readFileSync } from 'node:fs'
import { civicFromEnvironment } from '../bff/config/environment.ts'
import { civicUpstream } from '../bff/upstream/civic-upstream.ts'
import { fetchTransport } from '../bff/upstream/transport-fetch.ts'
import { stateCodes } from '../contract/states.ts'
import { type MonitorOptions, problemsOf } from '../monitor/options.ts'
import { monitorOptions } from '../monitor/options-table.ts'
import { toolSites } from '../monitor/target-list.ts'
import { problemsIn, schemaOf } from '../options/check-options.ts'
import { ConfigurationError } from '../options/configuration-error.ts'
import { type Environment, readEnvironment, sentenceOn } from '../options/read-environment.ts'
import { monitorCommandOptions, ownOptions } from './monitor-options.ts'

/**
 * The options from the environment; asks the Civic Data API where `MONITOR_SITES` says so.
 *
 * @throws ConfigurationError with a sentence for each problem; never a secret
 */
export async function monitorFromEnvironment(
  env: Environment,
): Promise<{ options: MonitorOptions; port: number; host: string }> {
  const own = readEnvironment(ownOptions, env).values
  const { values } = readEnvironment(monitorOptions, env)
  const problems = [...problemsIn(ownOptions, own), ...problemsOf(values)]
  if (problems.length > 0) {
    throw new ConfigurationError(problems.map((problem) => sentenceOn(problem, monitorCommandOptions, env)))
  }
  const { sites, port, host } = schemaOf(ownOptions).parse(own)
  const { webhookUrl: url, webhookSecret: secret, ...options } = schemaOf(monitorOptions).parse(values)
  return {
    options: {
      ...options,
      ...(url !== undefined && secret !== undefined && { webhook: { url, secret } }),
      sites: sites === 'civic' ? await sitesFromCivic(env) : sitesFromFile(sites),
    },
    port: port ?? ownOptions.port.standard,
    host: host ?? ownOptions.host.standard,
  }
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
      const problem = `The Civic Data API has no answer for ${code}, so its sites are not known. Try again.`
      throw new ConfigurationError([problem])
    }
    // Two states may name the same address; it is watched once, for the first.
    for (const site of toolSites(state.value, overrides.value)) if (!sites.has(site.url)) sites.set(site.url, site)
  }
  if (sites.size === 0) throw new ConfigurationError(['The Civic data names no tools.'])
  return [...sites.values()]
}
