/** The demo's monitor: checks the sandbox's mocks of states' sites, and checks at once when one is taken down. */
import { createMonitor, getToolSites, type Monitor } from 'voter-registration-monitor'
import type { Sandbox, SandboxOptions } from 'voter-registration-sandbox'

/** What the sandbox receives, and how the monitor starts once the sandbox is reachable. */
export interface DemoUptime {
  options: Required<Pick<SandboxOptions, 'uptime' | 'onSites'>>
  start(sandbox: Sandbox): Promise<void>
  close(): Promise<void>
}

/** Creates it. Records are stored in memory; each site is checked every half minute. */
export function demoUptime(sandboxUrl: string): DemoUptime {
  let monitor: Monitor | undefined
  let sites: { url: string; description: string }[] = []
  return {
    options: {
      uptime: async (request) => monitor?.fetch(request) ?? new Response(null, { status: 503 }),
      onSites: (state) => {
        const urls = sites.filter(({ description }) => description.startsWith(`${state} `)).map(({ url }) => url)
        monitor?.checkSoon(urls).catch(() => undefined)
      },
    },
    async start(sandbox) {
      sites = sandbox.states().flatMap((state) => getToolSites(state))
      monitor = await createMonitor({
        sites,
        dataDir: ':memory:',
        sentinel: sandboxUrl,
        publicUrl: sandboxUrl,
        intervalSeconds: 30,
        timeoutSeconds: 5,
        confirmAfterSeconds: 0.2,
        hostGapSeconds: 0,
        concurrency: 16,
        perHost: 16,
        allowedNetworks: ['127.0.0.0/8'],
      })
      monitor.start()
    },
    close: async () => monitor?.close(1_000),
  }
}
