/** Parts of receipts for tests. */
import type { ConsentSnapshot } from '../consent/shown-text.ts'
import type { NewReceipt } from '../store/store.ts'

/** The values that a form need not send. */
export const unattributed = { form_language: null, embed: null, path: null, partner: null, campaign: null, state: null }

/** A receipt as it is stored with a form, of a page that sent nothing optional. */
export const aReceipt = (change: Partial<NewReceipt> = {}): NewReceipt => ({
  id: crypto.randomUUID(),
  created_at: 1_000,
  reference: 'ref',
  wording_version: 'en-1',
  locale: 'en',
  opt_ins: [],
  form_version: null,
  site: 'https://partner.example',
  phone_hmac: null,
  ...unattributed,
  ...change,
})

/** A text that was shown. */
export const aText: ConsentSnapshot = {
  version: 'en-1',
  language: 'en',
  blocks: [{ kind: 'agree', language: 'en', pieces: ['I agree.'] }],
}
