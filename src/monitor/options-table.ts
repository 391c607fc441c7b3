/** The validation of each monitor option, its variable, and the phrase about it in errors, in `--help` and in the
 *  documentation. */
import { isLoopback } from '../contract/text.ts'
import { list, number, oneOf, option, text } from '../server/options/option.ts'
import { unencryptedProblem } from '../server/storage/unencrypted-problem.ts'
import { readEgressRoute } from './egress-route.ts'
import { ssrfGuard } from './ssrf-guard.ts'
import { webhookFormats } from './webhooks.ts'

const isSecret = true
const seconds = (min: number, max: number, what: string) => number(min, max, `the seconds ${what}`, { fraction: true })

/** The options of a monitor by name, except its sites; a webhook is three of them. */
export const monitorOptions = {
  dataDir: option(
    'DATA_DIR',
    text('a folder on a local disk for the records of one monitor; :memory: keeps none that outlive the process'),
    { otherwise: '`DATABASE_URL`' },
  ),
  databaseUrl: option(
    'DATABASE_URL',
    text('a PostgreSQL database instead, as in postgres://…: monitors on the same one share the work', (value) =>
      /^postgres(ql)?:\/\//.test(value)
        ? unencryptedProblem(value)
        : 'does not begin with postgres:// (its value is not shown here).',
    ),
    { isSecret, orFile: true, otherwise: '`DATA_DIR`' },
  ),
  publicUrl: option(
    'MONITOR_PUBLIC_URL',
    text(
      'the address at which browsers and clients reach the monitor, http: or https:, without query: links of the API begin with it',
      (value) => (/^https?:\/\/[^?#]+$/.test(value) ? undefined : `is not an address without query, got "${value}".`),
    ),
    { otherwise: 'links with a path only' },
  ),
  intervalSeconds: option(
    'MONITOR_INTERVAL_SECONDS',
    seconds(1, 86_400, 'from one check of a site to the next, give or take 5 %'),
    { standard: 900 },
  ),
  timeoutSeconds: option('MONITOR_TIMEOUT_SECONDS', seconds(0.1, 120, 'that a check may take, redirects included'), {
    standard: 30,
  }),
  concurrency: option('MONITOR_CONCURRENCY', number(1, 1_000, 'the number of sites that are checked at a time'), {
    standard: 20,
  }),
  perHost: option('MONITOR_PER_HOST', number(1, 1_000, 'the number of them that may be on the same host'), {
    standard: 1,
  }),
  hostGapSeconds: option('MONITOR_HOST_GAP_SECONDS', seconds(0, 60, 'from one request to a host to the next'), {
    standard: 1,
  }),
  confirmAfterSeconds: option(
    'MONITOR_CONFIRM_AFTER_SECONDS',
    seconds(0, 120, 'from a failure to the second check, where there is one egress route only'),
    { standard: 10 },
  ),
  proxies: option(
    'MONITOR_PROXIES',
    list(
      'the egress routes in turn: direct, http://host:port or socks5://host:port, with user:password@ if one asks for it',
      (route) =>
        throws(() => readEgressRoute(route)) ? 'has a route that cannot be read (it is not shown here).' : undefined,
    ),
    { isSecret, otherwise: '`direct`' },
  ),
  sentinel: option(
    'MONITOR_SENTINEL',
    text('the address of a site that is known to be up: while it cannot be reached either, no site counts as down'),
    { otherwise: 'none: a machine that loses its network reports every site as down' },
  ),
  allowedNetworks: option(
    'MONITOR_ALLOWED_NETWORKS',
    list('the networks that may be checked although they are not public, as in 10.1.0.0/16,fd00::/8', (network) =>
      throws(() => ssrfGuard([network])) ? `has "${network}", which is not a network.` : undefined,
    ),
    { otherwise: 'none' },
  ),
  webhookUrl: option(
    'MONITOR_WEBHOOK_URL',
    text('the https: address that receives outages and recoveries', (value) => {
      const url = URL.canParse(value) ? new URL(value) : undefined
      const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
      return isSafe ? undefined : 'is not an https: address (http: on this machine only).'
    }),
    { name: 'webhook.url', isSecret, otherwise: 'none' },
  ),
  webhookSecret: option(
    'MONITOR_WEBHOOK_SECRET',
    text('the secret that signs what the webhook receives, 16 characters or more', (value) =>
      value.length >= 16 ? undefined : 'has fewer than 16 characters (its value is not shown here).',
    ),
    { name: 'webhook.secret', isSecret, otherwise: 'none' },
  ),
  webhookFormat: option(
    'MONITOR_WEBHOOK_FORMAT',
    oneOf(
      webhookFormats,
      'signed for the whole notice with a signature, slack for one text as Slack’s incoming webhooks take it',
    ),
    { name: 'webhook.format', standard: 'signed' },
  ),
  keepDays: option('MONITOR_KEEP_DAYS', number(1, 10_000, 'the days for which checks are kept; outages stay'), {
    standard: 100,
  }),
  userAgent: option(
    'MONITOR_USER_AGENT',
    text('how the monitor identifies itself, with a way to reach its operator; sent as Mozilla/5.0 (compatible; …)'),
    {
      standard: 'voter-registration-monitor/1 (checks whether voters can reach this page)',
    },
  ),
}

function throws(read: () => unknown): boolean {
  try {
    read()
    return false
  } catch {
    return true
  }
}
