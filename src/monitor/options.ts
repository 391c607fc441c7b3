/** The options of a monitor, and what contradicts in them. */
import * as z from 'zod/mini'
import { isLoopback } from '../contract/text.ts'
import { missingProblem, type Problem, problemsIn, programSentence } from '../server/options/check-options.ts'
import { list, number, option, optionNotes, text } from '../server/options/option.ts'
import { unencryptedProblem } from '../server/storage/unencrypted-problem.ts'
import { readEgressRoute } from './egress-route.ts'
import { ssrfGuard } from './ssrf-guard.ts'
import type { WantedSite } from './store/store.ts'
import { readAddress, readSites } from './target-list.ts'
import { asCompatible } from './user-agent.ts'

const isSecret = true
const seconds = (min: number, max: number, standard: number) =>
  z._default(number(min, max, { fraction: true }), standard)

/** Receives outages and recoveries. */
const Webhook = z.strictObject({
  url: option(
    text((value) => {
      const url = URL.canParse(value) ? new URL(value) : undefined
      const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
      return isSafe ? undefined : 'is not an https: address (http: on this machine only)'
    }),
    'MONITOR_WEBHOOK_URL',
    'the https: address that receives outages and recoveries',
    { isSecret, otherwise: 'none' },
  ),
  secret: option(
    z.optional(
      text((value) => (value.length >= 16 ? undefined : 'has fewer than 16 characters (its value is not shown here)')),
    ),
    'MONITOR_WEBHOOK_SECRET',
    'the secret that signs what the webhook receives, 16 characters or more',
    { isSecret, otherwise: 'none' },
  ),
})
export interface Webhook {
  url: string
  secret: string
}

