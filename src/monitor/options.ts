/** How a monitor can be set up, and what is wrong with how somebody has. */
import { isLoopback } from '../contract/text.ts'
import { direct, readWay, type Way } from './egress-route.ts'
import { addressRule, type MayAsk } from './ssrf-guard.ts'
import type { WantedSite } from './store/store.ts'
import { readAddress, readSites } from './target-list.ts'
import type { Webhook } from './webhooks.ts'

/** The options of a monitor. Only `sites` and one of `dataDir` and `databaseUrl` must be there. */
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
  /** How many sites are asked at a time. Default 20. */
  concurrency?: number | undefined
  /** How many of them may be on the same host. Default 1. */
  perHost?: number | undefined
  /** From one request to a host to the next. Default 1. */
  hostGapSeconds?: number | undefined
  /** From a failure to the second look, where there is only one way. Default 10. */
  confirmAfterSeconds?: number | undefined
  /** The ways to ask by, in turn: `direct`, `http://…`, `socks5://…`. Default: `direct` alone. */
  proxies?: readonly string[] | undefined
  /** A site that is known to be up: while it cannot be reached either, no site is called down. Is watched as well. */
  sentinel?: string | undefined
  /** Networks that may be asked though they are not public, in CIDR form. Default: none. */
  allowedNetworks?: readonly string[] | undefined
  /** Receives outages and recoveries. */
  webhook?: Webhook | undefined
  /** How long checks are kept; outages stay. Default 100. */
  keepDays?: number | undefined
  /** The base of the links between pages. Default: the address that was asked. */
  publicUrl?: string | undefined
  /** How the monitor calls itself; should say how to reach its operator. */
  userAgent?: string | undefined
}

/** The options as the monitor works with them. */
export interface MonitorConfig {
  sites: WantedSite[]
  storage: { dataDir: string } | { databaseUrl: string }
  /** Milliseconds, all of them. */
  interval: number
  timeout: number
  hostGap: number
  confirmAfter: number
  concurrency: number
  perHost: number
  ways: Way[]
  sentinel: string | undefined
  mayAsk: MayAsk
  webhook: Webhook | undefined
  keepDays: number
  publicUrl: string | undefined
  userAgent: string
}

/** Thrown when the options cannot work. Its message lists every problem, one to a line, and no secret. */
export class MonitorUnusable extends Error {
  override name = 'MonitorUnusable'
  /** The sentences of the message, one for each problem. */
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The monitor cannot work:\n${problems.map((problem) => `- ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** The description of the sentinel, as the real monitor has it (X26): no state's. */
const sentinelDescription = 'uptime monitor sentinel site'

/** What each number may be: the least, the most, what it is when it is left out, and whether it must be whole. */
const numbers = {
  intervalSeconds: { least: 1, most: 86_400, standard: 900, whole: false },
  timeoutSeconds: { least: 0.1, most: 120, standard: 30, whole: false },
  hostGapSeconds: { least: 0, most: 60, standard: 1, whole: false },
  confirmAfterSeconds: { least: 0, most: 120, standard: 10, whole: false },
  concurrency: { least: 1, most: 1_000, standard: 20, whole: true },
  perHost: { least: 1, most: 1_000, standard: 1, whole: true },
  keepDays: { least: 1, most: 10_000, standard: 100, whole: true },
} as const

/**
 * Reads the options.
 *
 * @throws MonitorUnusable with everything that is wrong
 */
export function readOptions(options: MonitorOptions): MonitorConfig {
  const problems: string[] = []
  const number = (option: keyof typeof numbers) => {
    const { least, most, standard, whole } = numbers[option]
    const value = options[option] ?? standard
    if (value >= least && value <= most && (!whole || Number.isInteger(value))) return value
    const kind = whole ? 'a whole number' : 'a number'
    problems.push(`${option} must be ${kind} from ${least} to ${most}, got ${value}. Leave it out to use ${standard}.`)
    return standard
  }
  const config = {
    interval: number('intervalSeconds') * 1_000,
    timeout: number('timeoutSeconds') * 1_000,
    hostGap: number('hostGapSeconds') * 1_000,
    confirmAfter: number('confirmAfterSeconds') * 1_000,
    concurrency: number('concurrency'),
    perHost: number('perHost'),
    keepDays: number('keepDays'),
  }
  const mayAsk = attempt(problems, 'allowedNetworks', () => addressRule(options.allowedNetworks)) ?? (() => false)
  const ways = (options.proxies ?? []).flatMap((text) => attempt(problems, 'proxies', () => readWay(text)) ?? [])
  const sentinel = sentinelOf(options.sentinel, mayAsk, problems)
  const listed = readSites(options.sites, mayAsk)
  problems.push(...listed.problems)
  const storage = storageOf(options, problems)
  if (options.webhook !== undefined) problems.push(...webhookProblems(options.webhook))
  if (options.publicUrl !== undefined && !/^https?:\/\/[^?#]+$/.test(options.publicUrl)) {
    problems.push(`publicUrl must be an http: or https: address without query, got "${options.publicUrl}".`)
  }
  if (problems.length > 0 || storage === undefined) throw new MonitorUnusable(problems)
  const isListed = listed.sites.some(({ url }) => url === sentinel)
  const extra = sentinel === undefined || isListed ? [] : [{ url: sentinel, description: sentinelDescription }]
  return {
    sites: [...listed.sites, ...extra],
    storage,
    ...config,
    ways: ways.length === 0 ? [direct] : ways,
    sentinel,
    mayAsk,
    webhook: options.webhook,
    publicUrl: options.publicUrl,
    userAgent: options.userAgent ?? 'voter-registration-monitor/1 (checks whether voters can reach this page)',
  }
}

function attempt<T>(problems: string[], option: string, read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    problems.push(`${option}: ${error instanceof Error ? error.message : 'cannot be read.'}`)
    return undefined
  }
}

function sentinelOf(text: string | undefined, mayAsk: MayAsk, problems: string[]): string | undefined {
  if (text === undefined) return undefined
  const read = readAddress(text, mayAsk)
  if (read.type === 'read') return read.url
  problems.push(`sentinel: ${read.says}`)
  return undefined
}

function storageOf({ dataDir, databaseUrl }: MonitorOptions, problems: string[]): MonitorConfig['storage'] | undefined {
  if (dataDir !== undefined && databaseUrl !== undefined) {
    problems.push('dataDir and databaseUrl are both set. Keep one of them.')
  } else if (databaseUrl !== undefined) {
    if (/^postgres(ql)?:\/\//.test(databaseUrl)) return { databaseUrl }
    problems.push('databaseUrl must begin with postgres:// (it is not shown here).')
  } else if (dataDir !== undefined && dataDir !== '') {
    return { dataDir }
  } else {
    problems.push('dataDir is missing. Set it to a folder on a local disk, or set databaseUrl.')
  }
  return undefined
}

function webhookProblems({ url, secret }: Webhook): string[] {
  const read = URL.canParse(url) ? new URL(url) : undefined
  const isSafe = read?.protocol === 'https:' || (read?.protocol === 'http:' && isLoopback(read.hostname))
  return [
    ...(isSafe ? [] : ['webhook: its address must be https: (http: on this machine only).']),
    ...(secret.length >= 16 ? [] : ['webhook: its secret must have 16 characters or more.']),
  ]
}
