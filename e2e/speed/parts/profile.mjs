/** A CPU profile of the BFF at realistic rates: samples of V8's profiler, by what was running. */
import { processorTime } from '../harness/child.mjs'
import { hook, inspect } from '../harness/inspect.mjs'
import { measuring, warmUp } from '../harness/measure-run.mjs'
import { startBff, startLoad, startUpstream } from '../servers/start-servers.mjs'

/** Sampling interval, in microseconds; a longer gap means that another process had the core. */
const interval = 200
const longest = 5 * interval

/** Number of rows in a table. */
const shown = 25

/**
 * Profiles the BFF on disk.
 *
 * @param rates registrations a second; 0 means as many as 50 connections can make
 */
export async function measure({ full, log, rates = [20, 100] }) {
  const seconds = full ? 30 : 10
  const upstream = await startUpstream()
  const load = await startLoad()
  const bff = await startBff(upstream, hook)
  try {
    log('warming up')
    await warmUp(load, bff, { requests: 5_000, seconds: 6 })
    const once = measuring(load, upstream)
    await inspect(bff.child, 'Profiler.enable')
    await inspect(bff.child, 'Profiler.setSamplingInterval', { interval })
    const tables = []
    for (const rate of rates) {
      log(nameOf(rate))
      await inspect(bff.child, 'Profiler.start')
      const before = processorTime(bff.child.pid)
      const { answered } = await once(bff, rate === 0 ? { connections: 50, seconds } : { rate, seconds })
      const spent = processorTime(bff.child.pid) - before
      const { profile } = await inspect(bff.child, 'Profiler.stop')
      tables.push(...tablesOf(profile, { rate, answered, spent }))
    }
    return {
      title: 'Where the processor time of the BFF goes',
      notes: [
        `On disk, warm, ${seconds} s at each rate. The main thread only, by what was running (self time); a sample every 0.2 ms, which itself costs some of it. "(program)" is native code that V8 does not know: the event loop, system calls, the database.`,
      ],
      tables,
      figures: [],
    }
  } finally {
    await bff.stop()
    await load.stop()
    await upstream.stop()
  }
}

const nameOf = (rate) => (rate === 0 ? 'saturation' : `${rate}/s`)

function tablesOf({ nodes, samples, timeDeltas }, { rate, answered, spent }) {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const areas = new Map()
  const functions = new Map()
  const add = (map, key, time) => map.set(key, (map.get(key) ?? 0) + time)
  for (const [place, id] of samples.entries()) {
    const { callFrame } = byId.get(id)
    // 'dispatch' is the profiler's own start and stop.
    if (callFrame.functionName === '(idle)' || callFrame.functionName === 'dispatch') continue
    const area = areaOf(callFrame)
    const time = Math.min(timeDeltas[place], longest)
    add(areas, area, time)
    add(functions, `${callFrame.functionName || '(anonymous)'} ${area}:${callFrame.lineNumber + 1}`, time)
  }
  const table = (title, map) => ({
    title,
    columns: [{ key: 'micros', label: 'µs for each registration', digits: 1 }],
    rows: [...map]
      .sort(([, a], [, b]) => b - a)
      .slice(0, shown)
      .map(([name, time]) => ({ name, ours: true, cells: { micros: time / answered } })),
  })
  const each = ((spent / answered) * 1e6).toFixed(0)
  return [
    table(`${nameOf(rate)}, ${each} µs of processor time for each registration: by file`, areas),
    table(`${nameOf(rate)}: by function`, functions),
  ]
}

/** Returns the area of a sample: our own file, a package, a Node module, or V8's name for its own work. */
function areaOf({ url, functionName }) {
  if (url === '') return functionName.startsWith('(') ? functionName : '(native)'
  if (url.startsWith('node:')) return url
  const inPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)
  return inPackage?.[1] ?? url.replace(/.*\/dist\//, '')
}