/** The options of a monitor. Only `sites` and one of `dataDir` and `databaseUrl` are required. */
export const MonitorOptions = z.strictObject({
  sites: z
    .custom<readonly WantedSite[]>((value) => value !== undefined, 'is missing')
    .register(optionNotes, { what: 'the sites to watch, each address once' }),
  dataDir: option(
    z.optional(text()),
    'DATA_DIR',
    'a folder on a local disk for the records of one monitor; :memory: keeps none that outlive the process',
    { otherwise: '`DATABASE_URL`' },
  ),
  databaseUrl: option(
    z.optional(
      text((value) =>
        /^postgres(ql)?:\/\//.test(value)
          ? unencryptedProblem(value)
          : 'does not begin with postgres:// (its value is not shown here)',
      ),
    ),
    'DATABASE_URL',
    'a PostgreSQL database instead, as in postgres://…: monitors on the same one share the work',
    { isSecret, orFile: true, otherwise: '`DATA_DIR`' },
  ),
  publicUrl: option(
    z.optional(
      text((value) =>
        /^https?:\/\/[^?#]+$/.test(value) ? undefined : `is not an address without query, got "${value}"`,
      ),
    ),
    'MONITOR_PUBLIC_URL',
    'the address at which browsers and clients reach the monitor, http: or https:, without query: links of the API begin with it',
    { otherwise: 'links with a path only' },
  ),
  intervalSeconds: option(
    seconds(1, 86_400, 900),
    'MONITOR_INTERVAL_SECONDS',
    'the seconds from one check of a site to the next, give or take 5 %',
  ),
  timeoutSeconds: option(
    seconds(0.1, 120, 30),
    'MONITOR_TIMEOUT_SECONDS',
    'the seconds that a check may take, redirects included',
  ),
  concurrency: option(
    z._default(number(1, 1_000), 20),
    'MONITOR_CONCURRENCY',
    'the number of sites that are checked at a time',
  ),
  perHost: option(
    z._default(number(1, 1_000), 1),
    'MONITOR_PER_HOST',
    'the number of them that may be on the same host',
  ),
  hostGapSeconds: option(
    seconds(0, 60, 1),
    'MONITOR_HOST_GAP_SECONDS',
    'the seconds from one request to a host to the next',
  ),
  confirmAfterSeconds: option(
    seconds(0, 120, 10),
    'MONITOR_CONFIRM_AFTER_SECONDS',
    'the seconds from a failure to the second check, where there is one egress route only',
  ),
  proxies: option(
    z.optional(
      list((route) =>
        throws(() => readEgressRoute(route)) ? 'has a route that cannot be read (it is not shown here)' : undefined,
      ),
    ),
    'MONITOR_PROXIES',
    'the egress routes in turn: direct or http://host:port, with user:password@ if it asks for one',
    { isSecret, otherwise: '`direct`' },
  ),
  sentinel: option(
    z.optional(text()),
    'MONITOR_SENTINEL',
    'the address of a site that is known to be up, which is watched as well: while it cannot be reached either, no site counts as down',
    { otherwise: 'none: a machine that loses its network reports every site as down' },
  ),
  allowedNetworks: option(
    z.optional(
      list((network) => (throws(() => ssrfGuard([network])) ? `has "${network}", which is not a network` : undefined)),
    ),
    'MONITOR_ALLOWED_NETWORKS',
    'the networks that may be checked although they are not public, as in 10.1.0.0/16,fd00::/8',
    { otherwise: 'none' },
  ),
  webhook: z.optional(Webhook),
  keepDays: option(
    z._default(number(1, 10_000), 100),
    'MONITOR_KEEP_DAYS',
    'the days for which checks are kept; outages stay',
  ),
  userAgent: option(
    z._default(text(), 'voter-registration-monitor/1 (checks whether voters can reach this page)'),
    'MONITOR_USER_AGENT',
    'how the monitor identifies itself, with a way to reach its operator; sent as Mozilla/5.0 (compatible; …)',
  ),
})
export interface MonitorOptions extends z.input<typeof MonitorOptions> {}

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

/** Options that were not checked yet. */
type Given = Partial<MonitorOptions>

/** Returns everything that is wrong with options. */
export function problemsOf(options: Given): Problem[] {
  return [...problemsIn(MonitorOptions, options), ...contradictionsIn(options), ...siteProblems(options)]
}

/** Returns the options that contradict each other, and the missing ones of which one is required. */
export function contradictionsIn({ dataDir, databaseUrl, webhook }: Given): Problem[] {
  const problems: Problem[] = []
  if (dataDir !== undefined && databaseUrl !== undefined) {
    problems.push({ option: 'dataDir', says: 'is set together with {databaseUrl}. Keep one of the two.' })
  } else if (dataDir === undefined && databaseUrl === undefined) {
    const { option: name, says } = missingProblem(MonitorOptions, 'dataDir')
    problems.push({ option: name, says: `${says} Or set {databaseUrl}.` })
  }
  if (webhook?.url !== undefined && webhook.secret === undefined) {
    const says = 'is missing: {webhook.url} and {webhook.secret} go together. Set both or none.'
    problems.push({ option: 'webhook.secret', says })
  }
  return problems
}

/** Returns what is wrong with the sites and the sentinel. */
function siteProblems({ sites, sentinel, allowedNetworks }: Given): Problem[] {
  const mayAsk = throws(() => ssrfGuard(allowedNetworks)) ? () => false : ssrfGuard(allowedNetworks)
  const read = typeof sentinel === 'string' ? readAddress(sentinel, mayAsk) : undefined
  const problems = read?.type === 'wrong' ? [{ option: 'sentinel', says: `cannot be used: ${read.says}` }] : []
  if (sites === undefined) return problems
  return [...problems, ...readSites(sites, mayAsk).problems.map((says) => ({ option: 'sites', says }))]
}

/** The description of the sentinel, as the real monitor has it (X26): not that of a state's site. */
const sentinelDescription = 'uptime monitor sentinel site'

/**
 * Converts the options into the monitor's configuration; times are in milliseconds.
 *
 * @throws MonitorUnusable with everything that is wrong
 */
export function readOptions(given: MonitorOptions) {
  const problems = problemsOf(given)
  if (problems.length > 0) throw new MonitorUnusable(problems.map((one) => programSentence(one, MonitorOptions)))
  const options = MonitorOptions.parse(given)
  const { dataDir = '', databaseUrl, concurrency, perHost, keepDays, webhook, publicUrl } = options
  const mayAsk = ssrfGuard(options.allowedNetworks)
  const { sites } = readSites(options.sites, mayAsk)
  const read = options.sentinel === undefined ? undefined : readAddress(options.sentinel, mayAsk)
  const sentinel = read?.type === 'read' ? read.url : undefined
  const isListed = sites.some(({ url }) => url === sentinel)
  return {
    sites: sentinel === undefined || isListed ? sites : [...sites, { url: sentinel, description: sentinelDescription }],
    storage: databaseUrl === undefined ? { dataDir } : { databaseUrl },
    interval: options.intervalSeconds * 1_000,
    timeout: options.timeoutSeconds * 1_000,
    hostGap: options.hostGapSeconds * 1_000,
    confirmAfter: options.confirmAfterSeconds * 1_000,
    concurrency,
    perHost,
    keepDays,
    ways: (options.proxies?.length ? options.proxies : ['direct']).map(readEgressRoute),
    sentinel,
    mayAsk,
    webhook: webhook && { url: webhook.url, secret: webhook.secret ?? '' },
    publicUrl,
    userAgent: asCompatible(options.userAgent),
  }
}

function throws(read: () => unknown): boolean {
  try {
    read()
    return false
  } catch {
    return true
  }
}
