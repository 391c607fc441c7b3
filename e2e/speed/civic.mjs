/** What facts about states cost: `GET /states/{code}` out of the BFF's cache beside a bare `node:http` server that answers
 *  the same bytes, in turns within one run; and how long it takes to bring all states from version 1 to version 2. */
import { fork, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import { migrateStateData, stateCodes, stateFactsPath, statePath } from 'voter-registration/contract'
import { createSandbox, sandboxKey } from 'voter-registration/sandbox'

const rounds = Number(process.env.BENCH_ROUNDS ?? 20)
const perRound = Number(process.env.BENCH_REQUESTS ?? 4_000)
const connections = 20
const origin = 'http://localhost:4173'
const bars = { requestsPerSecond: 3_000, migrationMs: 5 }

/** The other subject: this same file in a process of its own. */
function bareServer() {
  process.once('message', (bodies) => {
    const known = new Map(bodies.map(([path, body]) => [path, Buffer.from(body)]))
    const server = createServer((request, response) => {
      const body = known.get(request.url)
      response.writeHead(body ? 200 : 404, { 'content-type': 'application/json', 'content-length': body?.length ?? 0 })
      response.end(body)
    })
    server.listen(0, '127.0.0.1', () => process.send?.(server.address().port))
  })
  process.once('disconnect', () => process.exit())
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
const whole = (value) => Math.round(value).toLocaleString('en-US')

/** Starts a command of the package; gives its address, which it prints. */
function start(name, env) {
  const child = spawn(process.execPath, ['dist/cli.js', name], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text) => {
      const found = /https?:\/\/[^\s,]+/.exec(text)
      if (found) resolve(found[0])
    })
    child.on('exit', (code) => reject(new Error(`${name} ended with exit code ${code}`)))
  })
  return { child, url }
}

async function migration() {
  const sandbox = createSandbox()
  const headers = { authorization: `Basic ${Buffer.from(sandboxKey).toString('base64')}` }
  const states = await Promise.all(
    stateCodes.map(async (code) =>
      (await sandbox.fetch(new Request(`http://127.0.0.1${statePath(1, code)}`, { headers }))).json(),
    ),
  )
  const fields = states.reduce((sum, state) => sum + state.state_information.length, 0)
  const once = () => {
    const before = performance.now()
    for (const state of states) {
      if (migrateStateData(state).stateData.state_information.length < 80) throw new Error('Nothing was migrated.')
    }
    return performance.now() - before
  }
  for (let i = 0; i < 200; i++) once()
  const times = Array.from({ length: 200 }, once)
  return { states: states.length, fields, median: median(times), min: Math.min(...times), max: Math.max(...times) }
}

async function requests() {
  const children = []
  try {
    const sandbox = start('sandbox', { SANDBOX_PORT: '0', SANDBOX_UPTIME_SECONDS: 'off' })
    children.push(sandbox.child)
    const upstream = await sandbox.url
    const [keyId, keySecret] = sandboxKey.split(':')
    const bff = start('bff', {
      PORT: '0',
      UPSTREAM_URL: upstream,
      API_KEY_ID: keyId,
      API_KEY_SECRET: keySecret,
      CIVIC_URL: upstream,
      CIVIC_KEY_ID: keyId,
      CIVIC_KEY_SECRET: keySecret,
      ALLOWED_ORIGINS: origin,
      LOG_LEVEL: 'info',
    })
    children.push(bff.child)
    const bffUrl = await bff.url
    const paths = stateCodes.map((code) => stateFactsPath(code))
    const bodies = []
    for (const path of paths) bodies.push([path, await (await fetch(bffUrl + path, { headers: { origin } })).text()])
    const bare = fork(fileURLToPath(import.meta.url), ['bare'])
    children.push(bare)
    bare.send(bodies)
    const port = await new Promise((resolve) => bare.once('message', resolve))

    const lengths = bodies.map(([, body]) => Buffer.byteLength(body))
    const subjects = {
      bare: new Pool(`http://127.0.0.1:${port}`, { connections }),
      bff: new Pool(bffUrl, { connections }),
    }
    /** Requests each second; every answer is checked to be whole. */
    async function round(pool, count) {
      let next = 0
      const before = performance.now()
      await Promise.all(
        Array.from({ length: connections }, async () => {
          for (let mine = next++; mine < count; mine = next++) {
            const at = mine % paths.length
            const response = await pool.request({ path: paths[at], method: 'GET', headers: { origin } })
            const { byteLength } = await response.body.arrayBuffer()
            if (response.statusCode !== 200 || byteLength !== lengths[at]) {
              throw new Error(
                `${paths[at]} answered ${response.statusCode} with ${byteLength} bytes: nothing was measured`,
              )
            }
          }
        }),
      )
      return (count * 1_000) / (performance.now() - before)
    }
    for (const pool of Object.values(subjects)) await round(pool, perRound)
    const rates = { bare: [], bff: [] }
    for (let i = 0; i < rounds; i++) {
      for (const name of i % 2 === 0 ? ['bare', 'bff'] : ['bff', 'bare']) {
        rates[name].push(await round(subjects[name], perRound))
      }
    }
    await Promise.all(Object.values(subjects).map((pool) => pool.close()))
    const ratios = rates.bff.map((rate, i) => rate / rates.bare[i])
    return {
      bytes: Math.round(lengths.reduce((sum, length) => sum + length, 0) / lengths.length),
      bare: median(rates.bare),
      bff: median(rates.bff),
      ratio: { median: median(ratios), min: Math.min(...ratios), max: Math.max(...ratios) },
    }
  } finally {
    for (const child of children) child.kill('SIGTERM')
  }
}

async function bench() {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`
  const result = {
    what: 'GET /states/{code}, all 51 out of the cache; migrating all states from version 1',
    machine,
    node: process.version,
    version,
    rounds,
    perRound,
    connections,
    migration: await migration(),
    requests: await requests(),
  }
  mkdirSync('dist/bench', { recursive: true })
  writeFileSync('dist/bench/civic.json', `${JSON.stringify(result, null, 2)}\n`)
  const { migration: m, requests: r } = result
  console.log(`
GET /states/{code}, 51 states in turn, ${connections} connections; ${rounds} rounds of ${perRound}, in turns; ${r.bytes} bytes each
${machine}, Node ${process.version}, voter-registration ${version}

                       requests/s
bare node:http         ${whole(r.bare).padStart(10)}
the BFF, from cache    ${whole(r.bff).padStart(10)}   × ${r.ratio.median.toFixed(2)} (${r.ratio.min.toFixed(2)} to ${r.ratio.max.toFixed(2)}); the bar is ${whole(bars.requestsPerSecond)}/s

Migrating ${m.states} states, ${whole(m.fields)} facts: ${m.median.toFixed(2)} ms in the median (${m.min.toFixed(2)} to ${m.max.toFixed(2)}); the bar is ${bars.migrationMs} ms.
Kept as dist/bench/civic.json`)
  if (r.bff < bars.requestsPerSecond || m.median > bars.migrationMs) process.exitCode = 1
}

if (process.argv[2] === 'bare') bareServer()
else await bench()
