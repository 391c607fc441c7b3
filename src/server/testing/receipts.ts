/** Parts of receipts for tests. */
import type { ShownText } from '../consent/shown-text.ts'
import type { NewReceipt } from '../store/store.ts'

/** The values that a form need not send. */
export const unattributed = { screen: null, door: null, path: null, partner: null, campaign: null, state: null }

/** A receipt as it is stored with a form, of a page that sent nothing optional. */
export const aReceipt = (change: Partial<NewReceipt> = {}): NewReceipt => ({
  id: crypto.randomUUID(),
  at: 1_000,
  reference: 'ref',
  wording: 'en-1',
  locale: 'en',
  boxes: [],
  form: null,
  site: 'https://partner.example',
  phone: null,
  ...unattributed,
  ...change,
})

/** A text that was shown. */
export const aText: ShownText = {
  version: 'en-1',
  language: 'en',
  blocks: [{ kind: 'agree', language: 'en', pieces: ['I agree.'] }],
}
