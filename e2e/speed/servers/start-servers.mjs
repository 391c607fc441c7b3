/** Starts what is measured under load: the BFF as it is shipped, a raw pass-through beside it, their upstream, the load. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { bffHeaders, bffPaths, servicePaths } from 'voter-registration/contract'
import { start } from '../harness/child.mjs'

/** The command that an operator runs. */
export const cli = path.resolve('node_modules/voter-registration-server/dist/server/cli.js')

const origin = 'https://partner.example'
const keyId = '00000000-0000-4000-8000-000000000001'
const keySecret = 'a-secret-of-the-benchmarks'
const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`

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

/** The program that loads them. */
export const startLoad = () => startProgram('../harness/load.mjs')

/** Voters who do as the form does. */
export const startArrivals = () => startProgram('../harness/arrivals.mjs')

async function startProgram(file) {
  const load = await start([here(file)])
  return {
    stop: () => load.stop(),
    async run(task) {
      const result = await load.ask(task)
      if (result.error !== undefined) throw new Error(result.error)
      return result
    },
  }
}

/** Straight to the upstream: what the load and the upstream could do without any proxy. */
export const direct = (upstream) => ({
  port: upstream.said.port,
  request: { path: servicePaths.registration, headers: { ...browser, authorization }, check: 'events' },
})

/** The raw `node:http` pass-through. */
export async function startRaw(upstream) {
  const env = { UPSTREAM_URL: `http://127.0.0.1:${upstream.said.port}`, AUTHORIZATION: authorization }
  const child = await start([here('raw.mjs')], { role: 'subject', env })
  const request = { path: servicePaths.registration, headers: browser, check: 'events' }
  return { name: 'raw node:http pass-through', child, port: child.said.port, request, stop: () => child.stop() }
}

/** The plainest proxy of the BFF's own libraries, its database on disk and its log in a file. */
export async function startPlain(upstream) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-bench-'))
  const env = {
    NODE_ENV: 'production',
    MALLOC_ARENA_MAX: '2',
    UPSTREAM_URL: `http://127.0.0.1:${upstream.said.port}`,
    AUTHORIZATION: authorization,
    ORIGIN: origin,
    DATA_DIR: folder,
  }
  const child = await start([here('plain.mjs')], { role: 'subject', env, output: path.join(folder, 'log') })
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

/**
 * What is not as shipped. The upstream is on this machine, where the defaults switch limits off; behind
 * a proxy of the operator's every voter has an address of their own.
 */
const configuration = {
  TRUST_PROXY_HOPS: '1',
  RATE_LIMITS: 'on',
}

/** Every default of a real service, limits included. */
export const realDefaults = { ...configuration, BOT_CHECK: 'proof' }

/** The same as a sentence for a result. */
export const configured =
  'The BFF is the command as the systemd unit starts it, with its log in a file and every default of a real service; each voter has an address, a phone number and an e-mail address of their own.'

/**
 * The BFF as an operator runs it: the command with the arguments of the systemd unit, its log in a file.
 *
 * @param disk whether it has its default storage on disk; else it keeps everything in memory
 * @param data the folder of its database; without it a new one, which is removed in the end
 * @param node further arguments for Node
 * @param env further variables
 * @param ipc whether one of `node` talks over IPC
 * @param role see `start`: several processes do not share the one core
 * @param program the command of another build
 */
export async function startBff(
  upstream,
  { disk = true, data, node = [], env = {}, ipc, role = 'subject', program = cli } = {},
) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-bench-'))
  const child = await start(
    ['--disable-proto=delete', '--max-old-space-size=384', '--max-semi-space-size=16', ...node, program, 'bff'],
    {
      role,
      ready: 'address',
      output: path.join(folder, 'log'),
      ipc,
      env: {
        NODE_ENV: 'production',
        MALLOC_ARENA_MAX: '2',
        PORT: '0',
        UPSTREAM_URL: `http://127.0.0.1:${upstream.said.port}`,
        API_KEY_ID: keyId,
        API_KEY_SECRET: keySecret,
        ALLOWED_ORIGINS: origin,
        ...(disk && { DATA_DIR: data ?? path.join(folder, 'data') }),
        ...configuration,
        ...env,
      },
    },
  )
  // With HOST=0.0.0.0 it is asked on this machine all the same.
  const url = `http://127.0.0.1:${new URL(child.said).port}`
  const port = Number(new URL(child.said).port)
  // `connection: close`: what asks next may come after the server has closed what it kept.
  const asked = await fetch(`${url}${bffPaths.settings}`, { headers: { origin, connection: 'close' } })
  const { wording } = await asked.json()
  return {
    name: disk ? 'the BFF, on disk' : 'the BFF, in memory',
    child,
    port,
    request: {
      path: bffPaths.registrations,
      headers: { ...browser, [bffHeaders.consentVersion]: wording.en.version },
      key: bffHeaders.idempotencyKey,
      check: 'tokens',
    },
    async stop() {
      await child.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
