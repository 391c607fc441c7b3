/** A service that returns 429, then 503, for a while in the middle: what voters read, and how soon all is normal again. */
import { setTimeout as pause } from 'node:timers/promises'
import { realDefaults, startBff, startLoad, startUpstream } from '../servers/start-servers.mjs'

const rate = 60
const serviceMs = 400

/** Measures it. STRAIN_SECONDS is the duration of each of the two: 300 and 300 are ten minutes. */
export async function measure({ full }) {
  const strain = Number(process.env.STRAIN_SECONDS ?? (full ? 60 : 15))
  const seconds = { before: 10, strain: 2 * strain, after: 66 }
  const upstream = await startUpstream(serviceMs)
  const voters = await startLoad('arrivals.mjs')
  const bff = await startBff(upstream, realDefaults)
  try {
    await upstream.ask({ isRecording: true })
    const { port, request } = bff
    const duration = seconds.before + seconds.strain + seconds.after
    const all = voters.run({ port, request, rate, seconds: duration, patience: 60 })
    await pause(seconds.before * 1000)
    for (const status of [429, 503]) {
      await upstream.ask({ status })
      await pause(strain * 1000)
    }
    await upstream.ask({ status: 200 })
    const result = await all
    return report({ result, accepted: await upstream.ask('accepted'), strain, seconds })
  } finally {
    await bff.stop()
    await Promise.all([voters.stop(), upstream.stop()])
  }
}

function report({ result, accepted, strain, seconds }) {
  const times = new Map()
  for (const email of accepted) times.set(email, (times.get(email) ?? 0) + 1)
  const twice = [...times.values()].filter((count) => count > 1).length
  const told = (outcome) => result.voters.filter((voter) => voter.outcome === outcome)
  // "May have been sent" is correct in both cases. "Answered" and "not sent" must be correct.
  const wrong =
    told('answered').filter(({ email }) => !times.has(email)).length +
    told('not_sent').filter(({ email }) => times.has(email)).length +
    told('none').length
  const end = seconds.before + seconds.strain
  return {
    figures: [
      { says: `service at 429 and 503 for ${2 * strain} s: voters sent twice`, value: twice, max: 0 },
      { says: `service at 429 and 503 for ${2 * strain} s: voters told a wrong thing`, value: wrong, max: 0 },
      {
        says: `service at 429 and 503 for ${2 * strain} s: back to the full rate after, s`,
        value: backAfter(result, end),
        max: 60,
      },
    ],
    notes: [
      `Strained service: ${rate} voters a second, who come back when nothing was sent; ${strain} s of 429 and ${strain} s of 503 (STRAIN_SECONDS=300 takes ten minutes). Of ${result.voters.length} voters ${told('answered').length} were answered, ${told('unknown').length} read that it may have been sent, ${told('not_sent').length} were left with "not sent" when the run ended.`,
    ],
  }
}

/** Returns the first second after the end from which at least 95 % of the rate is answered for five seconds. */
function backAfter({ voters }, end) {
  const perSecond = []
  for (const { outcome, second } of voters) {
    if (outcome === 'answered') perSecond[second] = (perSecond[second] ?? 0) + 1
  }
  for (let second = end; second < perSecond.length; second++) {
    const five = [0, 1, 2, 3, 4].reduce((sum, more) => sum + (perSecond[second + more] ?? 0), 0)
    if (five >= 5 * rate * 0.95) return second - end
  }
  return undefined
}
