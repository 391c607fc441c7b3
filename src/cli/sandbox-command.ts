/** `voter-registration-server sandbox`: the registration service without a key, configured by the environment. */
import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { listening } from '../bff/http-server.ts'
import { withoutEndSlashes } from '../contract/routes.ts'
import { problemsIn, schemaOf } from '../options/check-options.ts'
import { ConfigurationError } from '../options/configuration-error.ts'
import { type Environment, readEnvironment, sentenceOn } from '../options/read-environment.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from '../sandbox/create-sandbox.ts'
import { sandboxKey } from '../sandbox/sandbox-key.ts'
import { sandboxOptions } from './sandbox-options.ts'
import type { SandboxUptime } from './sandbox-uptime.ts'

/**
 * Starts the sandbox with the options of {@link sandboxOptions}.
 *
 * @param print called with one line at the start, with address and key, and with one for each call
 * @throws ConfigurationError with a sentence for each value that cannot be used, or when the port is in use
 */
export async function runSandbox(
  env: Environment,
  print: (line: string) => void = console.log,
): Promise<{ url: string; close(): Promise<void> }> {
  const { values } = readEnvironment(sandboxOptions, env)
  const problems = problemsIn(sandboxOptions, values).map((problem) => sentenceOn(problem, sandboxOptions, env))
  if (problems.length > 0) throw new ConfigurationError(problems)
  const {
    port = sandboxOptions.port.standard,
    host = sandboxOptions.host.standard,
    mode = sandboxOptions.mode.standard,
    officialUrls = sandboxOptions.officialUrls.standard,
    uptimeSeconds = sandboxOptions.uptimeSeconds.standard,
    publicUrl: wantedUrl,
  } = schemaOf(sandboxOptions).parse(values)
  // With the official addresses the monitor would check the states' real sites, without their owners' consent.
  const uptime = officialUrls || uptimeSeconds === 'off' ? undefined : await uptimeOf(Number(uptimeSeconds))
  // The links in its responses need the port, which is known only once the server listens.
  let sandbox: Sandbox | undefined
  const listener = getRequestListener((request, connection) =>
    sandbox === undefined ? new Response(null, { status: 503 }) : sandbox.fetch(request, connection),
  )
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const { port: bound } = new URL(await listening(server, host, port).catch((error) => refuse(error, host, port, env)))
  const url = `http://${isEverywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${bound}`
  const publicUrl = wantedUrl ?? url
  sandbox = createSandbox({
    publicUrl,
    // A server on all addresses of a machine gets requests for host names that are unknown here.
    ...(isEverywhere && { hosts: 'any' as const }),
    mode,
    officialUrls,
    log: (line) => print(written(line)),
    ...uptime?.options,
  })
  print(`Sandbox: ${url} (${mode}), key ${sandboxKey}`)
  await uptime?.start(sandbox, withoutEndSlashes(publicUrl))
  return {
    url,
    async close() {
      await uptime?.close()
      await stop(server)
    },
  }
}

async function uptimeOf(seconds: number): Promise<SandboxUptime> {
  const { sandboxUptime } = await import('./sandbox-uptime.ts')
  return sandboxUptime(seconds)
}

type Line = Parameters<NonNullable<SandboxOptions['log']>>[0]

const written = ({ method, path, status, scenario }: Line) =>
  `sandbox ${method} ${path} ${status}${scenario === undefined ? '' : ` (${scenario})`}`

/** @throws ConfigurationError that names the variable for the port or the host */
function refuse({ code }: NodeJS.ErrnoException, host: string, port: number, env: Environment): never {
  const variable = env.SANDBOX_PORT?.trim() || !env.PORT?.trim() ? 'SANDBOX_PORT' : 'PORT'
  if (code === 'EADDRINUSE') {
    throw new ConfigurationError([`Port ${port} is in use: set ${variable} to another one.`])
  }
  if (code === 'EACCES') {
    throw new ConfigurationError([`Port ${port} may not be used by this user: set ${variable} to one above 1023.`])
  }
  throw new ConfigurationError([
    `"${host}" is not an address of this machine (${code ?? 'unknown'}): set SANDBOX_HOST to 127.0.0.1 or 0.0.0.0.`,
  ])
}

/** Closes the server and all its connections at once: a scenario may hold a call for minutes. */
async function stop(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeAllConnections()
  await closed
}
