/** Starts the proxies that are measured beside each other, all before the same upstream. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { bffHeaders, bffPaths, servicePaths } from 'voter-registration/contract'
import { v8Wishes } from '../../../dist/cli/v8-wishes.js'
import { start } from '../harness/child.mjs'
import { peerVersion } from '../peers/from-peers.mjs'

export const origin = 'https://partner.example'
const keyId = '6f1ed002-ab5f-4b7e-9d6b-4d3f3a2b1c0d'
const keySecret = 'a-secret-of-the-benchmarks'
const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`

const here = (file) => new URL(file, import.meta.url).pathname

/** What a browser sends with a request, whoever answers it. */
export const browser = {
  host: '127.0.0.1',
  origin,
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
  accept: '*/*',
  'accept-language': 'en-US,en;q=0.9',
  'content-type': 'application/json',
}

/** The upstream that all of them ask. */
export const startUpstream = (ms = 0) => start([here('upstream.mjs'), String(ms)])

/** The program that loads them. */
export async function startLoad() {
  const load = await start([here('../harness/load.mjs')])
  return {
    stop: () => load.stop(),
    async run(task) {
      const result = await load.ask(task)
      if (result.error !== undefined) throw new Error(result.error)
      return result
    },
  }
}

const template = { path: servicePaths.registration, headers: browser }
const passThrough = { template, check: 'bytes' }

/** Straight to the upstream: what the load and the upstream could do without any proxy. */
export const direct = (upstream) => ({
  port: upstream.said.port,
  template: { path: servicePaths.registration, headers: { ...browser, authorization } },
  check: 'bytes',
})

/** A proxy that is a script of ours. */
export async function startProxy(file, upstream) {
  const env = { UPSTREAM_URL: `http://127.0.0.1:${upstream.said.port}`, AUTHORIZATION: authorization }
  const child = await start([here(file)], { role: 'subject', env })
  return { ...passThrough, child, port: child.said.port, stop: () => child.stop() }
}

/**
 * Our BFF with everything on, its log written to a file.
 *
 * @param disk whether presses, outcomes and receipts are kept on disk, else in memory
 * @param inFlight widens its room for calls under way
 * @param without which guards are off, see `bff.mjs`
 * @param node arguments for Node itself
 * @param data the folder of its database; without it a new folder, which is removed in the end
 */
export async function startBff(upstream, { disk = false, inFlight, without = [], node = [], data }) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-bench-'))
  const env = {
    UPSTREAM_URL: `http://127.0.0.1:${upstream.said.port}`,
    KEY_ID: keyId,
    KEY_SECRET: keySecret,
    ORIGIN: origin,
    DATA_DIR: disk ? (data ?? path.join(folder, 'data')) : 'none',
    WITHOUT: without.join(','),
    MALLOC_ARENA_MAX: '2',
    ...(inFlight !== undefined && { IN_FLIGHT: String(inFlight) }),
  }
  const output = openSync(path.join(folder, 'log'), 'w')
  // As the command asks of V8, and as the files in src/bff/deploy start it.
  const asked = [...v8Wishes, '--max-semi-space-size=8']
  const child = await start([process.execPath, ...asked, ...node, here('bff.mjs')], {
    role: 'subject',
    env,
    output,
    cwd: process.cwd(),
  })
  const { port } = child.said
  const settings = await (await fetch(`http://127.0.0.1:${port}${bffPaths.settings}`, { headers: { origin } })).json()
  const headers = {
    ...browser,
    [bffHeaders.idempotencyKey]: '{key}',
    [bffHeaders.consentVersion]: settings.wording.en.version,
  }
  return {
    child,
    port,
    metrics: child.said.metrics,
    template: { path: bffPaths.registrations, headers },
    check: 'sealed',
    headers,
    async stop() {
      await child.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const nginx = ['/usr/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx', '/usr/bin/nginx'].find((file) =>
  existsSync(file),
)

/** The versions of what can be started here; nginx is missing where it is not installed. */
export const versions = () => ({
  fastify: peerVersion('fastify'),
  '@fastify/http-proxy': peerVersion('@fastify/http-proxy'),
  express: peerVersion('express'),
  'http-proxy-middleware': peerVersion('http-proxy-middleware'),
  ...(nginx && { nginx: /nginx\/([\d.]+)/.exec(spawnSync(nginx, ['-v']).stderr.toString())?.[1] }),
})

/** nginx as a proxy with kept connections, one worker; `undefined` where it is not installed. */
export async function startNginx(upstream) {
  if (nginx === undefined) return undefined
  const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-nginx-'))
  const port = await freePort()
  mkdirSync(path.join(folder, 'logs'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  writeFileSync(
    path.join(folder, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 4096; }
http {
  access_log off; ${temporary.join(' ')}
  keepalive_requests 100000000;
  upstream service { server 127.0.0.1:${upstream.said.port}; keepalive 256; keepalive_requests 100000000; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://service; proxy_http_version 1.1;
      proxy_set_header Connection ""; proxy_set_header Authorization "${authorization}";
    }
  }
}
`,
  )
  const child = await start(
    [nginx, '-p', folder, '-c', path.join(folder, 'nginx.conf'), '-e', path.join(folder, 'error.log')],
    {
      role: 'subject',
      says: 'nothing',
    },
  )
  for (let tries = 0; !(await answers(port)) && tries < 100; tries++) await pause(50)
  return {
    ...passThrough,
    child,
    port,
    async stop() {
      await child.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const answers = (port) =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  )

/** A port that nobody has. */
export const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer()
      .on('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = server.address()
        server.close(() => resolve(port))
      })
  })
