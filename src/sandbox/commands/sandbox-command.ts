/** `voter-registration-sandbox`: the registration service without a key, configured by the environment. */
import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import * as z from 'zod/mini'
import { createCommandLine } from '../../server/commands/command-line.ts'
import { createStrictListener, startListening } from '../../server/http-server.ts'
import { isInNetwork, parseAddress, parseNetwork } from '../../server/middleware/client-address.ts'
import { hostDescription, host as hostOption, list, port as portOption } from '../../server/options/option.ts'
import { type Environment, readOptionsFrom } from '../../server/options/read-options.ts'
import { sandboxKey } from '../basic-auth.ts'
import { SandboxSettings, sandboxOption } from '../context.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from '../create-sandbox.ts'

export const SandboxCommandOptions = z.strictObject({
  port: sandboxOption(z._default(portOption(), 8_788), 'the port to listen on; 0 uses any free port', {
    fallbackVariable: 'PORT',
  }),
  host: sandboxOption(z._default(hostOption(), '127.0.0.1'), hostDescription, { fallbackVariable: 'HOST' }),
  stagingPort: sandboxOption(
    portOption(),
    'the port of a second sandbox that simulates the staging host; 0 takes any that is free',
    { defaultText: 'none: no staging host' },
  ),
  allowedNetworks: sandboxOption(
    list((network) => (parseNetwork(network) === undefined ? `has "${network}", which is not a network` : undefined)),
    'the networks whose POST requests the production host accepts, for example 203.0.113.0/24,2001:db8:1::/48; staging accepts any',
    { defaultText: 'all' },
  ),
  ...SandboxSettings.shape,
})

export interface RunningSandbox {
  url: string
  stagingUrl?: string
  close(): Promise<void>
}

/** The staging host is a second sandbox with a memory of its own (R-A105). @throws ConfigurationError; StartError when a port is in use */
export async function runSandbox(
  env: Environment,
  print: (line: string) => void = console.log,
): Promise<RunningSandbox> {
  const options = SandboxCommandOptions.parse(readOptionsFrom(SandboxCommandOptions, env))
  const { port, host, mode, officialUrls, publicUrl: configuredUrl, stagingPort, allowedNetworks } = options
  const pickVariable = (variable: string, orElse: string) =>
    env[variable]?.trim() || !env[orElse]?.trim() ? variable : orElse
  const hostVariable = pickVariable('SANDBOX_HOST', 'HOST')
  const production = await openHost(host, port, { host: hostVariable, port: pickVariable('SANDBOX_PORT', 'PORT') })
  const staging =
    stagingPort === undefined
      ? undefined
      : await openHost(host, stagingPort, { host: hostVariable, port: 'SANDBOX_STAGING_PORT' }).catch(
          async (error: unknown) => {
            await production.close()
            throw error
          },
        )
  const hostOptions = {
    // A server on all addresses of a machine gets requests for host names that are unknown here.
    ...(isWildcardHost(host) && { hosts: 'any' as const }),
    mode,
    officialUrls,
  }
  const publicUrl = configuredUrl ?? production.url
  const sandbox = createSandbox({
    ...hostOptions,
    publicUrl,
    ...(allowedNetworks !== undefined && { mayPost: createNetworkFilter(allowedNetworks) }),
    log: (line) => print(formatCall('sandbox', line)),
  })
  production.mount(sandbox)
  print(`Sandbox: ${production.url} (${mode}), key ${sandboxKey}`)
  if (staging !== undefined) {
    const log = (line: Line) => print(formatCall('staging', line))
    staging.mount(createSandbox({ ...hostOptions, publicUrl: staging.url, log }))
    print(`Staging: ${staging.url} (${mode}), the same key`)
  }
  return {
    url: production.url,
    ...(staging !== undefined && { stagingUrl: staging.url }),
    async close() {
      await Promise.all([production.close(), staging?.close()])
    },
  }
}

const isWildcardHost = (host: string) => host === '0.0.0.0' || host === '::'

/** A server that listens already, and answers 503 until it has a sandbox to play. */
interface Host {
  url: string
  mount(sandbox: Sandbox): void
  close(): Promise<void>
}

/** The links in a sandbox's responses need the port, which is known only then. */
async function openHost(host: string, port: number, variables: { host: string; port: string }): Promise<Host> {
  let currentSandbox: Sandbox | undefined
  const listener = getRequestListener(
    (request, connection) =>
      currentSandbox === undefined ? new Response(null, { status: 503 }) : currentSandbox.fetch(request, connection),
    { hostname: 'localhost' },
  )
  const server = createServer(createStrictListener((incoming, outgoing) => void listener(incoming, outgoing)))
  const address = await startListening(server, {
    host,
    port,
    hostVariable: variables.host,
    portVariable: variables.port,
  })
  return {
    url: `http://${isWildcardHost(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${new URL(address).port}`,
    mount: (sandbox) => {
      currentSandbox = sandbox
    },
    close: () => closeServer(server),
  }
}

function createNetworkFilter(texts: readonly string[]): (address: string | undefined) => boolean {
  const networks = texts.flatMap((text) => parseNetwork(text) ?? [])
  return (text) => {
    const address = parseAddress(text ?? '')
    return address !== undefined && networks.some((network) => isInNetwork(address, network))
  }
}

type Line = Parameters<NonNullable<SandboxOptions['log']>>[0]

const formatCall = (host: 'sandbox' | 'staging', { method, path, status, scenario }: Line) =>
  `${host} ${method} ${path} ${status}${scenario === undefined ? '' : ` (${scenario})`}`

/** Closes the server and all its connections at once: a scenario may hold a call for minutes. */
async function closeServer(server: Server): Promise<void> {
  const serverClosed = new Promise((resolve) => server.close(resolve))
  server.closeAllConnections()
  await serverClosed
}

export const { run: runCli, main } = createCommandLine('voter-registration-sandbox', {
  '': {
    summary: 'The registration service without a key, for development and tests.',
    server: () => Promise.resolve(runSandbox),
    options: () => Promise.resolve(SandboxCommandOptions),
  },
})
