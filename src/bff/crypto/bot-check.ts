/** Tells people's browsers from programs that send in bulk, asked only of networks that send much, and in a rush; and the checks of
 *  others: Cloudflare Turnstile and hCaptcha, whose widget the page shows and whose token is verified here. */
import * as z from 'zod/mini'
import type { Challenge } from '../../contract/bff-api.ts'

/** What checking a solution can come to. */
export type Checked =
  | 'passed'
  | 'failed'
  /** The checking service cannot be reached, or does not accept our secret: nobody knows. */
  | 'down'

/** A kind of check. */
export interface BotCheck {
  /** A challenge for one request. @param share how many times what is free has been sent: twice as much costs twice the work */
  challenge(share: number): Promise<Challenge>
  /** Whether a form without scripts may wait in place of a challenge. */
  canWait: boolean
  /** Checks what came back as the `Challenge-Solution` header. Never throws. */
  check(solution: string): Promise<Checked>
}

/** The longest solution that is looked at: those of the services have up to 2 KiB. */
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

/** Codes of both services that are about us or about them, and not about the voter's token. */
const notTheToken =
  /^(missing-input-secret|invalid-input-secret|internal-error|bad-request|sitekey-secret-mismatch|invalid-sitekey|missing-sitekey)$/

const Answer = z.object({ success: z.boolean(), 'error-codes': z.optional(z.array(z.string())) })

/**
 * The check. The voter's address is not passed on.
 *
 * @param fetch the platform's, or one that a test gives
 * @param ms how long the service may take
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
