/** One checked run of the load against one server, with its CPU time. */
import { processorTime, wakeUps } from './child.mjs'

/** Accepted statuses. 503 can occur on a machine with other load; any other status is a bug of the bench. */
const fine = new Set(['200', '202', '503'])

/**
 * Returns a measurement: every response must be complete, and the upstream must get at least one request per response.
 *
 * @returns `once(server, { connections, seconds, rate })`: the load's result, `micros` of CPU time for each voter
 *   (microseconds; of a server that is a child process), `wakeUps` of its threads for each voter, and how many percent were
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

/** Sends up to `requests` registrations over 50 connections, for at most `seconds`, so that V8 has compiled the hot code. */
export async function warmUp(load, { port, request }, { requests, seconds }) {
  const until = performance.now() + seconds * 1000
  for (let done = 0; done < requests && performance.now() < until; ) {
    done += (await load.run({ port, request, connections: 50, seconds: 0.5 })).answered
  }
}
