/** The rate limiter and the bot check that the options ask for. */
import type { Config } from '../config/read-config.ts'
import { botCheckOf } from '../crypto/create-bot-check.ts'
import type { Ciphers } from '../crypto/provider.ts'
import type { Log } from '../observability/log.ts'
import type { Meter } from '../observability/meter.ts'
import type { Counters } from './memory-rate-store.ts'
import type { AdmitDeps } from './rate-limit.ts'
import { createLimiter } from './rate-limiter.ts'

/** What it needs. */
interface CreateAdmissionDeps {
  ciphers: Ciphers
  counters: Counters
  /** Asks the services of others. */
  fetch: typeof globalThis.fetch | undefined
  log: Log
  meter: Meter
}

/** What lets requests in. */
export function createAdmission(
  config: Config,
  { ciphers, counters, fetch, log, meter }: CreateAdmissionDeps,
): AdmitDeps {
  const { limits, unlimitedNetworks: exempt, keyMaterial, trustProxyHops } = config
  const limiter = createLimiter({ limits, exempt, counters, hash: ciphers.keyedHash(keyMaterial, 'limits v1') })
  const hash = ciphers.keyedHash(keyMaterial, 'challenge v1')
  return { limiter, botCheck: botCheckOf(config.botCheck, { hash, limiter, fetch }), trustProxyHops, log, meter }
}
