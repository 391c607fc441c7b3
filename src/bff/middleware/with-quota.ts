/** Counts what is really sent to the service: by phone, e-mail address, page and in all. */
import type { RegistrationRequest } from '../../contract/registration.ts'
import type { Final, Sent } from '../registration/idempotency.ts'
import { tooMany } from './rate-limit.ts'
import type { Limiter } from './rate-limiter.ts'

/**
 * Sends unless a limit is reached, which is a 429 that nothing was sent. When the service has not taken the registration,
 * phone and e-mail address are not charged for it: whoever mends a typing error has not been registered before.
 *
 * @param onOver is told the limit that was reached
 */
export async function withinLimits(
  limiter: Limiter,
  { request, site }: { request: RegistrationRequest; site: string },
  send: () => Promise<Sent>,
  onOver: (limit: string) => void,
): Promise<Sent> {
  const allowed = await limiter.send(request, site)
  if (allowed.type === 'over') {
    onOver(allowed.limit)
    return { final: { type: 'verdict', verdict: tooMany(allowed.retryAfter) } }
  }
  const sent = await send()
  if (!mayBeThere(sent.final)) await allowed.takeBack()
  return sent
}

function mayBeThere(final: Final): boolean {
  return final.type === 'answered' || (final.type === 'verdict' && final.verdict.outcome === 'may_have_been_sent')
}
