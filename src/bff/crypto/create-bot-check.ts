/** Makes the bot check that the options name. */
import type { Config } from '../config/read-config.ts'
import type { Limiter } from '../middleware/rate-limiter.ts'
import type { BotCheck } from './bot-check.ts'
import type { KeyedHash } from './hmac.ts'
import { proofOfWork } from './proof-of-work.ts'
import { siteVerify } from './site-verify.ts'

/**
 * @param hash makes the secrets of the proof of work
 * @param fetch asks the services of others
 * @returns `undefined` when it is off
 */
export function botCheckOf(
  config: Config['botCheck'],
  { hash, limiter, fetch }: { hash: KeyedHash; limiter: Limiter; fetch: typeof globalThis.fetch | undefined },
): BotCheck | undefined {
  switch (config.kind) {
    case 'off':
      return undefined
    case 'proof':
      return proofOfWork({ hash, isFirst: limiter.isFirst })
    case 'turnstile':
    case 'hcaptcha':
      return siteVerify(config, fetch)
    default:
      return config satisfies never
  }
}
