/** Starts what is measured under load: the BFF as it is shipped, a raw pass-through beside it, their upstream, the load. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { bffHeaders, bffPaths, servicePaths } from 'voter-registration/contract'
import { readProcessorTime, start } from '../harness/child.mjs'

/** The command that an operator runs. */
export const cli = path.resolve('node_modules/voter-registration-server/dist/server/cli.js')

const origin = 'https://partner.example'
const keyId = '00000000-0000-4000-8000-000000000001'
const keySecret = 'a-secret-of-the-benchmarks'
const proxyEnvironment = (upstream) => ({
  NODE_ENV: 'production',
  MALLOC_ARENA_MAX: '2',
  UPSTREAM_URL: `http://127.0.0.1:${upstream.said.port}`,
  AUTHORIZATION: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
  ORIGIN: origin,
})

const here = (file) => fileURLToPath(new URL(file, import.meta.url))

/** What a browser sends with a request. */
const browser = {
  host: '127.0.0.1',
  origin,
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
  accept: '*/*',
  'accept-language': 'en-US,en;q=0.9',
  'content-type': 'application/json',
}

/** The upstream that all of them ask. @param ms how long it takes to answer */
export const startUpstream = (ms = 0) => start([here('upstream.mjs'), String(ms)])

/** Starts the program that loads them, or with `arrivals.mjs` voters who do as the form does. */
export async function startLoad(file = 'load.mjs') {
  const load = await start([here(`../harness/${file}`)])
  return {
    stop: () => load.stop(),
    async run(task) {
      const result = await load.ask(task)
      if (result.error !== undefined) throw new Error(result.error)
      return result
    },
  }
}

/** The raw `node:http` pass-through. */
export async function startRaw(upstream) {
  const child = await start([here('raw.mjs')], { role: 'subject', env: proxyEnvironment(upstream) })
  const request = { path: servicePaths.registration, headers: browser, check: 'events' }
  return { name: 'raw node:http pass-through', child, port: child.said.port, request, stop: () => child.stop() }
}

/** The plainest proxy of the BFF's own libraries, its database on disk. */
export async function startPlain(upstream) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-bench-'))
  const env = { ...proxyEnvironment(upstream), DATA_DIR: folder }
  const child = await start([here('plain.mjs')], { role: 'subject', env })
  return {
    name: 'the plainest proxy of the same libraries',
    child,
    port: child.said.port,
    request: { path: bffPaths.registrations, headers: browser, key: bffHeaders.idempotencyKey, check: 'events' },
    async stop() {
      await child.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** What is not as shipped. The upstream is on this machine, where the defaults switch limits off; behind a proxy of the operator's
 *  every voter has an address of their own. */
const configuration = { TRUST_PROXY_HOPS: '1', RATE_LIMITS: 'on' }

/** Every default of a real service, limits included. */
export const realDefaults = { BOT_CHECK: 'proof' }

/** The same as a sentence for a result. */
export const configured =
  'The BFF is the command as the systemd unit starts it, with its log in a file and every default of a real service; each voter has an address, a phone number and an e-mail address of their own.'

/**
 * The BFF as an operator runs it: the command with the arguments of the systemd unit, its log and its database on disk.
 *
 * @param env further variables
 */
export async function startBff(upstream, env = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-bench-'))
  const child = await start(
    ['--disable-proto=delete', '--max-old-space-size=384', '--max-semi-space-size=16', cli, 'bff'],
    {
      role: 'subject',
      output: path.join(folder, 'log'),
      env: {
        NODE_ENV: 'production',
        MALLOC_ARENA_MAX: '2',
        PORT: '0',
        UPSTREAM_URL: `http://127.0.0.1:${upstream.said.port}`,
        API_KEY_ID: keyId,
        API_KEY_SECRET: keySecret,
        ALLOWED_ORIGINS: origin,
        DATA_DIR: path.join(folder, 'data'),
        ...configuration,
        ...env,
      },
    },
  )
  const version = await readConsentVersion(child.said, origin)
  return {
    name: 'the BFF, on disk',
    child,
    port: Number(new URL(child.said).port),
    request: {
      path: bffPaths.registrations,
      headers: { ...browser, [bffHeaders.consentVersion]: version },
      key: bffHeaders.idempotencyKey,
      check: 'tokens',
    },
    async stop() {
      await child.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the version of the English wording. `connection: close`: what asks next may come after the server has closed what it kept. */
export async function readConsentVersion(bff, site) {
  const reply = await fetch(`${bff}${bffPaths.settings}`, { headers: { origin: site, connection: 'close' } })
  return (await reply.json()).wording.en.version
}

/** Accepted statuses. 503 can occur on a machine with other load; any other status is a bug of the bench. */
const fine = new Set(['200', '503'])

/**
 * Returns a measurement: every response must be complete, and the upstream must get at least one request per response.
 *
 * @returns a function of a server and `{ connections, seconds, rate }`: the load's result, `micros` of CPU time for each voter
 *   (microseconds), and how many percent were `refused` with 503
 * @throws when a server did not do its work: then nothing was measured
 */
export const createMeasurement =
  (load, upstream) =>
  async ({ name, port, request, child }, task) => {
    const before = await upstream.ask('count')
    const began = readProcessorTime(child.pid)
    const result = await load.run({ port, request, ...task })
    const ended = readProcessorTime(child.pid)
    const after = await upstream.ask('count')
    const asked = after.registration - before.registration
    const isWhole = Object.keys(result.statuses).every((status) => fine.has(status)) && result.wrong === undefined
    if (!isWhole || result.broken > 0 || asked < result.answered || after.withoutKey > 0 || result.answered === 0) {
      throw new Error(`${name} did not do its work: ${JSON.stringify({ ...result, asked, ...after })}`)
    }
    const refused = result.statuses[503] ?? 0
    const all = result.answered + refused
    return { ...result, refused: (refused / all) * 100, micros: ((ended - began) / all) * 1e6 }
  }
