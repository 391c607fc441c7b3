/** The variables of the sandbox command. */
import { readNetwork } from '../../server/middleware/client-address.ts'
import { host, list, oneOf, option, port, text, toggle } from '../../server/options/option.ts'

/** The options by name. The names in the documentation are those of `createSandbox`. */
export const sandboxOptions = {
  port: option('SANDBOX_PORT', port('the port to listen on; 0 takes any that is free'), {
    orElse: 'PORT',
    standard: 8788,
    name: '',
  }),
  host: option('SANDBOX_HOST', host(), { orElse: 'HOST', standard: '127.0.0.1', name: '' }),
  publicUrl: option(
    'SANDBOX_PUBLIC_URL',
    text('the base of the links in its answers: an absolute http: or https: address without query', (value) => {
      const url = URL.canParse(value) ? new URL(value) : undefined
      const isGood = url !== undefined && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === ''
      return isGood ? undefined : `is not an absolute address, got "${value}".`
    }),
    { otherwise: 'where it listens' },
  ),
  stagingPort: option(
    'SANDBOX_STAGING_PORT',
    port('the port of a second sandbox that plays the staging host; 0 takes any that is free'),
    { otherwise: 'none: no staging host', name: '' },
  ),
  allowedNetworks: option(
    'SANDBOX_ALLOWED_NETWORKS',
    list(
      'the networks whose POST requests the production host accepts, as in 203.0.113.0/24,2001:db8:1::/48; staging accepts any',
      (network) => (readNetwork(network) === undefined ? `has "${network}", which is no network.` : undefined),
    ),
    { otherwise: 'all', name: '' },
  ),
  mode: option(
    'SANDBOX_MODE',
    oneOf(
      ['strict', 'faithful'],
      '`strict` for the specification (a title is required in Tennessee, territories are refused) or `faithful` for the real server (no title; territories and e-mail addresses over 254 characters end in an HTML 500)',
    ),
    { standard: 'strict' },
  ),
  officialUrls: option(
    'SANDBOX_OFFICIAL_URLS',
    toggle("whether the Civic data has the real addresses of states' tools", ['true', 'false']),
    { standard: false },
  ),
  uptimeSeconds: option(
    'SANDBOX_UPTIME_SECONDS',
    text("the seconds between two checks of a stand-in for a state's site, 1 to 86400; off: no Uptime API", (value) =>
      value === 'off' || (/^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 86_400)
        ? undefined
        : `is neither such a number nor off, got "${value}".`,
    ),
    { standard: '60', name: '' },
  ),
}
