/** One, two and four processes on one PostgreSQL: whether each slows the others down; compared with the simulation. */

import { startPostgres } from '../../start-postgres.mjs'
import { processorTime } from '../harness/child.mjs'
import { realDefaults, startArrivals, startBff, startUpstream } from '../servers/start-servers.mjs'
import { simulate } from './simulation.mjs'

/** Registrations a second for each process: four processes, the database and the load fit into two cores. */
const rate = 15
const serviceMs = 400
/** Settings of a process that is full at 20 registrations a second, so that "full" can be tested here. */
const small = { IN_FLIGHT: '8', WAITING_ROOM: '16' }
const fits = Number(small.IN_FLIGHT) / (serviceMs / 1000)

/** Measures both. */
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
    const overfull = {}
    for (const count of [1, 2, 4]) {
      const env = { ...realDefaults, DATA_DIR: '', DATABASE_URL: await postgres.newDatabase(), ...small }
      const bffs = []
      try {
        for (let one = 0; one < count; one++) bffs.push(await startBff(upstream, { disk: false, env, role: 'any' }))
        log(`${count} of them`)
        await run({ bffs, loads, rate, seconds: 4 })
        steady[count] = await run({ bffs, loads, rate, seconds })
        if (count > 1) overfull[count] = await run({ bffs, loads, rate: 2 * fits, seconds })
      } finally {
        for (const bff of bffs) await bff.stop()
      }
    }
    return report({ steady, overfull, seconds, version: postgres.version })
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

function report({ steady, overfull, seconds, version }) {
  const compared = [2, 4].map((count) => {
    const ofOne = steady[count].perProcess / steady[1].perProcess
    const says = `${count} processes on one PostgreSQL: rate of each, beside one alone at the same load`
    return { says, value: ofOne, min: 0.85 }
  })
  const predicted = Object.fromEntries(
    [2, 4].map((count) => [
      count,
      simulate({
        processes: count,
        rate: Number.POSITIVE_INFINITY,
        inFlight: Number(small.IN_FLIGHT),
        queue: Number(small.WAITING_ROOM),
        arriving: (second) => (second < seconds ? 2 * fits * count : 0),
        // A call occupies a slot for as long as a voter waits here without overload.
        latency: () => steady[count].p50 / 1000,
        returns: false,
      }),
    ]),
  )
  return {
    figures: [
      ...compared,
      ...[2, 4].map((count) => ({
        says: `${count} processes on one PostgreSQL: processor time for a registration, × one alone`,
        value: steady[count].micros / steady[1].micros,
        max: 1.15,
      })),
      ...[2, 4].map((count) => ({
        says: `simulation of ${count} processes that get twice what fits: answered, computed ÷ measured`,
        value: predicted[count].answered / overfull[count].answered,
        min: 0.85,
        max: 1.15,
      })),
    ],
    notes: [
      `Processes: ${rate} registrations a second for each, ${seconds} s, ${version}, its disk that of this machine, limits as shipped and counted in it, ${small.IN_FLIGHT} calls in flight at most; on two cores four processes cannot be full at once, so what is compared is whether they get through what one gets through. Processor time of the BFFs for a registration: ${[1, 2, 4].map((count) => `${(steady[count].micros / 1000).toFixed(1)} ms with ${count}`).join(', ')}; p99 ${[1, 2, 4].map((count) => steady[count].p99.toFixed(0)).join(', ')} ms, of which the service takes ${serviceMs}.`,
      `The simulation was set beside the same processes, ${small.WAITING_ROOM} waiting at most, when they got ${2 * fits} a second each: ${[2, 4].map((count) => `${count} processes answered ${overfull[count].answered} and refused ${overfull[count].busy}, computed ${predicted[count].answered} and ${predicted[count].busy}`).join('; ')}.`,
    ],
  }
}
