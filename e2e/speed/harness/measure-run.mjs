/** One checked run of the load against one server, with the processor time that it took. */
import { processorTime, wakeUps } from './child.mjs'

/** 503 is an answer on a machine that is busy with other things as well; any further one is a mistake of the bench. */
const fine = new Set(['200', '202', '503'])

/**
 * Makes a measurement: every answer must be whole, and the upstream must have been asked as often as there were answers.
 *
 * @returns `once(server, { connections, seconds, rate })`: what the load says, `micros` of processor time for each voter
 *   (microseconds; of a server that is a child of ours), `wakeUps` of its threads for each voter, and how many percent were
 *   `refused` with 503
 * @throws when a server did not do its work: then nothing was measured
 */
export const measuring = (load, upstream) =>
  async function once({ name, port, request, child }, { connections, seconds, rate }) {
    const before = await upstream.ask('count')
    const [time, woken] = [processorTime(child?.pid), wakeUps(child?.pid)]
    const result = await load.run({ port, request, connections, seconds, rate })
    const spent = processorTime(child?.pid) - time
    const wakes = wakeUps(child?.pid) - woken
    const after = await upstream.ask('count')
    const asked = after.registration - before.registration
    const isWhole = Object.keys(result.statuses).every((status) => fine.has(status)) && result.wrong === undefined
    if (!isWhole || result.broken > 0 || asked < result.answered || after.withoutKey > 0 || result.answered === 0) {
      throw new Error(`${name} did not do its work: ${JSON.stringify({ ...result, asked, ...after })}`)
    }
    const refused = result.statuses[503] ?? 0
    const all = result.answered + refused
    return { ...result, refused: (refused / all) * 100, micros: (spent / all) * 1e6, wakeUps: wakes / all }
  }

/** Sends so many registrations over 50 connections, for so many seconds at most: V8 has compiled what is used by then. */
export async function warmUp(load, { port, request }, { requests, seconds }) {
  const until = performance.now() + seconds * 1000
  for (let done = 0; done < requests && performance.now() < until; ) {
    done += (await load.run({ port, request, connections: 50, seconds: 0.5 })).answered
  }
}
