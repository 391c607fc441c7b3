/** What only the hosted page says, beside the form's own texts. */
import { hostedEn } from '../locales/hosted-en.ts'
import type { Words } from '../widget/messages/catalogue.ts'
import { type Spoken, speak } from '../widget/messages/messages.ts'

/** The texts, in the language of the form's own. */
export function hostedWords({ language, catalogue }: Words): Spoken<typeof hostedEn> {
  return speak(hostedEn, { language, translated: catalogue?.hosted })
}
