/** Parts of receipts for tests. */
import type { ShownText } from '../consent/shown-text.ts'

/** The values that a form need not send. */
export const unattributed = { screen: null, door: null, path: null, partner: null, campaign: null }

/** A text that was shown. */
export const aText: ShownText = {
  version: 'en-1',
  language: 'en',
  blocks: [{ kind: 'agree', language: 'en', pieces: ['I agree.'] }],
}
