/** The options of a monitor, documented for editors, and their validation. */
import { type Problem, problemsIn } from '../server/options/check-options.ts'
import type { Option } from '../server/options/option.ts'
import { readEgressRoute } from './egress-route.ts'
import { monitorOptions } from './options-table.ts'
import { type IsAllowedAddress, ssrfGuard } from './ssrf-guard.ts'
import { readAddress, readSites } from './target-list.ts'
import { asCompatible } from './user-agent.ts'
import type { Webhook } from './webhooks.ts'

/** The options of a monitor. Only `sites` and one of `dataDir` and `databaseUrl` are required. */
export interface MonitorOptions {
  /** What is watched; each address once. */
  sites: readonly { url: string; description: string; mustContain?: string | undefined }[]
  /** A folder on a local disk for the records, or `:memory:` for none that outlive the process. */
  dataDir?: string | undefined
  /** PostgreSQL in its place, `postgres://…`: several monitors on the same database share the work. */
  databaseUrl?: string | undefined
  /** From one check of a site to the next. Default 900 (15 minutes). */
  intervalSeconds?: number | undefined
  /** How long a site may take, redirects included. Default 30. */
  timeoutSeconds?: number | undefined
  /** How many sites are checked at a time. Default 20. */
  concurrency?: number | undefined
  /** How many of them may be on the same host. Default 1. */
  perHost?: number | undefined
  /** From one request to a host to the next. Default 1. */
  hostGapSeconds?: number | undefined
  /** From a failure to the second check, where there is only one egress route. Default 10. */
  confirmAfterSeconds?: number | undefined
  /** The egress routes, in turn: `direct`, `http://…`, `socks5://…`. Default: `direct` alone. */
  proxies?: readonly string[] | undefined
  /** A site that is known to be up: while it cannot be reached either, no site counts as down. Is watched as well. */
  sentinel?: string | undefined
  /** Networks that may be checked although they are not public, in CIDR form. Default: none. */
  allowedNetworks?: readonly string[] | undefined
  /** Receives outages and recoveries. */
  webhook?: Webhook | undefined
  /** How long checks are kept; outages stay. Default 100. */
  keepDays?: number | undefined
  /** The base of the links between pages. Default: the links have a path only, for a client to resolve. */
  publicUrl?: string | undefined
  /** How the monitor identifies itself; should say how to reach its operator. `Mozilla/5.0 (compatible; …)` is put around it. */
  userAgent?: string | undefined
}

/** Thrown when the options cannot work. Its message lists every problem, one a line, and contains no secret. */
export class MonitorUnusable extends Error {
  override name = 'MonitorUnusable'
  /** The sentences of the message, one for each problem. */
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The monitor cannot work:\n${problems.map((problem) => `- ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** The options that have another name in programs: the three of the webhook are members of one. */
const names = new Map(Object.entries<Option>(monitorOptions).map(([option, { name = option }]) => [option, name]))

/** The description of the sentinel, as the real monitor has it (X26): not that of a state's site. */
const sentinelDescription = 'uptime monitor sentinel site'

/** Options without the sites; the webhook as three options. */
type Given = Readonly<Record<string, unknown>>

/**
 * Returns everything that is wrong with options, except the sites and what depends on the allowed networks.
 *
 * @param options by the names of {@link monitorOptions}
 */
export function problemsOf(options: Given): Problem[] {
  const { dataDir, databaseUrl, webhookUrl, webhookSecret, webhookFormat } = options
  const problems = problemsIn(monitorOptions, options)
  if (dataDir !== undefined && databaseUrl !== undefined) {
    problems.push({ option: 'dataDir', says: 'is set together with databaseUrl (DATABASE_URL). Keep one of the two.' })
  } else if (dataDir === undefined && databaseUrl === undefined) {
    problems.push({
      option: 'dataDir',
      says: `is missing. Set it to ${monitorOptions.dataDir.what}, or set databaseUrl (DATABASE_URL).`,
    })
  }
  if (webhookFormat === 'slack' && webhookUrl === undefined) {
    problems.push({ option: 'webhookUrl', says: `is missing. Set it to ${monitorOptions.webhookUrl.what}.` })
  } else if (webhookFormat !== 'slack' && (webhookUrl === undefined) !== (webhookSecret === undefined)) {
    const option = webhookUrl === undefined ? 'webhookUrl' : 'webhookSecret'
    problems.push({
      option,
      says: 'is missing: MONITOR_WEBHOOK_URL and MONITOR_WEBHOOK_SECRET go together. Set both or none.',
    })
  }
  return problems
}

/**
 * Converts the options into the monitor's configuration; times are in milliseconds.
 *
 * @throws MonitorUnusable with everything that is wrong
 */
export function readOptions({ sites, webhook, ...options }: MonitorOptions) {
  const given = problemsOf({
    ...options,
    webhookUrl: webhook?.url,
    webhookSecret: webhook?.secret,
    webhookFormat: webhook?.format,
  })
  const problems = given.map(({ option, says }) =>
    option === undefined ? says : `${names.get(option) ?? option} ${says}`,
  )
  const isWrong = (name: string) => given.some(({ option }) => option === name)
  const mayAsk = isWrong('allowedNetworks') ? () => false : ssrfGuard(options.allowedNetworks)
  const sentinel = sentinelOf(options.sentinel, mayAsk, problems)
  const listed = readSites(sites, mayAsk)
  problems.push(...listed.problems)
  const storage = storageOf(options)
  if (problems.length > 0 || storage === undefined) throw new MonitorUnusable(problems)
  const number = (name: NumberOption) => options[name] ?? monitorOptions[name].standard
  const isListed = listed.sites.some(({ url }) => url === sentinel)
  const extra = sentinel === undefined || isListed ? [] : [{ url: sentinel, description: sentinelDescription }]
  return {
    sites: [...listed.sites, ...extra],
    storage,
    interval: number('intervalSeconds') * 1_000,
    timeout: number('timeoutSeconds') * 1_000,
    hostGap: number('hostGapSeconds') * 1_000,
    confirmAfter: number('confirmAfterSeconds') * 1_000,
    concurrency: number('concurrency'),
    perHost: number('perHost'),
    keepDays: number('keepDays'),
    ways: (options.proxies?.length ? options.proxies : ['direct']).map(readEgressRoute),
    sentinel,
    mayAsk,
    webhook,
    publicUrl: options.publicUrl,
    userAgent: asCompatible(options.userAgent ?? monitorOptions.userAgent.standard),
  }
}

type Table = typeof monitorOptions
type NumberOption = { [Name in keyof Table]: Table[Name] extends { standard: number } ? Name : never }[keyof Table]

function sentinelOf(text: string | undefined, mayAsk: IsAllowedAddress, problems: string[]): string | undefined {
  if (text === undefined) return undefined
  const read = readAddress(text, mayAsk)
  if (read.type === 'read') return read.url
  problems.push(`sentinel: ${read.says}`)
  return undefined
}

function storageOf({ dataDir, databaseUrl }: Pick<MonitorOptions, 'dataDir' | 'databaseUrl'>) {
  if (databaseUrl !== undefined) return { databaseUrl }
  return dataDir === undefined ? undefined : { dataDir }
}
