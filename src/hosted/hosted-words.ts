/** What only the hosted page says, beside the form's own texts. */
import { hostedEn } from '../locales/hosted-en.ts'
import { type Spoken, speak } from '../widget/words/speak.ts'
import type { Words } from '../widget/words/words.ts'

/** The texts, in the language of the form's own. */
export function hostedWords({ language, catalogue }: Words): Spoken<typeof hostedEn> {
  return speak(hostedEn, { language, translated: catalogue?.hosted })
}
