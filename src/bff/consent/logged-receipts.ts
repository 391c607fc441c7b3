/** Where there is no disk, a receipt of consent goes into the log: whoever keeps the log keeps the evidence. */

import type { Log } from '../observability/log.ts'
import type { Idempotency } from '../registration/idempotency.ts'

/** An {@link Idempotency} that writes a receipt for each registration that was forwarded. */
export function loggedReceipts(idempotency: Idempotency, log: Log): Idempotency {
  return {
    once: (key, fingerprint, send, receipt) =>
      idempotency.once(
        key,
        fingerprint,
        async () => {
          const sent = await send()
          if (sent.told !== undefined) {
            log({
              level: 'info',
              code: 'consent_receipt',
              reference: receipt.reference,
              receipt: receipt.id,
              wording: receipt.wording,
              locale: receipt.locale,
              boxes: receipt.boxes,
              form: receipt.form ?? 'unknown',
              site: receipt.site,
              phone_hmac: receipt.phone ?? 'none',
              outcome: sent.told.outcome,
              ...(sent.told.status !== undefined && { upstream_status: sent.told.status }),
            })
          }
          return sent
        },
        receipt,
      ),
  }
}
