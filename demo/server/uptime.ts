/** The demo's monitor: watches the sandbox's stand-ins for states' sites, and looks at once when one is taken down. */
import { readStateData, stateCodes, statePath } from 'voter-registration/contract'
import { createMonitor, type Monitor, toolSites } from 'voter-registration-server/monitor'
import { createSandbox, type SandboxOptions, sandboxKey } from 'voter-registration-server/sandbox'

/** What the sandbox is given, and how the monitor begins once the sandbox can be reached. */
export interface DemoUptime {
  options: Required<Pick<SandboxOptions, 'uptime' | 'onSites'>>
  start(): Promise<void>
  close(): Promise<void>
}

/** Makes it. Records are kept in memory; each site is asked every half minute. */
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
    async start() {
      sites = await sitesOf(sandboxUrl)
      monitor = await createMonitor({
        sites,
        dataDir: ':memory:',
        sentinel: sandboxUrl,
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

/** The tools that the sandbox's Civic data names, asked of another sandbox: the demo's own shows who asks. */
async function sitesOf(publicUrl: string) {
  const { fetch } = createSandbox({ publicUrl })
  const headers = { authorization: `Basic ${btoa(sandboxKey)}`, accept: 'application/json' }
  const states = await Promise.all(
    stateCodes.map(async (code) => {
      const answer = await fetch(new Request(new URL(statePath(2, code), publicUrl), { headers }))
      const read = readStateData(await answer.json())
      return read === undefined ? [] : toolSites(read.stateData)
    }),
  )
  return states.flat()
}
