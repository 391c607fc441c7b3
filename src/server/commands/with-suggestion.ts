/** Adds a suggestion to the error about an unknown word. */
import { nearestName } from '../../contract/nearest-name.ts'

/** Returns the sentence, with the known word that was probably meant, if any; `written` needs at least three letters. */
export function withSuggestion(sentence: string, written: string, known: readonly string[]): string {
  const meant = nearestName(written, known, 3)
  return meant === undefined ? sentence : `${sentence} Do you mean ${meant}?`
}
