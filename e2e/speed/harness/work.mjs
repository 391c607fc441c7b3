/** One checked run of the load against one subject, with the processor time that it took. */
import { processorTime } from './child.mjs'

/**
 * Makes a measurement: every answer must be whole, and the upstream must have been asked as often as there were answers.
 *
 * @param kind what the upstream counts: `registration` or `event`
 * @param late whether the subject may ask the upstream later than it answers
 * @throws when a subject did not do its work: then nothing was measured
 */
export const measuring = (load, upstream, { kind = 'registration', expect = 200, late = false } = {}) =>
  async function once(subject, name, { connections, seconds, rate }) {
    const { port, template, check, child } = subject
    const before = await upstream.ask('count')
    const time = processorTime(child?.pid)
    const status = subject.expect ?? expect
    const result = await load.run({ port, template, check, expect: status, connections, seconds, rate })
    const spent = processorTime(child?.pid) - time
    const after = await upstream.ask('count')
    const asked = after[kind] - before[kind]
    const others = Object.keys(result.statuses).filter((each) => each !== String(status))
    const isWhole = others.length === 0 && result.wrong === 0 && result.broken === 0
    if (!isWhole || (!late && asked < result.answered) || after.withoutKey > 0 || result.answered === 0) {
      throw new Error(`${name} did not do its work: ${JSON.stringify({ ...result, presses: 0, asked, ...after })}`)
    }
    return { ...result, presses: undefined, micros: (spent / (result.statuses[status] ?? 1)) * 1e6 }
  }

/** Lets a subject come to its speed: so many requests, or so many seconds at most. */
export async function warmUp(load, { port, template, check, expect = 200 }, { requests, seconds }) {
  const until = performance.now() + seconds * 1000
  for (let done = 0; done < requests && performance.now() < until; ) {
    done += (await load.run({ port, template, check, expect, connections: 50, seconds: 0.5 })).answered
  }
}
