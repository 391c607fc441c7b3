/** The options of the sandbox command. */
import * as z from 'zod/mini'
import { readNetwork } from '../../server/middleware/client-address.ts'
import { host, list, option, port, whatHost } from '../../server/options/option.ts'
import { SandboxSettings } from '../options.ts'

/** Those of {@link SandboxSettings}, and what only the command has. */
export const SandboxCommandOptions = z.strictObject({
  port: option(z._default(port(), 8_788), 'SANDBOX_PORT', 'the port to listen on; 0 takes any that is free', {
    orElse: 'PORT',
  }),
  host: option(z._default(host(), '127.0.0.1'), 'SANDBOX_HOST', whatHost, { orElse: 'HOST' }),
  stagingPort: option(
    z.optional(port()),
    'SANDBOX_STAGING_PORT',
    'the port of a second sandbox that plays the staging host; 0 takes any that is free',
    { otherwise: 'none: no staging host' },
  ),
  allowedNetworks: option(
    z.optional(
      list((network) => (readNetwork(network) === undefined ? `has "${network}", which is no network` : undefined)),
    ),
    'SANDBOX_ALLOWED_NETWORKS',
    'the networks whose POST requests the production host accepts, as in 203.0.113.0/24,2001:db8:1::/48; staging accepts any',
    { otherwise: 'all' },
  ),
  ...SandboxSettings.shape,
})
