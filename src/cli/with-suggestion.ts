/** Says that what was typed is none of the words that a command knows. */
import { nearestName } from '../contract/nearest-name.ts'

/** The sentence, and the known word that was misspelt where there is one; words of three letters count. */
export function withSuggestion(sentence: string, written: string, known: readonly string[]): string {
  const meant = nearestName(written, known, 3)
  return meant === undefined ? sentence : `${sentence} Do you mean ${meant}?`
}
