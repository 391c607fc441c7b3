/** Bot checks: challenges that tell people's browsers from programs that send in bulk, required only from busy networks and
 *  in a rush. Third-party checks are Cloudflare Turnstile and hCaptcha: the page shows their widget, we verify its token. */
import * as z from 'zod/mini'
import type { Challenge } from '../../contract/bff-api.ts'

/** The result of checking a solution. */
export type Checked =
  | 'passed'
  | 'failed'
  /** Unknown: the checking service is unreachable, or does not accept our secret. */
  | 'down'

/** A kind of check. */
export interface BotCheck {
  /** Creates a challenge for one request. @param share multiple of the free count that was sent: twice, twice the work */
  challenge(share: number): Promise<Challenge>
  /** Whether a form without scripts may wait instead of solving a challenge. */
  canWait: boolean
  /** Checks the `Challenge-Solution` header of a request. Never throws. */
  check(solution: string): Promise<Checked>
}

/** Maximum length of a solution, in characters: those of the services have up to 2 KiB. */
export const maxSolutionLength = 4096

/** Which service, and our account there. */
export interface SiteVerify {
  kind: 'turnstile' | 'hcaptcha'
  siteKey: string
  secret: string
}

const addresses: Readonly<Record<SiteVerify['kind'], string>> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
}

/** Error codes of both services that concern us or them, not the voter's token. */
const notTheToken =
  /^(missing-input-secret|invalid-input-secret|internal-error|bad-request|sitekey-secret-mismatch|invalid-sitekey|missing-sitekey)$/

const Answer = z.object({ success: z.boolean(), 'error-codes': z.optional(z.array(z.string())) })

/**
 * Creates a third-party check. The voter's address is not passed on.
 *
 * @param fetch the platform's, or a test's
 * @param ms timeout of the service, in milliseconds
 */
export function siteVerify(
  { kind, siteKey, secret }: SiteVerify,
  fetch: typeof globalThis.fetch = globalThis.fetch,
  ms = 3_000,
): BotCheck {
  return {
    canWait: false,
    challenge: async () => ({ kind, site_key: siteKey }),
    async check(solution): Promise<Checked> {
      if (solution === '' || solution.length > maxSolutionLength) return 'failed'
      const body = new URLSearchParams({ secret, response: solution, sitekey: siteKey })
      try {
        const reply = await fetch(addresses[kind], {
          method: 'POST',
          body,
          redirect: 'error',
          signal: AbortSignal.timeout(ms),
        })
        const answer = Answer.safeParse(await reply.json())
        if (!answer.success) return 'down'
        if (answer.data.success) return 'passed'
        return answer.data['error-codes']?.some((code) => notTheToken.test(code)) ? 'down' : 'failed'
      } catch {
        return 'down'
      }
    },
  }
}
