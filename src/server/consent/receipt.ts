/** The receipt of consent for a registration: what was agreed to, when and where; no personal data in clear text. */
import type { KeyedHash } from '../crypto/provider.ts'
import type { Log } from '../observability/log.ts'
import type { Idempotency } from '../registration/idempotency.ts'
import { type Outcome, receiptWord, statusOf } from '../registration/outcome.ts'
import type { Submission } from '../registration/parse.ts'
import type { NewReceipt } from '../store/store.ts'
import { plainText, type ShownText } from './shown-text.ts'

/** The input of a receipt. A malformed form version counts as missing. */
type Agreement = Pick<Submission, 'request' | 'text' | 'shown' | 'form'> & {
  site: string
  /** One of the operator's names. */
  partner: string | undefined
  reference: string
  at: number
  /** Where the voter came from, sanitized. */
  campaign?: Readonly<Record<string, string>> | undefined
}

/** Creates the receipt for an agreement that is about to be forwarded. */
export async function receiptOf(
  { request, text, shown, site, partner, form, reference, at, campaign = {} }: Agreement,
  hashPhone: KeyedHash,
): Promise<NewReceipt> {
  // The receipt has the path already.
  const { page_path: _path, ...rest } = campaign
  return {
    id: crypto.randomUUID(),
    at,
    reference,
    wording: text.version,
    locale: text.language,
    screen: shown?.language ?? null,
    door: shown?.door ?? null,
    path: shown?.path ?? null,
    campaign: Object.keys(rest).length === 0 ? null : `${new URLSearchParams(rest)}`,
    boxes: (['sms_opt_in', 'sms_opt_in_subscriber'] as const).filter((box) => request[box] === true),
    form: form !== undefined && /^[A-Za-z0-9.+_-]{1,32}$/.test(form) ? form : null,
    site,
    partner: partner ?? null,
    phone: request.phone === undefined ? null : await hashPhone(digitsOf(request.phone)),
  }
}

/** Normalizes a phone number to its ten digits, so that one number has one hash. */
export function digitsOf(phone: string): string {
  return phone.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
}

/**
 * An {@link Idempotency} that logs a receipt for each registration sent to the service, before it settles: without a disk,
 * the log is the evidence.
 */
export function loggedReceipts(idempotency: Idempotency, log: Log): Idempotency {
  const logged = new Set<string>()
  return {
    look: (key) => idempotency.look(key),
    async begin(form) {
      const attempt = await idempotency.begin(form)
      if (attempt.type !== 'begun') return attempt
      let isLogged = false
      return {
        type: 'begun',
        async settle(outcome) {
          if (!isLogged) {
            if (!logged.has(form.text.version)) logText(log, form.text)
            logged.add(form.text.version)
            logReceipt(log, form.receipt, outcome)
          }
          isLogged = true
          await attempt.settle(outcome)
        },
      }
    },
  }
}

/** Called once for each text in the lifetime of a process. */
function logText(log: Log, { version, blocks }: ShownText): void {
  log({ level: 'info', code: 'consent_text', wording: version, wording_text: plainText(blocks) })
}

function logReceipt(log: Log, receipt: NewReceipt, outcome: Outcome): void {
  const word = receiptWord(outcome)
  if (word === undefined) return
  log({
    level: 'info',
    code: 'consent_receipt',
    reference: receipt.reference,
    receipt: receipt.id,
    wording: receipt.wording,
    locale: receipt.locale,
    screen: receipt.screen ?? 'unknown',
    door: receipt.door ?? 'unknown',
    path: receipt.path ?? 'unknown',
    ...(receipt.campaign !== null && { campaign: Object.fromEntries(new URLSearchParams(receipt.campaign)) }),
    boxes: receipt.boxes,
    form: receipt.form ?? 'unknown',
    site: receipt.site,
    ...(receipt.partner !== null && { partner: receipt.partner }),
    phone_hmac: receipt.phone ?? 'none',
    outcome: word,
    upstream_status: statusOf(outcome),
  })
}
