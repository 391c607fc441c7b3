/** An answer as JSON, written once: for the page, and for the memory of keys. */
import type { SealedAnswer } from '../../contract/between.ts'

const texts = new WeakMap<object, string>()

/** The JSON of an answer, which must not be changed afterwards. */
export function answerText(answer: Omit<SealedAnswer, 'reference'>): string {
  let text = texts.get(answer)
  if (text === undefined) {
    text = JSON.stringify(answer)
    texts.set(answer, text)
  }
  return text
}
