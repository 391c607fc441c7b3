/** `voter-registration-monitor`: the uptime monitor, its API and its status page, configured by the environment. */
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { statusPaths } from '../../contract/routes.ts'
import { createCommandLine } from '../../server/commands/command-line.ts'
import { asConfigurationError } from '../../server/commands/storage-location.ts'
import { createStrictListener, startListening } from '../../server/http-server.ts'
import type { Environment } from '../../server/options/read-options.ts'
import { createMonitor, type Monitor } from '../create-monitor.ts'
import { MonitorVariables, monitorFromEnvironment } from './monitor-environment.ts'

/** @throws ConfigurationError with every problem of the environment; StartError when it cannot listen, or Civic has no answer. */
export async function runMonitor(
  env: Environment,
  print: (line: string) => void = console.log,
): Promise<{ url: string; close(): Promise<void> }> {
  const { options, host, port } = await monitorFromEnvironment(env)
  const log = (line: object) => print(JSON.stringify({ t: new Date().toISOString(), ...line }))
  const monitor = await createMonitor(options, { log }).catch((error: unknown) => {
    throw asConfigurationError(error)
  })
  const listen = getRequestListener((request) => handleRequest(monitor, request), { hostname: 'localhost' })
  const server = createServer(createStrictListener((incoming, outgoing) => void listen(incoming, outgoing)))
  let url: string
  try {
    url = await startListening(server, { host, port })
  } catch (error) {
    await monitor.close(0)
    throw error
  }
  monitor.start()
  print(`Monitor: ${url}/v1/leouptime/sites/ (${options.sites.length} sites)`)
  print(`Status page: ${url}${statusPaths.page}`)
  return {
    url,
    async close() {
      const serverClosed = new Promise((resolve) => server.close(resolve))
      server.closeIdleConnections()
      await monitor.close()
      server.closeAllConnections()
      await serverClosed
    },
  }
}

async function handleRequest(monitor: Monitor, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (pathname === '/healthz') return Response.json({ status: 'ok' })
  if (pathname !== '/readyz') return monitor.fetch(request)
  return monitor.ready().then(
    () => Response.json({ status: 'ready' }),
    () => Response.json({ status: 'storage_unavailable' }, { status: 503 }),
  )
}

export const { run: runCli, main } = createCommandLine('voter-registration-monitor', {
  '': {
    summary: "Checks the states' sites of MONITOR_SITES, and serves the Uptime API and a status page.",
    server: () => Promise.resolve(runMonitor),
    options: () => Promise.resolve(MonitorVariables),
  },
  status: {
    summary: 'prints which sites are up, from the records of a running monitor',
    configure: async () => (await import('./monitor-status.ts')).monitorStatus,
  },
})
