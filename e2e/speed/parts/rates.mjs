/** What a registration costs at the rates that occur, cold and warm: the BFF on disk beside a raw pass-through, and beside
 *  the plainest proxy of the same libraries, which shows how much of the distance is the BFF's own. */
import { memory, pinning } from '../harness/child.mjs'
import { measuring, warmUp } from '../harness/measure-run.mjs'
import { ratios } from '../harness/rounds.mjs'
import { spread } from '../harness/statistics.mjs'
import { configured, startBff, startLoad, startPlain, startRaw, startUpstream } from '../servers/start-servers.mjs'

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
  const seconds = { cold: full ? 10 : 3, warm: full ? 20 : 3 }
  // A new process for each: the short run leaves out what is between the others.
  const coldRates = full ? rates : rates.filter((rate) => rate === rates[0] || rate === rates.at(-1))
  const upstream = await startUpstream()
  const load = await startLoad()
  const servers = {}
  // The short run is to end within four minutes.
  const begin = {
    raw: () => startRaw(upstream),
    ...(full && { plain: () => startPlain(upstream) }),
    disk: () => startBff(upstream),
  }
  const cold = {}
  const warm = {}
  try {
    const once = measuring(load, upstream)
    for (const [name, startServer] of Object.entries(begin)) {
      for (const rate of coldRates) {
        if (name === 'plain' && rate > plainUpTo) continue
        log(`${name}, cold, ${rate}/s`)
        await servers[name]?.stop()
        servers[name] = await startServer()
        cold[`${name} ${rate}`] = [await once(servers[name], { rate, seconds: seconds.cold })]
      }
    }
    for (const [name, server] of Object.entries(servers)) {
      log(`${name}, warming up`)
      await warmUp(load, server, full ? { requests: 20_000, seconds: 120 } : { requests: 5_000, seconds: 30 })
    }
    for (let round = 0; round < rounds; round++) {
      for (const rate of rates) {
        for (const name in servers) {
          if (name === 'plain' && rate > plainUpTo) continue
          log(`${name}, warm, ${rate}/s`)
          const result = await once(servers[name], { rate, seconds: seconds.warm })
          warm[`${name} ${rate}`] = [...(warm[`${name} ${rate}`] ?? []), result]
        }
      }
    }
    const rss = memory(servers.disk.child.pid)
    return report({ rates, coldRates, cold, warm, rss, seconds, rounds, hasPlain: full })
  } finally {
    for (const server of Object.values(servers)) await server.stop()
    await load.stop()
    await upstream.stop()
  }
}

function report({ rates, coldRates, cold, warm, rss, seconds, rounds, hasPlain }) {
  const times = (results, rate, name = 'disk', beside = 'raw') =>
    spread(ratios(results[`${name} ${rate}`], results[`${beside} ${rate}`], ({ micros }) => micros))
  const rows = [
    ['cold', cold, coldRates],
    ['warm', warm, rates],
  ]
  return {
    title: 'A registration at the rates that occur',
    notes: [
      `${configured} ${pinning}. The service answers at once.`,
      ...(hasPlain ? [plainest] : []),
      `Cold: the first ${seconds.cold} s of a new process, once for each rate. Warm: after 5,000 registrations and more, ${rounds} rounds of ${seconds.warm} s, in turns. Requests come evenly spaced, whatever happens to those before.`,
      `Processor time is that of the whole process, kernel included. Memory of the BFF afterwards: ${rss?.toFixed(0) ?? '–'} MiB.`,
    ],
    tables: [
      {
        title: 'Milliseconds of processor time for each registration',
        columns: [
          { key: 'raw', label: 'raw node:http', digits: 2 },
          ...(hasPlain ? [{ key: 'plain', label: 'plainest proxy', digits: 2 }] : []),
          { key: 'disk', label: 'the BFF, on disk', digits: 2 },
          ...(hasPlain ? [{ key: 'plainTimes', label: 'plainest, × raw', digits: 2 }] : []),
          { key: 'times', label: 'BFF, × raw', digits: 2 },
          ...(hasPlain ? [{ key: 'overPlain', label: 'BFF, × plainest', digits: 2 }] : []),
          { key: 'rawWakeUps', label: 'raw, wake-ups', digits: 1 },
          { key: 'wakeUps', label: 'BFF, wake-ups', digits: 1 },
          { key: 'rawP50', label: 'raw p50, ms', digits: 1 },
          { key: 'p50', label: 'BFF p50, ms', digits: 1 },
          { key: 'p99', label: 'BFF p99, ms', digits: 1 },
          { key: 'refused', label: 'BFF busy, %', digits: 1 },
        ],
        rows: rows.flatMap(([state, results, measured]) =>
          measured.map((rate) => {
            const of = (name, key, by = 1) => spread(results[`${name} ${rate}`].map((result) => result[key] / by))
            return {
              name: `${rate}/s, ${state}`,
              ours: true,
              cells: {
                raw: of('raw', 'micros', 1000),
                ...(results[`plain ${rate}`] && {
                  plain: of('plain', 'micros', 1000),
                  plainTimes: times(results, rate, 'plain'),
                  overPlain: times(results, rate, 'disk', 'plain'),
                }),
                disk: of('disk', 'micros', 1000),
                times: times(results, rate),
                rawWakeUps: of('raw', 'wakeUps'),
                wakeUps: of('disk', 'wakeUps'),
                rawP50: of('raw', 'p50'),
                p50: of('disk', 'p50'),
                p99: of('disk', 'p99'),
                refused: of('disk', 'refused'),
              },
            }
          }),
        ),
      },
    ],
    figures: rates.flatMap((rate) => [
      {
        says: `BFF on disk, warm, ${rate} registrations/s: processor time, × raw node:http at the same rate`,
        value: times(warm, rate),
        better: 'lower',
      },
      ...(warm[`plain ${rate}`]
        ? [
            {
              says: `BFF on disk, warm, ${rate} registrations/s: processor time, × the plainest proxy of the same libraries`,
              value: times(warm, rate, 'disk', 'plain'),
              max: 1.4,
            },
          ]
        : []),
    ]),
  }
}
