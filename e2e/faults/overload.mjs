/** Twice as many voters as fit: the excess is rejected at once with a time to retry, the others are served in time. `--seconds` (60). */
import { setTimeout as pause } from 'node:timers/promises'
import { leaks, quantile, registrar, secondsOr, startBff, startSlowService, verdict } from './parts/system.mjs'

const seconds = secondsOr(60)
/** Response time of the service, in milliseconds. With 256 calls in flight, 64 registrations a second fit: few enough to
 *  send twice as many from one machine. */
const serviceMs = 4_000
const capacity = 256 / (serviceMs / 1000)
const perSecond = capacity * 2

const service = await startSlowService(serviceMs)
const bff = await startBff(service.url)
try {
  const one = registrar(bff, 1_024)
  const alone = []
  for (let count = 0; count < 10; count++) alone.push((await one.send()).ms)
  const isCalm = quantile(alone.slice(1), 0.9) < serviceMs + 50
  const replies = []
  const all = []
  const began = Date.now()
  let peak = 0
  for (let sent = 0; sent < perSecond * seconds; sent++) {
    const due = began + (sent * 1000) / perSecond
    if (due > Date.now()) await pause(due - Date.now())
    all.push(
      one.send().then(
        (reply) => replies.push(reply),
        () => replies.push({ status: 0, ms: 0 }),
      ),
    )
    if (sent % Math.round(perSecond * 5) === 0) peak = Math.max(peak, await bff.memory())
  }
  await Promise.all(all)
  peak = Math.max(peak, await bff.memory())
  await one.close()
  const of = (status) => replies.filter((reply) => reply.status === status)
  const admitted = of(200).map(({ ms }) => ms)
  const refused = of(503)
  const other = replies.length - admitted.length - refused.length
  const bound = serviceMs + 4_500 + 1_000
  console.log(`
${perSecond} registrations a second for ${seconds} s, where ${capacity} fit
answered ${admitted.length} (p50 ${quantile(admitted, 0.5).toFixed(0)} ms, p99 ${quantile(admitted, 0.99).toFixed(0)} ms), refused ${refused.length} (p99 ${quantile(
    refused.map(({ ms }) => ms),
    0.99,
  ).toFixed(0)} ms), other ${other}
upstream ${service.heard()}, memory at most ${peak.toFixed(0)} MiB`)
  const p99 = Math.round(quantile(admitted, 0.99))
  const figures = {
    seconds,
    perSecond,
    capacity,
    admitted: admitted.length,
    refused: refused.length,
    other,
    p99,
    memory: Math.round(peak),
  }
  const claims = {
    'what is refused is refused with 503 and Retry-After':
      other === 0 && refused.every(({ retryAfter }) => Number(retryAfter) > 0),
    'something is refused, and at least 80 % of what fits is answered': isCalm
      ? refused.length > 0 && admitted.length > 0.8 * capacity * seconds
      : undefined,
    [`those who are let in wait at most ${bound} ms (p99)`]: isCalm ? quantile(admitted, 0.99) < bound : undefined,
    'the service hears of nobody who was refused': service.heard() - alone.length === admitted.length,
    'resident memory stays below 200 MiB': peak < 200,
    'the process lives and stops in order': bff.alive() && (await bff.stop()) === 0,
    'nothing leaks into the log': !leaks(bff.output()),
  }
  verdict(claims, figures)
} finally {
  await bff.stop()
  service.close()
}
