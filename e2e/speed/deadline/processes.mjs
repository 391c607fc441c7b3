/** One, two and four processes on one PostgreSQL: whether each slows the others down. */
import { startPostgres } from '../../start-postgres.mjs'
import { processorTime } from '../harness/child.mjs'
import { realDefaults, startArrivals, startBff, startUpstream } from '../servers/start-servers.mjs'

/** Registrations a second for each process: four processes, the database and the load fit into two cores. */
const rate = 15
const serviceMs = 400
/** Measures it. */
export async function measure({ full, log }) {
  const seconds = full ? 30 : 12
  const stops = []
  const stopping = (started) => {
    stops.push(() => started.stop())
    return started
  }
  try {
    const postgres = stopping(await startPostgres())
    const upstream = stopping(await startUpstream(serviceMs))
    const loads = []
    for (let one = 0; one < 4; one++) loads.push(stopping(await startArrivals()))
    const steady = {}
    for (const count of [1, 2, 4]) {
      const env = { ...realDefaults, DATA_DIR: '', DATABASE_URL: await postgres.newDatabase() }
      const bffs = []
      try {
        for (let one = 0; one < count; one++) bffs.push(await startBff(upstream, { disk: false, env, role: 'any' }))
        log(`${count} of them`)
        await run({ bffs, loads, rate, seconds: 4 })
        steady[count] = await run({ bffs, loads, rate, seconds })
      } finally {
        for (const bff of bffs) await bff.stop()
      }
    }
    return report({ steady, seconds, version: postgres.version })
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

/** Runs all processes once, each with its own load. */
async function run({ bffs, loads, rate: each, seconds }) {
  const used = () => bffs.map(({ child }) => processorTime(child.pid)).reduce((sum, time) => sum + time, 0)
  const before = used()
  const results = await Promise.all(
    bffs.map(({ port, request }, at) => loads[at].run({ port, request, rate: each, seconds })),
  )
  const spent = used() - before
  const answered = results.reduce((sum, result) => sum + result.answered, 0)
  const busy = results.reduce((sum, result) => sum + (result.statuses[503] ?? 0), 0)
  const [p50, p99] = ['p50', 'p99'].map((key) => Math.max(...results.map((result) => result[key])))
  const took = Math.max(...results.map((result) => result.took)) - serviceMs / 1000
  return { answered, busy, p50, p99, perProcess: answered / bffs.length / took, micros: (spent / answered) * 1e6 }
}

function report({ steady, seconds, version }) {
  const compared = [2, 4].map((count) => {
    const ofOne = steady[count].perProcess / steady[1].perProcess
    const says = `${count} processes on one PostgreSQL: rate of each, beside one alone at the same load`
    return { says, value: ofOne, min: 0.85 }
  })
  return {
    figures: [
      ...compared,
      ...[2, 4].map((count) => ({
        says: `${count} processes on one PostgreSQL: processor time for a registration, × one alone`,
        value: steady[count].micros / steady[1].micros,
        max: 1.15,
      })),
    ],
    notes: [
      `Processes: ${rate} registrations a second for each, ${seconds} s, ${version}, its disk that of this machine, limits as shipped and counted in it; on two cores four processes cannot be full at once, so what is compared is whether they get through what one gets through. Processor time of the BFFs for a registration: ${[1, 2, 4].map((count) => `${(steady[count].micros / 1000).toFixed(1)} ms with ${count}`).join(', ')}; p99 ${[1, 2, 4].map((count) => steady[count].p99.toFixed(0)).join(', ')} ms, of which the service takes ${serviceMs}.`,
    ],
  }
}
