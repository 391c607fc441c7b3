/** Makes the receipt that stands behind a registration: what was agreed to, when and where; nothing personal in clear. */
import type { RegistrationRequest } from '../../contract/registration.ts'
import type { KeyedHash } from '../crypto/provider.ts'
import type { NewReceipt } from '../store/store.ts'

/** What a receipt is made of. */
export interface Agreement {
  request: RegistrationRequest
  /** The wording that was on the screen. */
  wording: { version: string; language: string }
  /** The page's origin. */
  site: string
  /** The form's version as it told; anything that is no version counts as not told. */
  form: string | undefined
  reference: string
  at: number
}

/** A receipt for an agreement that is about to be forwarded. */
export async function receiptOf(
  { request, wording, site, form, reference, at }: Agreement,
  hashPhone: KeyedHash,
): Promise<NewReceipt> {
  return {
    id: crypto.randomUUID(),
    at,
    reference,
    wording: wording.version,
    locale: wording.language,
    boxes: (['sms_opt_in', 'sms_opt_in_subscriber'] as const).filter((box) => request[box] === true),
    form: form !== undefined && /^[A-Za-z0-9.+_-]{1,32}$/.test(form) ? form : null,
    site,
    phone: request.phone === undefined ? null : await hashPhone(digitsOf(request.phone)),
  }
}

/** The ten digits of a number, however it was written: one number has one name. */
export function digitsOf(phone: string): string {
  return phone.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
}
