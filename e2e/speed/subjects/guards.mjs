/** What each guard of the BFF costs: the same BFF with one more switched on each time, by processor time. */
import { rounds } from '../harness/rounds.mjs'
import { spread } from '../harness/statistics.mjs'
import { measuring, warmUp } from '../harness/work.mjs'
import { startBff, startLoad, startProxy, startUpstream } from '../servers/proxies.mjs'

/** From the least to everything: what is off, and where things are kept. */
const steps = [
  {
    name: 'routing, strict HTTP, checks, receipt, sealing, strict reading of the answer',
    without: ['breaker', 'keys', 'limits', 'metrics', 'log'],
  },
  { name: '+ circuit breaker', without: ['keys', 'limits', 'metrics', 'log'] },
  { name: '+ one key, one registration (idempotency)', without: ['limits', 'metrics', 'log'] },
  { name: '+ limits by address, phone, e-mail, page', without: ['metrics', 'log'] },
  { name: '+ metrics', without: ['log'] },
  { name: '+ log (two lines: the request, the receipt)', without: [] },
  { name: '+ keys, outcomes and receipts on disk', without: [], disk: true },
]

/** Measures the guards. */
export async function measure({ full, log }) {
  const seconds = full ? 4 : 0.4
  const count = full ? 5 : 2
  const upstream = await startUpstream()
  const load = await startLoad()
  const subjects = {}
  try {
    subjects.raw = await startProxy('raw.mjs', upstream)
    for (const [place, step] of steps.entries()) subjects[place] = await startBff(upstream, { ...step, inFlight: 256 })
    log('warming up')
    for (const subject of Object.values(subjects)) {
      await warmUp(load, subject, full ? { requests: 20_000, seconds: 20 } : { requests: 2_500, seconds: 4 })
    }
    log('guards')
    const once = measuring(load, upstream)
    const results = await rounds(subjects, count, (subject, name) => once(subject, name, { connections: 50, seconds }))
    const micros = (name) => spread(results[name].map((result) => result.micros))
    const more = (name, than) =>
      spread(results[name].map((result, round) => result.micros - results[than][round].micros))
    return {
      title: 'What each guard costs',
      notes: [
        `${count} rounds of ${seconds} s, 50 connections, interleaved. Each row is a BFF of its own with one thing more than the row above; its cost is the difference of the processor time within a round. A difference below zero says that it is smaller than the noise.`,
      ],
      tables: [
        {
          title: 'Microseconds of processor time for each registration',
          columns: [
            { key: 'added', label: 'µs more than the row above', digits: 0, chart: true },
            { key: 'micros', label: 'µs in all', digits: 0 },
          ],
          rows: [
            { name: 'raw node:http pass-through', cells: { micros: micros('raw') } },
            ...steps.map(({ name }, place) => ({
              name,
              ours: true,
              cells: { added: more(place, place === 0 ? 'raw' : place - 1), micros: micros(place) },
            })),
          ],
        },
      ],
      bars: [],
    }
  } finally {
    for (const subject of Object.values(subjects)) await subject.stop()
    await load.stop()
    await upstream.stop()
  }
}
