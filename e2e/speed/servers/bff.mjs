/** Our BFF with everything on: checks, sealing, limits, idempotency, receipts, outbox, log, metrics. What differs from a
 *  usual configuration: the limits are counted but never reached, and `IN_FLIGHT` widens the room for calls under way,
 *  which by default refuses more than 96 at a time on purpose. */
import { serve } from 'voter-registration-server/node'

const { UPSTREAM_URL: upstreamUrl, KEY_ID, KEY_SECRET, ORIGIN, DATA_DIR, IN_FLIGHT, WITHOUT = '' } = process.env
const never = { count: 1_000_000_000, seconds: 86_400 }
/** `limits`, `metrics`, `log`, `breaker`, `keys`: what is switched off to learn what it costs. */
const isOff = (guard) => WITHOUT.split(',').includes(guard)
const names = ['ip_soft', 'ip', 'phone', 'email', 'site', 'all', 'press']
const server = await serve(
  {
    upstreamUrl,
    apiKeyId: KEY_ID,
    apiKeySecret: KEY_SECRET,
    allowedOrigins: [ORIGIN],
    dataDir: DATA_DIR,
    rateLimits: isOff('limits') ? false : Object.fromEntries(names.map((name) => [name, never])),
    // A challenge is for who is over a limit.
    botCheck: isOff('limits') ? 'off' : 'proof',
    breaker: !isOff('breaker'),
    logLevel: isOff('log') ? 'error' : 'info',
    ...(!isOff('metrics') && { metricsPort: 0 }),
    port: 0,
  },
  {
    ...(IN_FLIGHT !== undefined && { bulkhead: { inFlight: Number(IN_FLIGHT), queue: 1_000, wait: 3_000 } }),
    // Without its memory of keys a form that is sent twice would reach the service twice.
    ...(isOff('keys') && {
      idempotency: { once: async (_key, _print, send) => ({ at: 'sent', final: (await send()).final }) },
    }),
  },
)
process.send({ port: Number(new URL(server.url).port), metrics: server.metricsUrl })
process.once('disconnect', () => process.exit())
process.once('SIGTERM', () => {
  void server.close(2_000).finally(() => process.exit())
})
