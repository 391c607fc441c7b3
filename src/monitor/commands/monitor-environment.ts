/** Reads the options of a monitor from environment variables. */
import * as z from 'zod/mini'
import { stateCodes } from '../../contract/states.ts'
import { readOperatorText } from '../../server/operator-files.ts'
import { CivicOptions, civicFromEnvironment } from '../../server/options/api-access.ts'
import {
  ConfigurationError,
  FileError,
  host,
  hostDescription,
  option,
  port,
  StartError,
  text,
} from '../../server/options/option.ts'
import { type Environment, findProblems, formatProblem, readOptionsFrom } from '../../server/options/read-options.ts'
import { civicUpstream } from '../../server/upstream/civic-upstream.ts'
import { fetchTransport } from '../../server/upstream/transport.ts'
import { CheckedOptions, MonitorOptions, monitorCheck, monitorOption } from '../options.ts'
import { findStateProblems, getToolSites } from '../target-list.ts'

const { sites: _sites, ...shared } = MonitorOptions.shape

/** The options of the command. The sites have no default, so that no one checks a state's site by accident. */
export const MonitorCommandOptions = z.strictObject({
  sites: monitorOption(
    text(),
    'a JSON file, for example [{"url": "https://…", "description": "MA Online Voter Registration", "mustContain": "Register"}], or civic for the tools in the Civic data (CIVIC_URL and its key). The monitor checks them every 15 minutes, day and night: ask their owners first',
  ),
  port: option(z._default(port(), 8_789), 'the port to listen on; 0 uses any free port'),
  host: option(z._default(host(), '127.0.0.1'), hostDescription),
  ...shared,
})

const { civicKeyId, civicKeySecret, civicVersion } = CivicOptions.shape

/** Every variable of the command, for its help and flags: also those of the API that `MONITOR_SITES` can name. */
export const MonitorVariables = z.object({
  ...MonitorCommandOptions.shape,
  civicUrl: option(z.optional(text()), 'the address of the Civic Data API, for MONITOR_SITES=civic'),
  civicKeyId,
  civicKeySecret,
  civicVersion,
})

/** @throws ConfigurationError with a sentence for each problem, never a secret; StartError when the Civic Data API has no answer */
export async function monitorFromEnvironment(
  env: Environment,
): Promise<{ options: MonitorOptions; port: number; host: string }> {
  const rawOptions = readOptionsFrom(MonitorCommandOptions.check(monitorCheck), env, readOperatorText)
  const { sites: source, port: listenPort, host: listenHost, ...otherOptions } = MonitorCommandOptions.parse(rawOptions)
  const sites = source === 'civic' ? await sitesFromCivic(env) : sitesFromFile(source)
  const options = { ...otherOptions, sites }
  const listProblems = (source === 'civic' ? [] : findStateProblems(sites)).map((says) => ({ option: 'sites', says }))
  const problems = [...findProblems(CheckedOptions, options), ...listProblems]
  if (problems.length > 0)
    throw new ConfigurationError(problems.map((problem) => formatProblem(problem, MonitorCommandOptions, env)))
  return { options, port: listenPort, host: listenHost }
}

function sitesFromFile(path: string): MonitorOptions['sites'] {
  let content: string
  try {
    content = readOperatorText(path)
  } catch (error) {
    throw new ConfigurationError([`MONITOR_SITES ${FileError.from(error, path).message}`])
  }
  try {
    return JSON.parse(content)
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
      throw new StartError(`The Civic Data API did not return ${code}, so its sites are unknown. Try again.`)
    }
    // Two states may name the same address; it is monitored once, for the first.
    for (const site of getToolSites(state.value, overrides.value)) if (!sites.has(site.url)) sites.set(site.url, site)
  }
  if (sites.size === 0) throw new ConfigurationError(['The Civic data names no tools.'])
  return [...sites.values()]
}
