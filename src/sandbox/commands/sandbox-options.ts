/** The options of the sandbox command. */
import * as z from 'zod/mini'
import { readNetwork } from '../../server/middleware/client-address.ts'
import { host, list, port, whatHost } from '../../server/options/option.ts'
import { SandboxSettings, sandboxOption } from '../options.ts'

/** Those of {@link SandboxSettings}, and what only the command has. */
export const SandboxCommandOptions = z.strictObject({
  port: sandboxOption(z._default(port(), 8_788), 'the port to listen on; 0 takes any that is free', {
    orElse: 'PORT',
  }),
  host: sandboxOption(z._default(host(), '127.0.0.1'), whatHost, { orElse: 'HOST' }),
  stagingPort: sandboxOption(
    port(),
    'the port of a second sandbox that plays the staging host; 0 takes any that is free',
    { otherwise: 'none: no staging host' },
  ),
  allowedNetworks: sandboxOption(
    list((network) => (readNetwork(network) === undefined ? `has "${network}", which is no network` : undefined)),
    'the networks whose POST requests the production host accepts, as in 203.0.113.0/24,2001:db8:1::/48; staging accepts any',
    { otherwise: 'all' },
  ),
  ...SandboxSettings.shape,
})
