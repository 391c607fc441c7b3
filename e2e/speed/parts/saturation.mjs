/** The BFF's maximum throughput, in memory and on disk, compared with a raw pass-through; and its overhead for a single voter. */
import { memory, pinning } from '../harness/child.mjs'
import { measuring, warmUp } from '../harness/measure-run.mjs'
import { ratios, rounds } from '../harness/rounds.mjs'
import { spread } from '../harness/statistics.mjs'
import { configured, direct, startBff, startLoad, startRaw, startUpstream } from '../servers/start-servers.mjs'

const names = { raw: 'raw node:http pass-through', memory: 'the BFF, in memory', disk: 'the BFF, on disk' }
const levels = [1, 50]

/** Measures them in interleaved rounds. */
export async function measure({ full, log }) {
  const seconds = full ? 8 : 1
  const count = full ? 5 : 2
  const upstream = await startUpstream()
  const load = await startLoad()
  const servers = {}
  try {
    servers.raw = await startRaw(upstream)
    servers.memory = await startBff(upstream, { disk: false })
    servers.disk = await startBff(upstream)
    log('warming up')
    for (const server of Object.values(servers)) {
      await warmUp(load, server, full ? { requests: 20_000, seconds: 120 } : { requests: 4_000, seconds: 20 })
    }
    const once = measuring(load, upstream)
    const results = {}
    for (const connections of levels) {
      log(`${connections} connections`)
      results[connections] = await rounds(servers, count, (server) => once(server, { connections, seconds }))
    }
    const straight = await straightP50(load, upstream, { count, seconds })
    const rss = Object.fromEntries(Object.entries(servers).map(([name, { child }]) => [name, memory(child.pid)]))
    return report({ results, straight, rss, seconds, count })
  } finally {
    for (const server of Object.values(servers)) await server.stop()
    await load.stop()
    await upstream.stop()
  }
}

/** Measures the p50 in ms of one connection directly to the upstream: a proxy's overhead comes on top. */
async function straightP50(load, upstream, { count, seconds }) {
  const times = []
  for (let round = 0; round < count; round++) {
    times.push((await load.run({ ...direct(upstream), connections: 1, seconds: Math.min(1, seconds) })).p50)
  }
  return spread(times).median
}

function report({ results, straight, rss, seconds, count }) {
  const of = (level, name, key) => spread(results[level][name].map((result) => result[key]))
  const work = (name) => spread(ratios(results[50][name], results[50].raw, ({ micros }) => micros))
  const added = (name) => spread(results[1][name].map(({ p50 }) => p50 - straight))
  const addedTimes = (name) =>
    spread(ratios(results[1][name], results[1].raw, ({ p50 }) => Math.max(0.001, p50 - straight)))
  const columns = [
    { key: 'rate', label: 'requests/s at 50', digits: 0 },
    { key: 'micros', label: 'µs of processor time each', digits: 0 },
    { key: 'work', label: '× raw', digits: 2 },
    { key: 'p50', label: 'p50 at 50, ms', digits: 1 },
    { key: 'p99', label: 'p99 at 50, ms', digits: 1 },
    { key: 'added', label: 'added to p50 at 1, ms', digits: 2 },
    { key: 'rss', label: 'memory, MiB', digits: 0 },
  ]
  const rows = Object.entries(names).map(([name, title]) => ({
    name: title,
    ours: name !== 'raw',
    cells: {
      rate: of(50, name, 'perSecond'),
      micros: of(50, name, 'micros'),
      work: work(name),
      p50: of(50, name, 'p50'),
      p99: of(50, name, 'p99'),
      added: added(name),
      rss: rss[name],
    },
  }))
  return {
    title: 'A registration at saturation, 50 connections',
    notes: [
      `${configured} ${count} rounds of ${seconds} s, in turns; ${pinning}. Processor time hardly changes when the machine is busy, requests a second do.`,
      'What is added to p50 is beyond one connection straight to the upstream. On disk one fsync more is allowed.',
    ],
    tables: [{ title: '50 connections, and one alone', columns, rows }],
    figures: [
      {
        says: 'BFF in memory, 50 connections: processor time, × raw node:http',
        value: work('memory'),
        better: 'lower',
      },
      { says: 'BFF on disk, 50 connections: processor time, × raw node:http', value: work('disk'), better: 'lower' },
      {
        says: 'BFF in memory, one connection: added p50, × what the raw one adds',
        value: addedTimes('memory'),
        better: 'lower',
      },
    ],
  }
}
