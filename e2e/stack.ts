/** The whole running system: page, BFF and sandbox, with a fault proxy between the last two. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '../src/contract/testing/free-port.mjs'
import { type Child, root, startChild } from './child.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { startSite } from './site.ts'

/** The sandbox's key. It is not a secret: it is always the same and works nowhere else. */
export const sandboxKey = { id: '00000000-0000-4000-8000-000000000001', secret: 'sandbox-secret' }

/** What the sandbox has accepted, oldest first, without events whose registration was forgotten meanwhile: they belong to an
 *  earlier test. */
export interface Received {
  registrations: { body: Record<string, unknown>; action: string; headers: Record<string, string> }[]
  events: { raw: string; event: unknown; headers: Record<string, string> }[]
  tracking_failures: { raw: string }[]
}

/** A running stack. */
export interface Stack {
  /** Origin of the partner's site. */
  site: string
  /** Another origin that may use the BFF, for a site that a spec starts. */
  developmentOrigin: string
  bff: string
  /** Returns the folder of the running BFF's database. */
  dataDir(): string
  sandbox: string
  /** Origin of the sandbox's pages, to which its links lead. */
  pages: string
  /** URL of the BFF through a proxy that records requests in {@link Stack.journal}. */
  journaledBff: string
  /** Requests in order: those to the BFF, from there to the service, and to the sandbox's own pages. */
  journal: string[]
  /** The network between BFF and sandbox. */
  network: FaultProxy
  received(): Promise<Received>
  /** Forgets what was received, removes network faults and starts the BFF if it was killed. */
  reset(): Promise<void>
  killBff(): Promise<void>
  startBff(change?: Record<string, string>): Promise<void>
  /** Has the BFF read the operator's files again. */
  reload(): void
  /** Returns the output of BFFs and sandbox, unchanged. */
  output(): string
  stop(): Promise<void>
}

/**
 * Starts a stack on free ports of this machine.
 *
 * @param cli the program of `voter-registration-server`. Default: the one that this tree has built
 */
export async function startStack(cli = 'node_modules/voter-registration-server/dist/server/cli.js'): Promise<Stack> {
  const site = await startSite(path.join(root, 'dist/demo'))
  const [sandboxPort, bffPort, developmentPort] = [await freePort(), await freePort(), await freePort()]
  const developmentOrigin = `http://127.0.0.1:${developmentPort}`
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  const bffUrl = `http://127.0.0.1:${bffPort}`
  let printed = ''
  const print = (text: string) => {
    printed += text
  }
  const journal: string[] = []
  const note = (request: string) => void journal.push(request)
  const pages = await startFaultProxy(sandboxUrl, note)
  const frontDoor = await startFaultProxy(bffUrl, note)
  const sandbox = await startChild(
    ['node_modules/voter-registration-sandbox/dist/sandbox/cli.js'],
    { SANDBOX_PORT: String(sandboxPort), SANDBOX_PUBLIC_URL: pages.url },
    `${sandboxUrl}/_sandbox/received`,
    print,
  )
  const network = await startFaultProxy(sandboxUrl, note)
  const data = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-stack-'))
  let starts = 0
  let bff: Child | undefined

  const startBff = async (change: Record<string, string> = {}) => {
    bff = await startChild(
      ['--disable-proto=delete', cli, 'bff'],
      {
        UPSTREAM_URL: network.url,
        API_KEY_ID: sandboxKey.id,
        API_KEY_SECRET: sandboxKey.secret,
        ALLOWED_ORIGINS: `${site.origin},${developmentOrigin}`,
        PARTNER_SMS_PROGRAM: 'true',
        PORT: String(bffPort),
        HOST: '127.0.0.1',
        // A new folder each time: what still waits for the service must not appear in the next test.
        DATA_DIR: path.join(data, String(++starts)),
        ...change,
      },
      `${bffUrl}/healthz`,
      print,
    )
  }
  const killBff = async () => {
    await bff?.kill()
    bff = undefined
  }
  await startBff()
  return {
    site: site.origin,
    developmentOrigin,
    bff: bffUrl,
    dataDir: () => path.join(data, String(starts)),
    sandbox: sandboxUrl,
    pages: pages.url,
    journaledBff: frontDoor.url,
    journal,
    network,
    async received() {
      const received = (await (await fetch(`${sandboxUrl}/_sandbox/received`)).json()) as Received
      const actions = new Set(received.registrations.map(({ action }) => action))
      const isOurs = ({ event }: Received['events'][number]) => {
        const ofAction = typeof event === 'object' && event !== null && 'action' in event
        return !ofAction || actions.has(String(event.action))
      }
      return { ...received, events: received.events.filter(isOurs) }
    },
    async reset() {
      network.set({ kind: 'none' })
      journal.length = 0
      await network.open()
      if (bff === undefined) await startBff()
      await fetch(`${sandboxUrl}/_sandbox/received`, { method: 'DELETE' })
    },
    killBff,
    startBff,
    reload: () => bff?.signal('SIGHUP'),
    output: () => printed,
    async stop() {
      await killBff()
      await sandbox.kill()
      for (const proxy of [network, pages, frontDoor]) await proxy.close()
      await site.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}
