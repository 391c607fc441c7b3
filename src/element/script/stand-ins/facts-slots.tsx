/** The places of the facts in the form of the script file, which would be larger than it may be with them inside: they
 *  are empty until `voter-civic.js` is on the page too. */
import { partSlot } from '../form-parts.tsx'

export const FactsSlot = partSlot('FactsSlot')
export const AnswerFactsSlot = partSlot('AnswerFactsSlot')
