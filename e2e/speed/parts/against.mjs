/** The BFF beside another build of it, in turns: what a change costs. `BENCH_AGAINST` names the other build's `cli.js`;
 *  without it the BFF is measured beside itself, which shows what the machine adds. */
import path from 'node:path'
import { measuring, warmUp } from '../harness/measure-run.mjs'
import { ratios, rounds } from '../harness/rounds.mjs'
import { spread } from '../harness/statistics.mjs'
import { cli, configured, startBff, startLoad, startUpstream } from '../servers/start-servers.mjs'

/** Measures both at each rate. */
export async function measure({ full, log, rates = [20, 100, 300] }) {
  const other = path.resolve(process.env.BENCH_AGAINST ?? cli)
  const count = full ? 15 : 5
  const seconds = full ? 20 : 5
  const upstream = await startUpstream()
  const load = await startLoad()
  const servers = {}
  try {
    for (const [name, program] of Object.entries({ now: cli, other })) {
      log(`${name}, warming up`)
      servers[name] = await startBff(upstream, { program })
      await warmUp(load, servers[name], { requests: 5_000, seconds: 30 })
    }
    const once = measuring(load, upstream)
    const rows = []
    for (const rate of rates) {
      log(`${rate}/s`)
      const results = await rounds(servers, count, (server) => once(server, { rate, seconds }))
      const of = (name, key, by = 1) => spread(results[name].map((result) => result[key] / by))
      rows.push({
        name: `${rate}/s`,
        ours: true,
        cells: {
          other: of('other', 'micros', 1000),
          now: of('now', 'micros', 1000),
          times: spread(ratios(results.now, results.other, ({ micros }) => micros)),
          otherP50: of('other', 'p50'),
          p50: of('now', 'p50'),
        },
      })
    }
    return {
      title: 'A registration beside another build',
      notes: [configured, `Warm; ${count} rounds of ${seconds} s, in turns and in random order.`],
      tables: [
        {
          title: 'Milliseconds of processor time for each registration',
          columns: [
            { key: 'other', label: 'the other build', digits: 2 },
            { key: 'now', label: 'this build', digits: 2 },
            { key: 'times', label: '× the other', digits: 3 },
            { key: 'otherP50', label: 'other p50, ms', digits: 1 },
            { key: 'p50', label: 'p50, ms', digits: 1 },
          ],
          rows,
        },
      ],
      figures: [],
    }
  } finally {
    for (const server of Object.values(servers)) await server.stop()
    await load.stop()
    await upstream.stop()
  }
}
