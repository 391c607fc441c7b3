/** What facts about states cost: `GET /states/{code}` out of the BFF's cache beside a bare `node:http` server that answers the
 *  same bytes; and how long it takes to bring all states from version 1 to version 2. */
import { migrateStateData, stateCodes, stateFactsPath, statePath } from 'voter-registration/contract'
import { createSandbox, sandboxKey } from 'voter-registration-server/sandbox'
import { memory, start } from '../harness/child.mjs'
import { ratios, rounds } from '../harness/rounds.mjs'
import { spread } from '../harness/statistics.mjs'
import { freePort, startLoad } from '../servers/proxies.mjs'

const origin = 'http://localhost:4173'

/** Measures both. */
export async function measure({ full, log }) {
  log('migration')
  const migrated = await migration(full ? 200 : 40)
  log('requests')
  const { results, bytes, rss } = await requests({ seconds: full ? 5 : 0.4, count: full ? 9 : 3 })
  const rate = (name) => spread(results[name].map(({ perSecond }) => perSecond))
  const row = (name, title, ours) => ({
    name: title,
    ours,
    cells: {
      rate: rate(name),
      ratio: spread(ratios(results[name], results.bare, (run) => run.perSecond)),
      rss: rss[name],
    },
  })
  return {
    title: 'Facts about states: GET /states/{code}, all 51 in turn, out of the cache',
    notes: [`20 connections; ${Math.round(bytes)} bytes each in the mean.`],
    tables: [
      {
        title: 'Requests a second',
        columns: [
          { key: 'rate', label: 'requests/s', digits: 0, chart: true },
          { key: 'ratio', label: '× bare node:http', digits: 2 },
          { key: 'rss', label: 'memory, MiB', digits: 0 },
        ],
        rows: [row('bare', 'bare node:http, the same bytes', false), row('bff', 'the BFF, from its cache', true)],
      },
      {
        title: 'Bringing Civic data from version 1 to version 2',
        columns: [{ key: 'ms', label: 'ms', digits: 2 }],
        rows: [
          {
            name: `${migrated.states} states, ${migrated.fields.toLocaleString('en-US')} facts`,
            ours: true,
            cells: { ms: spread(migrated.times) },
          },
        ],
      },
    ],
    bars: [
      { says: 'GET /states/{code} from the cache, requests/s', value: rate('bff'), least: 3_000 },
      { says: 'migrating all states, ms', value: spread(migrated.times), most: 5 },
    ],
  }
}

async function migration(times) {
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
  return { states: states.length, fields, times: Array.from({ length: times }, once) }
}

async function requests({ seconds, count }) {
  const children = []
  try {
    const sandbox = await start(['dist/cli.js', 'sandbox'], {
      env: { SANDBOX_PORT: '0', SANDBOX_UPTIME_SECONDS: 'off' },
      says: 'address',
    })
    children.push(sandbox)
    const [keyId, keySecret] = sandboxKey.split(':')
    const port = await freePort()
    const env = {
      PORT: String(port),
      UPSTREAM_URL: sandbox.said,
      API_KEY_ID: keyId,
      API_KEY_SECRET: keySecret,
      CIVIC_URL: sandbox.said,
      CIVIC_KEY_ID: keyId,
      CIVIC_KEY_SECRET: keySecret,
      ALLOWED_ORIGINS: origin,
      LOG_LEVEL: 'error',
    }
    const bff = await start(['dist/cli.js', 'bff'], { env, says: 'address', role: 'subject' })
    children.push(bff)
    const paths = stateCodes.map((code) => stateFactsPath(code))
    const bodies = []
    for (const path of paths) {
      bodies.push([path, await (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { origin } })).text()])
    }
    const bare = await start([new URL('../servers/bare.mjs', import.meta.url).pathname], { role: 'subject' })
    children.push(bare)
    const barePort = (await bare.ask(bodies)).port
    const load = await startLoad()
    children.push(load)
    const template = { method: 'GET', paths, headers: { host: '127.0.0.1', origin }, body: '' }
    const once = async ({ port: to }, tries = 20) => {
      const run = await load.run({ port: to, template, check: 'facts', connections: 20, seconds })
      // On a machine that is busy elsewhere a short run may be over before its turn has come.
      if (run.answered === 0 && run.broken === 0 && tries > 0) return once({ port: to }, tries - 1)
      if (Object.keys(run.statuses).join() !== '200' || run.wrong > 0 || run.broken > 0) {
        throw new Error(`Facts were not told: ${JSON.stringify(run)}`)
      }
      return run
    }
    const subjects = { bare: { port: barePort }, bff: { port } }
    for (const subject of Object.values(subjects)) for (let each = 0; each < 3; each++) await once(subject)
    const results = await rounds(subjects, count, once)
    const bytes = bodies.reduce((sum, [, body]) => sum + Buffer.byteLength(body), 0) / bodies.length
    return { results, bytes, rss: { bare: memory(bare.pid), bff: memory(bff.pid) } }
  } finally {
    for (const child of children) await child.stop()
  }
}
