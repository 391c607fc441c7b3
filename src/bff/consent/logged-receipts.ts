/** Where there is no disk, receipts of consent go into the log, and who keeps the log keeps the evidence. */
import type { Log } from '../observability/log.ts'
import type { Idempotency } from '../registration/idempotency.ts'
import { type Outcome, receiptWord, statusOf } from '../registration/outcome.ts'
import type { NewReceipt } from '../store/store.ts'

/** An {@link Idempotency} that logs a receipt for each registration for which the service was asked, before it settles. */
export function loggedReceipts(idempotency: Idempotency, log: Log): Idempotency {
  return {
    async begin(form) {
      const attempt = await idempotency.begin(form)
      if (attempt.type !== 'begun') return attempt
      let isLogged = false
      return {
        type: 'begun',
        async settle(outcome) {
          if (!isLogged) logReceipt(log, form.receipt, outcome)
          isLogged = true
          await attempt.settle(outcome)
        },
      }
    },
  }
}

function logReceipt(log: Log, receipt: NewReceipt, outcome: Outcome): void {
  const word = receiptWord(outcome)
  if (word === undefined) return
  const status = statusOf(outcome)
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
    outcome: word,
    ...(status !== undefined && { upstream_status: status }),
  })
}
