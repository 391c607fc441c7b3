/** What the BFF withstands: slow clients, twice the load that fits, and a long day. Runs the scripts of `e2e/faults` as in
 *  `npm run test:faults`; in the full run only, since the long day takes half an hour. */
import { spawn } from 'node:child_process'
import { resultMark } from '../../faults/parts/system.mjs'

/** The scripts with their duration, in seconds. */
const scripts = { 'slow-clients': 20, overload: 60, soak: 1_800 }

/** Runs a script to its end; returns the figures of its line for programs. */
function figuresOf(name, seconds, log) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [`e2e/faults/${name}.mjs`, '--seconds', String(seconds)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text
    })
    child.on('error', reject)
    child.on('close', () => {
      const line = output.split('\n').find((each) => each.startsWith(resultMark))
      if (line === undefined) reject(new Error(`${name} came to no result:\n${output.slice(-2_000)}`))
      else resolve(JSON.parse(line.slice(resultMark.length)))
      log(`${name} is done`)
    })
  })
}

/** One subject of `npm run bench`: see bench.mjs. */
export async function measure({ full, log }) {
  const title = 'Slow clients, overload, a long day'
  if (!full) return { title, notes: ['Only in the full run: npm run bench -- --full --only=faults'] }
  const results = {}
  for (const [name, seconds] of Object.entries(scripts)) results[name] = await figuresOf(name, seconds, log)
  const { 'slow-clients': slow, overload, soak } = results
  const broken = Object.entries(results).flatMap(([name, { claims }]) =>
    Object.entries(claims).flatMap(([claim, holds]) =>
      holds === true ? [] : [`${name}: ${claim}: ${holds === false ? 'BROKEN' : holds}`],
    ),
  )
  const columns = [
    { key: 'seconds', label: 's', digits: 0 },
    { key: 'p99', label: 'p99 ms', digits: 0 },
    { key: 'refused', label: 'refused', digits: 0 },
    { key: 'memory', label: 'MiB at most', digits: 0 },
  ]
  const rows = [
    { name: `one healthy voter among ${slow.sockets} slow clients`, cells: { ...slow, refused: slow.failed } },
    { name: `${overload.perSecond}/s where ${overload.capacity}/s fit`, cells: overload },
    { name: `${soak.perSecond}/s with 5 % faults`, cells: { ...soak, memory: soak.peak } },
  ]
  return {
    title,
    tables: [{ title: 'The BFF, as an operator runs it', columns, rows }],
    figures: [
      { says: 'p99 of a healthy voter among slow clients, ms', value: slow.p99, better: 'lower' },
      { says: 'p99 of who is let in at twice the capacity, ms', value: overload.p99, better: 'lower' },
      {
        says: 'resident memory at most, MiB',
        value: Math.max(slow.memory, overload.memory, soak.peak),
        better: 'lower',
      },
      { says: 'growth of memory in the second half of the long day, MiB/h', value: soak.slope, better: 'lower' },
    ],
    notes: broken.length === 0 ? ['Every claim of the three scripts holds.'] : broken,
  }
}
