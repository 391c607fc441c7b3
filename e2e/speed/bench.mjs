/** What the proxy costs: registrations sent straight to the sandbox beside registrations sent through the BFF, in turns
 *  within one run, so that a busy machine slows both alike. Each answer is checked to be the whole one. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { cpus } from 'node:os'
import { Pool } from 'undici'
import { bffHeaders, bffPaths, servicePaths } from 'voter-registration/contract'
import { sandboxKey } from 'voter-registration/sandbox'

const rounds = Number(process.env.BENCH_ROUNDS ?? 30)
const perRound = Number(process.env.BENCH_REQUESTS ?? 100)
const warmUp = 300
const origin = 'http://localhost:4173'

/** A fictional voter; the number keeps the e-mail addresses apart. */
const voter = (number) =>
  JSON.stringify({
    title: 'Ms',
    first_name: 'Ada',
    last_name: 'Sample',
    date_of_birth: '1990-04-12',
    email: `ada${number}@example.org`,
    phone: '+16175551234',
    address1: '10 Test Street',
    city: 'Boston',
    state: 'MA',
    zipcode: '02108',
    sms_opt_in: true,
  })

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer()
      .on('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = server.address()
        server.close(() => resolve(port))
      })
  })

async function start(name, env, health) {
  const child = spawn(process.execPath, ['dist/cli.js', name], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (let tries = 0; tries < 200; tries++) {
    if (child.exitCode !== null) throw new Error(`${name} ended with exit code ${child.exitCode}`)
    const up = await fetch(health)
      .then((response) => response.ok)
      .catch(() => false)
    if (up) return child
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  child.kill()
  throw new Error(`${name} did not answer at ${health} within 10 s`)
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
const quantile = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]
const ms = (value) => value.toFixed(3)

const sandboxPort = await freePort()
const bffPort = await freePort()
const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
const bffUrl = `http://127.0.0.1:${bffPort}`
const [keyId, keySecret] = sandboxKey.split(':')
const children = []
try {
  children.push(
    await start(
      'sandbox',
      { SANDBOX_PORT: String(sandboxPort), SANDBOX_UPTIME_SECONDS: 'off' },
      `${sandboxUrl}/_sandbox/scenarios`,
    ),
  )
  children.push(
    await start(
      'bff',
      {
        PORT: String(bffPort),
        UPSTREAM_URL: sandboxUrl,
        API_KEY_ID: keyId,
        API_KEY_SECRET: keySecret,
        ALLOWED_ORIGINS: origin,
        LOG_LEVEL: 'info',
      },
      `${bffUrl}${bffPaths.health}`,
    ),
  )
  const settings = await (await fetch(`${bffUrl}${bffPaths.settings}`, { headers: { origin } })).json()

  const subjects = {
    direct: {
      pool: new Pool(sandboxUrl, { connections: 1 }),
      path: servicePaths.registration,
      headers: () => ({
        authorization: `Basic ${Buffer.from(sandboxKey).toString('base64')}`,
        'content-type': 'application/json',
        accept: 'application/json',
      }),
    },
    bff: {
      pool: new Pool(bffUrl, { connections: 1 }),
      path: bffPaths.registrations,
      headers: () => ({
        origin,
        'content-type': 'application/json',
        [bffHeaders.idempotencyKey]: randomUUID(),
        [bffHeaders.consentVersion]: settings.wording.en.version,
      }),
    },
  }

  let number = 0
  async function once({ pool, path, headers }) {
    const body = voter(++number)
    const before = performance.now()
    const response = await pool.request({ path, method: 'POST', headers: headers(), body })
    const answer = await response.body.json()
    const took = performance.now() - before
    if (response.statusCode !== 200 || answer.buttons?.length !== 2) {
      throw new Error(
        `${path} answered ${response.statusCode} with ${answer.buttons?.length} buttons: nothing was measured`,
      )
    }
    return took
  }

  for (const subject of Object.values(subjects)) for (let i = 0; i < warmUp; i++) await once(subject)
  const times = { direct: [], bff: [] }
  const added = []
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? ['direct', 'bff'] : ['bff', 'direct']
    const medians = {}
    for (const name of order) {
      const taken = []
      for (let i = 0; i < perRound; i++) taken.push(await once(subjects[name]))
      times[name].push(...taken)
      medians[name] = median(taken)
    }
    added.push(medians.bff - medians.direct)
  }
  await Promise.all(Object.values(subjects).map(({ pool }) => pool.close()))

  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const result = {
    what: 'POST a registration, one connection',
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
    node: process.version,
    version,
    rounds,
    perRound,
    direct: { p50: median(times.direct), p99: quantile(times.direct, 0.99) },
    bff: { p50: median(times.bff), p99: quantile(times.bff, 0.99) },
    added: { median: median(added), min: Math.min(...added), max: Math.max(...added) },
  }
  mkdirSync('dist/bench', { recursive: true })
  writeFileSync('dist/bench/proxy.json', `${JSON.stringify(result, null, 2)}\n`)
  console.log(`
${result.what}; ${rounds} rounds of ${perRound}, in turns
${result.machine}, Node ${result.node}, voter-registration ${version}

                      p50 ms     p99 ms
straight to sandbox   ${ms(result.direct.p50).padStart(6)}   ${ms(result.direct.p99).padStart(8)}
through the BFF       ${ms(result.bff.p50).padStart(6)}   ${ms(result.bff.p99).padStart(8)}

The BFF adds ${ms(result.added.median)} ms in the median (${ms(result.added.min)} to ${ms(result.added.max)} by round); the bar is 3 ms.
Kept as dist/bench/proxy.json`)
  if (result.added.median > 3) process.exitCode = 1
} finally {
  for (const child of children) child.kill('SIGTERM')
}
