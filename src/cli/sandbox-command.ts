/** `voter-registration-server sandbox`: the registration service without a key, configured by the environment. */
import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { ConfigurationError } from '../bff/config/read-config.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from '../sandbox/create-sandbox.ts'
import { sandboxKey } from '../sandbox/sandbox-key.ts'
import type { SandboxUptime } from './sandbox-uptime.ts'

const standardPort = 8788

/**
 * Starts the sandbox. Reads `SANDBOX_PORT` (else `PORT`, else 8788; 0 takes a free one), `SANDBOX_HOST` (else `HOST`,
 * else 127.0.0.1), `SANDBOX_MODE` (`strict` or `faithful`), `SANDBOX_PUBLIC_URL` (else the address it listens on),
 * `SANDBOX_OFFICIAL_URLS` (`true` serves the real addresses of states' tools in the Civic data) and
 * `SANDBOX_UPTIME_SECONDS` (from one check of a stand-in to the next, else 60; `off`: no Uptime API).
 *
 * @param print gets one line when it is up, with its address and key, and one for each call
 * @throws ConfigurationError with one sentence when a value cannot be used or the port is taken
 */
export async function runSandbox(
  env: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void = console.log,
): Promise<{ url: string; close(): Promise<void> }> {
  const port = portOf(env)
  const host = env.SANDBOX_HOST?.trim() || env.HOST?.trim() || '127.0.0.1'
  const mode = modeOf(env.SANDBOX_MODE?.trim() || 'strict')
  const officialUrls = yesOrNo(env.SANDBOX_OFFICIAL_URLS?.trim() || 'false')
  // With the official addresses the monitor would ask states' real sites, which nobody has asked for.
  const uptime = officialUrls ? undefined : await uptimeOf(env.SANDBOX_UPTIME_SECONDS?.trim() || '60')
  // The links in its answers need the port, which is known for certain only once it listens.
  let sandbox: Sandbox | undefined
  const listener = getRequestListener((request, connection) =>
    sandbox === undefined ? new Response(null, { status: 503 }) : sandbox.fetch(request, connection),
  )
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
  const url = `http://${reachable(host)}:${await listening(server, host, port)}`
  const publicUrl = env.SANDBOX_PUBLIC_URL?.trim() || url
  try {
    sandbox = createSandbox({
      publicUrl,
      // On all addresses of a machine it is called by names that nobody knows here.
      ...(['0.0.0.0', '::'].includes(host) && { hosts: 'any' as const }),
      mode,
      officialUrls,
      log: (line) => print(written(line)),
      ...uptime?.options,
    })
  } catch {
    await stop(server)
    throw new ConfigurationError([
      `SANDBOX_PUBLIC_URL must be an absolute http: or https: address without query, got "${publicUrl}". Leave it out to use ${url}.`,
    ])
  }
  print(`Sandbox: ${url} (${mode}), key ${sandboxKey}`)
  await uptime?.start(publicUrl.replace(/\/+$/, ''))
  return {
    url,
    async close() {
      await uptime?.close()
      await stop(server)
    },
  }
}

async function uptimeOf(text: string): Promise<SandboxUptime | undefined> {
  if (text === 'off') return undefined
  const seconds = Number(text)
  if (!/^\d{1,5}$/.test(text) || seconds < 1 || seconds > 86_400) {
    throw new ConfigurationError([
      `SANDBOX_UPTIME_SECONDS must be a number of seconds from 1 to 86400, or off, got "${text}". Leave it out to use 60.`,
    ])
  }
  const { sandboxUptime } = await import('./sandbox-uptime.ts')
  return sandboxUptime(seconds)
}

type Line = Parameters<NonNullable<SandboxOptions['log']>>[0]

const written = ({ method, path, status, scenario }: Line) =>
  `sandbox ${method} ${path} ${status}${scenario === undefined ? '' : ` (${scenario})`}`

interface PortSetting {
  variable: 'SANDBOX_PORT' | 'PORT'
  number: number
}

function portOf(env: Readonly<Record<string, string | undefined>>): PortSetting {
  const variable = env.SANDBOX_PORT?.trim() || !env.PORT?.trim() ? 'SANDBOX_PORT' : 'PORT'
  const value = env[variable]?.trim() || String(standardPort)
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return { variable, number: Number(value) }
  throw new ConfigurationError([
    `${variable} must be a port from 0 to 65535, got "${value}". Leave it out to use ${standardPort}.`,
  ])
}

function modeOf(value: string): NonNullable<SandboxOptions['mode']> {
  if (value === 'strict' || value === 'faithful') return value
  throw new ConfigurationError([`SANDBOX_MODE must be strict or faithful, got "${value}". Leave it out to use strict.`])
}

function yesOrNo(value: string): boolean {
  if (value === 'true' || value === 'false') return value === 'true'
  throw new ConfigurationError([`SANDBOX_OFFICIAL_URLS must be true or false, got "${value}". Leave it out for false.`])
}

/** The host as a link names it: an address that means "all of them" is this machine. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

async function listening(server: Server, host: string, { variable, number }: PortSetting): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(sentenceOn(error, host, variable, number)))
    server.listen(number, host, resolve)
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : number
}

function sentenceOn({ code }: NodeJS.ErrnoException, host: string, variable: string, port: number): Error {
  if (code === 'EADDRINUSE') {
    return new ConfigurationError([`Port ${port} is in use: set ${variable} to another one.`])
  }
  if (code === 'EACCES') {
    return new ConfigurationError([`Port ${port} may not be used by this user: set ${variable} to one above 1023.`])
  }
  return new ConfigurationError([
    `"${host}" is not an address of this machine (${code ?? 'unknown'}): set SANDBOX_HOST to 127.0.0.1 or 0.0.0.0.`,
  ])
}

/** Ends it at once: a scenario may be holding a call for minutes. */
async function stop(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeAllConnections()
  await closed
}
