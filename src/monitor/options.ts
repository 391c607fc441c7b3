/** The options of a monitor, and what contradicts in them. */
import * as z from 'zod/mini'
import { isLoopback } from '../contract/text.ts'
import { createOption, crossCheck, list, number, option, text } from '../server/options/option.ts'
import { parseOptions } from '../server/options/read-options.ts'
import { findEncryptionProblem } from '../server/storage/postgres-checks.ts'
import { parseEgressRoute } from './egress-route.ts'
import { toUserAgent } from './fetch-page.ts'
import { createSsrfGuard } from './ssrf-guard.ts'
import type { SiteInput } from './store/store.ts'
import { parseSites, parseSiteUrl } from './target-list.ts'

const isSecret = true
export const monitorOption = createOption('MONITOR_')
const seconds = (min: number, max: number, standard: number) =>
  z._default(number(min, max, { fraction: true }), standard)

/** The options of a monitor. Only `sites` and one of `dataDir` and `databaseUrl` are required. */
export const MonitorOptions = z.strictObject({
  sites: monitorOption(
    z.custom<readonly SiteInput[]>((value) => value !== undefined, { error: 'is missing', abort: false }),
    'the sites to watch, each address once',
  ),
  dataDir: option(
    text(),
    'a folder on a local disk for the records of one monitor; with :memory: they end with the process',
    { defaultText: '`DATABASE_URL`' },
  ),
  databaseUrl: option(
    text((value) =>
      /^postgres(ql)?:\/\//.test(value)
        ? findEncryptionProblem(value)
        : 'does not begin with postgres:// (its value is not shown here)',
    ),
    'a PostgreSQL database instead, for example postgres://…: monitors on the same one share the work',
    { isSecret, hasFileVariant: true, defaultText: '`DATA_DIR`' },
  ),
  publicUrl: monitorOption(
    text((value) =>
      /^https?:\/\/[^?#]+$/.test(value) ? undefined : `is not an address without query, got "${value}"`,
    ),
    'the public URL of the monitor, http: or https:, without query: links of the API begin with it',
    { defaultText: 'links have only a path' },
  ),
  intervalSeconds: monitorOption(
    seconds(1, 86_400, 900),
    'the seconds from one check of a site to the next, give or take 5 %',
  ),
  timeoutSeconds: monitorOption(seconds(0.1, 120, 30), 'the seconds that a check may take, redirects included'),
  concurrency: monitorOption(z._default(number(1, 1_000), 20), 'the number of sites that are checked simultaneously'),
  perHost: monitorOption(z._default(number(1, 1_000), 1), 'how many of them may be on the same host'),
  hostGapSeconds: monitorOption(seconds(0, 60, 1), 'the seconds from one request to a host to the next'),
  confirmAfterSeconds: monitorOption(
    seconds(0, 120, 10),
    'the seconds from a failure to the second check, if there is only one egress route',
  ),
  proxies: monitorOption(
    list((route) =>
      throws(() => parseEgressRoute(route)) ? 'has a route that cannot be read (it is not shown here)' : undefined,
    ),
    'the egress routes, used in turn: direct or http://host:port, with user:password@ if needed',
    { isSecret, defaultText: '`direct`' },
  ),
  sentinel: monitorOption(
    text(),
    'a site that is known to be up: while it cannot be reached either, no site counts as down',
    { defaultText: 'none: a machine without network reports every site as down' },
  ),
  allowedNetworks: monitorOption(
    list((network) =>
      throws(() => createSsrfGuard([network])) ? `has "${network}", which is not a network` : undefined,
    ),
    'private networks that may be checked, for example 10.1.0.0/16,fd00::/8',
    { defaultText: 'none' },
  ),
  webhookUrl: monitorOption(
    text((value) => {
      const url = URL.canParse(value) ? new URL(value) : undefined
      const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
      return isSafe ? undefined : 'is not an https: address (http: on this machine only)'
    }),
    'the https: address that receives outages and recoveries',
    { isSecret, defaultText: 'none' },
  ),
  webhookSecret: monitorOption(
    text((value) => (value.length >= 16 ? undefined : 'has fewer than 16 characters (its value is not shown here)')),
    'the secret that signs what the webhook receives, 16 characters or more',
    { isSecret, defaultText: 'none' },
  ),
  retentionDays: monitorOption(
    z._default(number(1, 10_000), 100),
    'retention of checks, in days; outages are never deleted',
  ),
  userAgent: monitorOption(
    z._default(text(), 'voter-registration-monitor/1 (checks whether voters can reach this page)'),
    'how the monitor identifies itself, with a contact address of its operator; sent as Mozilla/5.0 (compatible; …)',
  ),
})
export interface MonitorOptions extends z.input<typeof MonitorOptions> {}

export const monitorCheck = crossCheck<Partial<Omit<MonitorOptions, 'sites'>>>(function* (options) {
  const { dataDir, databaseUrl, webhookUrl, webhookSecret } = options
  if (dataDir !== undefined && databaseUrl !== undefined)
    yield ['dataDir', 'is set together with DATABASE_URL. Keep one of the two.']
  if (dataDir === undefined && databaseUrl === undefined) yield ['dataDir', 'is missing, and so is DATABASE_URL']
  const pairProblem = 'is missing. Set both MONITOR_WEBHOOK_URL and MONITOR_WEBHOOK_SECRET, or neither.'
  if (webhookUrl !== undefined && webhookSecret === undefined) yield ['webhookSecret', pairProblem]
  if (webhookUrl === undefined && webhookSecret !== undefined) yield ['webhookUrl', pairProblem]
})

const siteCheck = crossCheck<Partial<MonitorOptions>>(function* ({ sites, sentinel, allowedNetworks }) {
  const isAllowed = throws(() => createSsrfGuard(allowedNetworks)) ? () => false : createSsrfGuard(allowedNetworks)
  const result = typeof sentinel === 'string' ? parseSiteUrl(sentinel, isAllowed) : undefined
  if (result?.type === 'invalid') yield ['sentinel', `cannot be used: ${result.message}`]
  if (sites !== undefined) for (const problem of parseSites(sites, isAllowed).problems) yield ['sites', problem]
})

export const CheckedOptions = MonitorOptions.check(monitorCheck, siteCheck)

const sentinelDescription = 'uptime monitor sentinel site'

/** Times are in milliseconds. @throws ConfigurationError with everything that is wrong */
export function parseMonitorOptions(input: MonitorOptions) {
  const options = parseOptions(CheckedOptions, input)
  const {
    dataDir = '',
    databaseUrl,
    concurrency,
    perHost,
    retentionDays,
    webhookUrl,
    webhookSecret,
    publicUrl,
  } = options
  const isAllowed = createSsrfGuard(options.allowedNetworks)
  const { sites } = parseSites(options.sites, isAllowed)
  const result = options.sentinel === undefined ? undefined : parseSiteUrl(options.sentinel, isAllowed)
  const sentinel = result?.type === 'read' ? result.url : undefined
  const isListed = sites.some(({ url }) => url === sentinel)
  return {
    sites: sentinel === undefined || isListed ? sites : [...sites, { url: sentinel, description: sentinelDescription }],
    storage: databaseUrl === undefined ? { dataDir } : { databaseUrl },
    intervalMs: options.intervalSeconds * 1_000,
    timeoutMs: options.timeoutSeconds * 1_000,
    hostGapMs: options.hostGapSeconds * 1_000,
    confirmAfterMs: options.confirmAfterSeconds * 1_000,
    concurrency,
    perHost,
    retentionDays,
    routes: (options.proxies?.length ? options.proxies : ['direct']).map(parseEgressRoute),
    sentinel,
    isAllowed,
    webhook:
      webhookUrl === undefined || webhookSecret === undefined ? undefined : { url: webhookUrl, secret: webhookSecret },
    publicUrl,
    userAgent: toUserAgent(options.userAgent),
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
