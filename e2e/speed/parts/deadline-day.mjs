/**
 * Deadline day: every figure of it that is a rate, at the shipped defaults, and the simulated hour for several numbers of
 * processes, based on what one process does here.
 *
 *   ROWS=many-voters,processes      some of them; STRAIN_SECONDS and VOTERS_BEHIND_ONE: see the rows
 *   VOTERS (1100000), SERVICE_MS (400), SLOW_MS (10000), SLOW_MINUTES (10), PRESSED (0.7), SEED (1): the simulated hour
 */
import { loadavg } from 'node:os'
import { bffPaths } from 'voter-registration/contract'
import { measure as besideAttack } from '../deadline/beside-attack.mjs'
import { measure as manyVoters } from '../deadline/many-voters.mjs'
import { measure as processes } from '../deadline/processes.mjs'
import { measure as sharedAddress } from '../deadline/shared-address.mjs'
import { settings, simulate } from '../deadline/simulation.mjs'
import { measure as strainedService } from '../deadline/strained-service.mjs'
import { measuring, warmUp } from '../harness/measure-run.mjs'
import { startBff, startLoad, startUpstream } from '../servers/start-servers.mjs'

const number = (name, standard) => Number(process.env[name] ?? standard)
const day = {
  voters: number('VOTERS', 1_100_000),
  usual: number('SERVICE_MS', 400) / 1000,
  slow: number('SLOW_MS', 10_000) / 1000,
  slowFrom: 1_200,
  slowTo: 1_200 + number('SLOW_MINUTES', 10) * 60,
  pressed: number('PRESSED', 0.7),
  seed: number('SEED', 1),
}

const rows = {
  'many-voters': manyVoters,
  'shared-address': sharedAddress,
  'beside-attack': besideAttack,
  'strained-service': strainedService,
  processes,
}

/** Measures the rows one after the other. Logs what a row could not measure, and continues with the others. */
export async function measure({ full, log }) {
  const wanted = process.env.ROWS?.split(',') ?? [...Object.keys(rows), 'paper']
  const figures = []
  const notes = []
  const loads = [loadavg()[0]]
  for (const [name, row] of Object.entries(rows)) {
    if (!wanted.includes(name)) continue
    log(name)
    try {
      const result = await row({ full, log: (line) => log(`${name}: ${line}`) })
      figures.push(...result.figures)
      notes.push(...result.notes)
    } catch (error) {
      figures.push({ says: `${name} (${error.message.split('\n')[0].slice(0, 300)})`, value: undefined, min: 0 })
      console.error(error)
    }
    loads.push(loadavg()[0])
  }
  const paper = wanted.includes('paper') ? await onPaper(full, log) : { notes: [], tables: [] }
  const busy = `Load of the machine before and after each row, its own included: ${loads.map((load) => load.toFixed(1)).join(', ')}.`
  return {
    title: 'A deadline day',
    notes: [
      'Every BFF is the command as the systemd unit starts it, behind one proxy, with every default of a real service: limits, proof of work, circuit breaker.',
      busy,
      ...notes,
      ...paper.notes,
    ],
    tables: paper.tables,
    figures,
  }
}

/** Simulates the hour for several numbers of processes. */
async function onPaper(full, log) {
  const seconds = full ? 10 : 3
  const rate = await ratePerProcess(seconds, log)
  const perSecond = day.voters / 3_600
  const isSlow = (second) => second >= day.slowFrom && second < day.slowTo
  const enough = (latency) => Math.ceil(perSecond / Math.min(rate, settings.inFlight / latency))
  const counts = [...new Set([1, enough(day.usual), 4, enough(day.slow), 30])].sort((a, b) => a - b)
  const hour = (count) => {
    const { deepestAt, empty, ...cells } = simulate({
      processes: count,
      rate,
      arriving: (second) => (second < 3_600 ? perSecond : 0),
      latency: (second) => (isSlow(second) ? day.slow : day.usual),
      isSlow,
      pressed: day.pressed,
      seed: day.seed,
    })
    return { ...cells, deepestAt: deepestAt / 60, empty: empty / 60 }
  }
  return {
    notes: [
      `On paper: ${day.voters.toLocaleString('en-US')} registrations in an hour, ${perSecond.toFixed(0)} a second. One process here: ${rate.toFixed(0)} voters a second who register and press (measured in ${seconds} s with a service that answers at once). Everything in the table is computed from that: the service takes ${day.usual} s and, from minute ${day.slowFrom / 60} to ${day.slowTo / 60}, ${day.slow} s; ${day.pressed * 100} % press; ${settings.inFlight} in flight, ${settings.queue} waiting and ${settings.longestWait} s at most, ${settings.maxTries} tries and ${settings.reportDeadline} s for a report are the BFF's settings. SEED=${day.seed}.`,
      `Needed: ${enough(day.usual)} while the service is well; ${enough(day.slow)} so that nobody is refused while it is slow. "Small again" is the minute after which the outbox holds no more than what is being delivered.`,
    ],
    tables: [
      {
        title: 'The hour, by the number of processes',
        columns: [
          { key: 'busy', label: 'answered "busy"', digits: 0 },
          { key: 'gaveUp', label: 'gave up', digits: 0 },
          { key: 'answered', label: 'answered', digits: 0 },
          { key: 'longestQueue', label: 'longest queue', digits: 0 },
          { key: 'deepest', label: 'deepest outbox', digits: 0 },
          { key: 'deepestAt', label: 'at minute', digits: 0 },
          { key: 'empty', label: 'small again at minute', digits: 0 },
          { key: 'failed', label: 'failed presses', digits: 0 },
        ],
        rows: counts.map((count) => ({
          name: `${count} process${count === 1 ? '' : 'es'}`,
          ours: true,
          cells: hour(count),
        })),
      },
    ],
  }
}

/** Measures how many voters a second, each registering and pressing, one process with a database on disk serves here. */
async function ratePerProcess(seconds, log) {
  const upstream = await startUpstream()
  const load = await startLoad()
  // One process can serve more than the global rate limit, beyond which voters would get challenges.
  const bff = await startBff(upstream)
  try {
    const server = { ...bff, request: { ...bff.request, pressPath: bffPaths.presses } }
    log('what one process does')
    await warmUp(load, server, { requests: 3_000, seconds: 5 })
    return (await measuring(load, upstream)(server, { connections: 32, seconds })).perSecond
  } finally {
    await bff.stop()
    await load.stop()
    await upstream.stop()
  }
}
