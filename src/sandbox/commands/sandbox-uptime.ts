/** The Uptime API of the sandbox: a real monitor that checks the sandbox's own placeholder pages for states' sites. */
import type { StateCode } from '../../contract/states.ts'
import { createMonitor, type Monitor } from '../../monitor/create-monitor.ts'
import type { MonitorOptions } from '../../monitor/options.ts'
import { toolSites } from '../../monitor/target-list.ts'
import type { Sandbox } from '../create-sandbox.ts'

/** The options for the sandbox, and the functions that start and stop the monitor. */
export interface SandboxUptime {
  /** To be merged into the sandbox's options. */
  options: { uptime: (request: Request) => Promise<Response>; onSites: (state: StateCode) => void }
  /** Starts the monitor, once the sandbox is reachable at its address. */
  start(sandbox: Pick<Sandbox, 'states'>, publicUrl: string): Promise<void>
  close(): Promise<void>
}

/**
 * Creates the monitor. It takes its sites from the sandbox's Civic data, keeps its records in memory, and checks at once when
 * a site is taken down or brought back.
 *
 * @param seconds interval between two checks of a site
 */
export function sandboxUptime(seconds: number): SandboxUptime {
  let monitor: Monitor | undefined
  let sites: MonitorOptions['sites'] = []
  return {
    options: {
      uptime: async (request) => monitor?.fetch(request) ?? new Response(null, { status: 503 }),
      onSites: (state) => {
        const urls = sites.filter(({ description }) => description.startsWith(`${state} `)).map(({ url }) => url)
        monitor?.checkSoon(urls).catch(() => undefined)
      },
    },
    async start(sandbox, publicUrl) {
      const ownPage = { mustContain: 'You have got here' }
      sites = sandbox.states().flatMap((state) => toolSites(state).map((site) => ({ ...site, ...ownPage })))
      monitor = await createMonitor({
        sites,
        dataDir: ':memory:',
        sentinel: `${publicUrl}/`,
        intervalSeconds: seconds,
        timeoutSeconds: 5,
        confirmAfterSeconds: 0.2,
        hostGapSeconds: 0,
        concurrency: 16,
        perHost: 16,
        publicUrl,
        // The list holds only the sandbox's own pages.
        allowedNetworks: ['0.0.0.0/0', '::/0'],
      })
      monitor.start()
    },
    close: async () => monitor?.close(1_000),
  }
}
