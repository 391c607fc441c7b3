/** `voter-registration-sandbox`: the registration service without a key, configured by the environment. */
import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createStrictListener, listening } from '../../server/http-server.ts'
import { isIn, readAddress, readNetwork } from '../../server/middleware/client-address.ts'
import { type Environment, optionsFrom } from '../../server/options/read-options.ts'
import { sandboxKey } from '../basic-auth.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from '../create-sandbox.ts'
import { SandboxCommandOptions } from './sandbox-options.ts'

export interface RunningSandbox {
  /** Where it listens: the production host. */
  url: string
  /** Where the staging host listens, if there is one. */
  stagingUrl?: string
  close(): Promise<void>
}

/**
 * Starts the sandbox with the options of {@link SandboxCommandOptions}. The staging host is a second sandbox with the same paths and a
 * memory of its own (R-A105): it does not know the events of the other one.
 *
 * @param print called with one line for each host at the start, with its address, and with one for each call
 * @throws ConfigurationError with a sentence for each value that cannot be used; StartFailed when a port is in use
 */
export async function runSandbox(
  env: Environment,
  print: (line: string) => void = console.log,
): Promise<RunningSandbox> {
  const options = SandboxCommandOptions.parse(optionsFrom(SandboxCommandOptions, env))
  const { port, host, mode, officialUrls, publicUrl: wantedUrl, stagingPort, allowedNetworks } = options
  const named = (variable: string, orElse: string) =>
    env[variable]?.trim() || !env[orElse]?.trim() ? variable : orElse
  const hostVariable = named('SANDBOX_HOST', 'HOST')
  const production = await openHost(host, port, { host: hostVariable, port: named('SANDBOX_PORT', 'PORT') })
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
    ...(isEverywhere(host) && { hosts: 'any' as const }),
    mode,
    officialUrls,
  }
  const publicUrl = wantedUrl ?? production.url
  const sandbox = createSandbox({
    ...hostOptions,
    publicUrl,
    ...(allowedNetworks !== undefined && { mayPost: isInOneOf(allowedNetworks) }),
    log: (line) => print(written('sandbox', line)),
  })
  production.play(sandbox)
  print(`Sandbox: ${production.url} (${mode}), key ${sandboxKey}`)
  if (staging !== undefined) {
    const log = (line: Line) => print(written('staging', line))
    staging.play(createSandbox({ ...hostOptions, publicUrl: staging.url, log }))
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

const isEverywhere = (host: string) => host === '0.0.0.0' || host === '::'

/** A server that listens already, and answers 503 until it has a sandbox to play. */
interface Host {
  url: string
  play(sandbox: Sandbox): void
  close(): Promise<void>
}

/**
 * Listens. The links in a sandbox's responses need the port, which is known only then.
 *
 * @param variables those that set host and port, for errors
 */
async function openHost(host: string, port: number, variables: { host: string; port: string }): Promise<Host> {
  let played: Sandbox | undefined
  const listener = getRequestListener(
    (request, connection) =>
      played === undefined ? new Response(null, { status: 503 }) : played.fetch(request, connection),
    { hostname: 'localhost' },
  )
  const server = createServer(createStrictListener((incoming, outgoing) => void listener(incoming, outgoing)))
  const address = await listening(server, host, port, variables)
  return {
    url: `http://${isEverywhere(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${new URL(address).port}`,
    play: (sandbox) => {
      played = sandbox
    },
    close: () => stop(server),
  }
}

/** Returns whether an address is in one of the networks; an unknown one is in none. */
function isInOneOf(texts: readonly string[]): (address: string | undefined) => boolean {
  const networks = texts.flatMap((text) => readNetwork(text) ?? [])
  return (text) => {
    const address = readAddress(text ?? '')
    return address !== undefined && networks.some((network) => isIn(address, network))
  }
}

type Line = Parameters<NonNullable<SandboxOptions['log']>>[0]

const written = (host: 'sandbox' | 'staging', { method, path, status, scenario }: Line) =>
  `${host} ${method} ${path} ${status}${scenario === undefined ? '' : ` (${scenario})`}`

/** Closes the server and all its connections at once: a scenario may hold a call for minutes. */
async function stop(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeAllConnections()
  await closed
}
