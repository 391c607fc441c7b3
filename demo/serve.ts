/** What `npm start` runs: the sandbox, the BFF in front of it, and the demo's pages. With `DEMO_ONLY=1` only the pages,
 *  for a BFF at `BFF_URL` and a sandbox at `SANDBOX_URL` that run separately. `DEMO_BEFORE=<folder>`,
 *  the `dist/demo` of another commit's worktree, lets `/gallery.html?before` show each example before and now. */
import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import closeWithGrace from 'close-with-grace'
import { createSandbox, sandboxKey } from 'voter-registration-sandbox'
import { hostedPage } from 'voter-registration-server/hosted'
import { scriptFiles, serve, undiciTransport } from 'voter-registration-server/node'
import { cannotListen, listen, readPort } from './server/listen.ts'
import { recordTransport } from './server/record-transport.ts'
import { createSite } from './server/site.ts'
import type { SiteConfig } from './server/site-config.ts'
import { demoUptime } from './server/uptime.ts'
import { createWire } from './server/wire.ts'

const { env } = process
const loopback = '127.0.0.1'
/** "Run" sends four forms in parallel, after simulated failures: they must not wait for each other. */
const concurrency = { min: 4 }
/** What has to be closed at the end, last opened first. */
const open: (() => Promise<unknown>)[] = []

try {
  await start()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  await close()
  process.exit(1)
}
closeWithGrace({ delay: 5_000, logger: false }, close)
// npm does not forward SIGTERM to what it runs.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, 1_000).unref()

async function start(): Promise<void> {
  const demoPort = readPort(env, 'DEMO_PORT', 4173)
  const origins = [`http://localhost:${demoPort.number}`, `http://${loopback}:${demoPort.number}`]
  const wire = createWire()
  const isAlone = env.DEMO_ONLY === '1'
  const config = isAlone ? getServiceUrls() : await startServices(origins, (exchange) => wire.tell(exchange))
  const scriptFolder = path.dirname(fileURLToPath(import.meta.url))
  const folder = path.join(scriptFolder, '../demo')
  const docs = path.join(scriptFolder, '../../.vitepress/dist')
  const site = createSite({ folder, docs, config, before: env.DEMO_BEFORE, ...(!isAlone && { wire }) })
  const answer = getRequestListener(site.fetch)
  const pages = () => createServer((incoming, outgoing) => void answer(incoming, outgoing))
  await openServer(pages(), (server) => listen(server, 'the demo', demoPort, loopback))
  // Many browsers resolve "localhost" to ::1 first; a machine without IPv6 does not need it.
  await openServer(pages(), (server) => listen(server, 'the demo', demoPort, '::1')).catch(() => undefined)
  console.log(`
  Demo      ${origins[0]}/
  Docs      ${origins[0]}/docs/${existsSync(docs) ? '' : '   after: npm run docs'}
  Gallery   ${origins[0]}/gallery.html
  Snippets  ${origins[0]}/tools/builder.html
  On sites  ${origins[0]}/on
  Elements  ${origins[0]}/election-center.html
  Sites     ${origins[0]}/status.html   the monitor’s page: ${config.sandbox}/status
  BFF       ${config.bff}
  Its page  ${config.bff}/form   (works without scripts too)
  Sandbox   ${config.sandbox}   what it received: ${config.sandbox}/_sandbox/received
  Its key   ${config.sandboxKey}   (public, opens nothing else)

  Practice data only: nobody is registered. Stop with Ctrl+C.
`)
}

/** Starts sandbox and BFF in this process, and reports the BFF's requests to the page. */
async function startServices(
  allowedOrigins: string[],
  tell: Parameters<typeof recordTransport>[1],
): Promise<SiteConfig> {
  const sandboxPort = readPort(env, 'SANDBOX_PORT', 8788)
  const bffPort = readPort(env, 'PORT', 8787)
  const url = `http://${loopback}:${sandboxPort.number}`
  const [apiKeyId = '', apiKeySecret = ''] = sandboxKey.split(':')

  const uptime = demoUptime(url)
  const sandbox = createSandbox({ publicUrl: url, ...uptime.options })
  // The monitor's status page is at the sandbox's address.
  const listener = getRequestListener((request, connection) =>
    new URL(request.url).pathname.startsWith('/status')
      ? uptime.options.uptime(request)
      : sandbox.fetch(request, connection),
  )
  await openServer(
    createServer((incoming, outgoing) => void listener(incoming, outgoing)),
    (server) => listen(server, 'the sandbox', sandboxPort, loopback),
  )
  await uptime.start(sandbox)
  open.unshift(() => uptime.close())
  const transport = undiciTransport(url)
  open.unshift(() => transport.close())
  const options = {
    upstreamUrl: url,
    apiKeyId,
    apiKeySecret,
    civicUrl: url,
    civicKeyId: apiKeyId,
    civicKeySecret: apiKeySecret,
    uptimeUrl: url,
    allowedOrigins,
    port: bffPort.number,
    host: loopback,
  }
  const bff = await serve(options, {
    transport: recordTransport(transport.send, tell),
    page: hostedPage(),
    scripts: scriptFiles(),
    concurrency,
  }).catch((error: unknown) => {
    throw cannotListen('the BFF', bffPort, error)
  })
  open.unshift(() => bff.close(2_000))
  return { bff: bff.url, sandbox: url, sandboxKey }
}

/** Returns the URLs of BFF and sandbox, when they run separately. */
function getServiceUrls(): SiteConfig {
  return {
    bff: address('BFF_URL', 'http://127.0.0.1:8787'),
    sandbox: address('SANDBOX_URL', 'http://127.0.0.1:8788'),
    sandboxKey,
  }
}

async function openServer(server: Server, listening: (server: Server) => Promise<void>): Promise<void> {
  await listening(server)
  open.unshift(
    () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  )
}

async function close(): Promise<void> {
  for (const end of open) await end()
}

function address(variable: string, standard: string): string {
  const value = env[variable] ?? standard
  if (!URL.canParse(value)) throw new Error(`${variable} must be an address such as ${standard}, got "${value}".`)
  return value.replace(/\/+$/, '')
}
