/** 300 voters a second for a minute, each from a different address, with a service that takes 400 ms. */
import { readMemory } from '../harness/child.mjs'
import {
  createMeasurement,
  realDefaults,
  startBff,
  startLoad,
  startRaw,
  startUpstream,
} from '../servers/start-servers.mjs'

const rate = 300
const serviceMs = 400

/** Sends them through one process, and through a raw pass-through for comparison. */
export async function measure({ full }) {
  const seconds = { raw: full ? 60 : 15, bff: 60, warm: 10 }
  const upstream = await startUpstream(serviceMs)
  const load = await startLoad()
  const servers = []
  try {
    const measureRun = createMeasurement(load, upstream)
    const raw = await startRaw(upstream)
    servers.push(raw)
    await load.run({ port: raw.port, request: raw.request, rate: 150, seconds: seconds.warm })
    const beside = await measureRun(raw, { rate, seconds: seconds.raw })
    await raw.stop()
    const bff = await startBff(upstream, realDefaults)
    servers.push(bff)
    await load.run({ port: bff.port, request: bff.request, rate: 150, seconds: seconds.warm })
    // A challenge is not acceptable here: `measureRun` throws for any status but 200 and 503.
    await upstream.ask({ isRecording: true })
    const result = await measureRun(bff, { rate, seconds: seconds.bff })
    const memory = readMemory(bff.child.pid)
    return report({ beside, result, accepted: await upstream.ask('accepted'), memory, seconds })
  } finally {
    for (const server of servers) await server.stop()
    await load.stop()
    await upstream.stop()
  }
}

function report({ beside, result, accepted, memory, seconds }) {
  const all = result.answered + (result.statuses[503] ?? 0)
  const says = `${rate} registrations/s for ${seconds.bff} s from ${rate * seconds.bff} addresses, one process`
  const core = (micros) => `${((micros * rate) / 1e4).toFixed(0)} % of a core`
  return {
    figures: [
      { says: `${says}: accepted, %`, value: (result.answered / all) * 100, min: 100 },
      { says: `${says}: registered twice`, value: accepted.length - new Set(accepted).size, max: 0 },
      { says: `${says}: p99 beyond the service's ${serviceMs} ms, ms`, value: result.p99 - serviceMs, max: 250 },
      { says: `${says}: processor time, × a raw pass-through`, value: result.micros / beside.micros },
      { says: `${says}: resident memory afterwards, MiB`, value: memory },
    ],
    notes: [
      `Many voters: the raw pass-through takes ${(beside.micros / 1000).toFixed(2)} ms of processor time for each (${core(beside.micros)}; p99 ${beside.p99.toFixed(0)} ms), the BFF ${(result.micros / 1000).toFixed(2)} ms (${core(result.micros)}; p50 ${result.p50.toFixed(0)} ms, p99 ${result.p99.toFixed(0)} ms). Where that is more than a core of a machine gives, two processes do it.`,
    ],
  }
}
