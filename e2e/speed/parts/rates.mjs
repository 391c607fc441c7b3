/** What a registration costs at the rates that occur, cold and warm, and with 50 connections at once: the BFF on disk beside a raw
 *  pass-through, and beside the plainest proxy of the same libraries, which shows how much of the distance is the BFF's own. */
import { pinning, readMemory } from '../harness/child.mjs'
import { ratios, spread } from '../harness/statistics.mjs'
import {
  configured,
  createMeasurement,
  startBff,
  startLoad,
  startPlain,
  startRaw,
  startUpstream,
} from '../servers/start-servers.mjs'

/** The plainest proxy waits for the disk with each row by itself, so it is measured up to this rate. */
const plainUpTo = 100

/** What is beside the BFF in the full run. */
const plainest =
  'The plainest proxy: Hono with request id, secure headers, CORS and a body limit, the same checks, one row on the disk before it is sent and its outcome after, undici, one log line; no limits, no sealing, no receipt.'

/**
 * Measures the servers at each rate.
 *
 * @param rates registrations a second, for example `[20, 100]`
 */
export async function measure({ full, log, rates = [20, 100, 300] }) {
  const rounds = full ? 5 : 2
  const seconds = { cold: full ? 10 : 3, warm: full ? 20 : 3, most: full ? 8 : 2 }
  // A new process for each: the short run leaves out what is between the others.
  const coldRates = full ? rates : rates.filter((rate) => rate === rates[0] || rate === rates.at(-1))
  const upstream = await startUpstream()
  const load = await startLoad()
  const servers = {}
  // The short run is to end within four minutes.
  const starters = { raw: startRaw, ...(full && { plain: startPlain }), disk: startBff }
  /** The results of each row by server. */
  const rows = {}
  try {
    const measureRun = createMeasurement(load, upstream)
    const measureRow = async (row, name, task) => {
      if (name === 'plain' && !(task.rate <= plainUpTo)) return
      log(`${name}, ${row}`)
      rows[row] ??= {}
      rows[row][name] = [...(rows[row][name] ?? []), await measureRun(servers[name], task)]
    }
    for (const [name, startServer] of Object.entries(starters)) {
      for (const rate of coldRates) {
        await servers[name]?.stop()
        servers[name] = await startServer(upstream)
        await measureRow(`${rate}/s, cold`, name, { rate, seconds: seconds.cold })
      }
    }
    for (const [name, { port, request }] of Object.entries(servers)) {
      log(`${name}, warming up`)
      await load.run({ port, request, connections: 50, seconds: full ? 20 : 5 })
    }
    for (let round = 0; round < rounds; round++) {
      for (const rate of rates)
        for (const name in servers) await measureRow(`${rate}/s, warm`, name, { rate, seconds: seconds.warm })
      for (const name in servers) await measureRow('50 connections', name, { connections: 50, seconds: seconds.most })
    }
    return report({ rows, memory: readMemory(servers.disk.child.pid), seconds, rounds, full })
  } finally {
    for (const server of Object.values(servers)) await server.stop()
    await load.stop()
    await upstream.stop()
  }
}

function report({ rows, memory, seconds, rounds, full }) {
  const compare = (results, name, beside) =>
    results[name] && results[beside] && spread(ratios(results[name], results[beside], ({ micros }) => micros))
  return {
    title: 'A registration at the rates that occur',
    notes: [
      `${configured} ${pinning} The service answers at once.`,
      ...(full ? [plainest] : []),
      `Cold: the first ${seconds.cold} s of a new process, once for each rate. Warm: after ${full ? 20 : 5} s with 50 connections, ${rounds} rounds of ${seconds.warm} s, in turns. Requests come evenly spaced, whatever happens to those before; with 50 connections each continues when it has its response.`,
      `Processor time is that of the whole process, kernel included. Memory of the BFF afterwards: ${memory?.toFixed(0) ?? '–'} MiB.`,
    ],
    tables: [
      {
        title: 'Milliseconds of processor time for each registration',
        columns: [
          { key: 'raw', label: 'raw node:http' },
          ...(full ? [{ key: 'plain', label: 'plainest proxy' }] : []),
          { key: 'disk', label: 'the BFF, on disk' },
          { key: 'times', label: 'BFF, × raw' },
          ...(full ? [{ key: 'overPlain', label: 'BFF, × plainest' }] : []),
          { key: 'rate', label: 'BFF, requests/s', digits: 0 },
          { key: 'rawP50', label: 'raw p50, ms', digits: 1 },
          { key: 'p50', label: 'BFF p50, ms', digits: 1 },
          { key: 'p99', label: 'BFF p99, ms', digits: 1 },
          { key: 'refused', label: 'BFF busy, %', digits: 1 },
        ],
        rows: Object.entries(rows).map(([row, results]) => {
          const summarize = (name, key, by = 1) =>
            results[name] && spread(results[name].map((result) => result[key] / by))
          return {
            name: row,
            cells: {
              raw: summarize('raw', 'micros', 1000),
              plain: summarize('plain', 'micros', 1000),
              disk: summarize('disk', 'micros', 1000),
              times: compare(results, 'disk', 'raw'),
              overPlain: compare(results, 'disk', 'plain'),
              rate: summarize('disk', 'perSecond'),
              rawP50: summarize('raw', 'p50'),
              p50: summarize('disk', 'p50'),
              p99: summarize('disk', 'p99'),
              refused: summarize('disk', 'refused'),
            },
          }
        }),
      },
    ],
    figures: Object.entries(rows).flatMap(([row, results]) => {
      const says = `BFF on disk, ${row}: processor time, ×`
      if (row.endsWith('cold')) return []
      return [
        { says: `${says} raw node:http in the same run`, value: compare(results, 'disk', 'raw') },
        ...(results.plain
          ? [
              {
                says: `${says} the plainest proxy of the same libraries`,
                value: compare(results, 'disk', 'plain'),
                max: 1.5,
              },
            ]
          : []),
      ]
    }),
  }
}
