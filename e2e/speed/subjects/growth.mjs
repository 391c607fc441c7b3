/** Load: what becomes of answers and memory from a tenth of what the BFF can do up to four times as much. */
import { memory } from '../harness/child.mjs'
import { warmUp } from '../harness/work.mjs'
import { startBff, startLoad, startUpstream } from '../servers/proxies.mjs'

/** How much is asked of it, in parts of its capacity; never from high to low, so that memory can be read. */
const shares = [0.1, 0.25, 0.5, 0.75, 1, 2, 4]

/** Measures a BFF whose service takes 20 ms, with its usual room: 32 calls under way, 64 that wait for 3 s at most. */
export async function measure({ full, log }) {
  const seconds = full ? 15 : 1
  const serviceTime = 20
  const upstream = await startUpstream(serviceTime)
  const load = await startLoad()
  const bff = await startBff(upstream, { disk: true })
  try {
    const { port, template, check } = bff
    await warmUp(
      load,
      { port, template, check },
      full ? { requests: 30_000, seconds: 30 } : { requests: 3_000, seconds: 4 },
    )
    // The better of two: on a busy machine the first may have met somebody else's work.
    const tries = []
    for (let each = 0; each < 2; each++) {
      tries.push(await load.run({ port, template, check, connections: 48, seconds: full ? 10 : 1 }))
    }
    const capacity = Math.max(...tries.map(({ perSecond }) => perSecond))
    const rows = []
    for (const share of shares) {
      const rate = capacity * share
      log(`${share} × ${Math.round(capacity)}/s`)
      const run = await load.run({ port, template, check, connections: 256, seconds, rate })
      const strange = Object.keys(run.statuses).filter((status) => status !== '200' && status !== '503')
      if (strange.length > 0 || run.wrong > 0) throw new Error(`Under load: ${JSON.stringify(run)}`)
      const refused = run.statuses[503] ?? 0
      const all = refused + (run.statuses[200] ?? 0)
      const rss = memory(bff.child.pid)
      rows.push({
        name: `${share} × capacity`,
        ours: true,
        cells: { rate, answered: run.perSecond, p50: run.p50, p99: run.p99, refused: (refused / all) * 100, rss },
      })
    }
    return {
      title: 'Under load: from a tenth of its capacity to four times as much',
      notes: [
        `The service takes ${serviceTime} ms here, and one process has 32 calls under way and 64 that wait, as it is delivered; capacity is what 48 patient clients get through: ${Math.round(capacity)}/s. Requests come in even time, ${seconds} s for each row, whatever happens to those before.`,
        'Who is told to come back (503) is told at once, and nothing of theirs was sent.',
      ],
      tables: [
        {
          title: 'Answers and memory by load',
          columns: [
            { key: 'rate', label: 'asked, /s', digits: 0 },
            { key: 'answered', label: 'answered, /s', digits: 0 },
            { key: 'p50', label: 'p50 of the answered, ms', digits: 1 },
            { key: 'p99', label: 'p99 of the answered, ms', digits: 1, chart: true },
            { key: 'refused', label: 'told to come back, %', digits: 1 },
            { key: 'rss', label: 'memory, MiB', digits: 0, chart: true },
          ],
          rows,
        },
      ],
      bars: [],
    }
  } finally {
    await bff.stop()
    await load.stop()
    await upstream.stop()
  }
}
