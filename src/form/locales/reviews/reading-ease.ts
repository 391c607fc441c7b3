/** How easily a text is read, by formulas that are published: for English and Spanish there is one that fits short texts. */

/** A text with its values in place: short words, as they mostly are. */
export const filled = (text: string) =>
  text.replaceAll(/\{(seconds|minutes|hours|days|count|share)\}/g, '5').replaceAll(/\{\w+\}/g, 'Ohio')

/** The words from which a text has a grade: a label or a button has no sentence whose grade would mean anything. */
export const leastWords = 6

/** What the formulas count. */
export interface Counts {
  words: number
  sentences: number
  syllables: number
}

/** Counts a text; an address or a number is one syllable. */
export function countsOf(text: string, syllablesIn: (word: string) => number): Counts {
  // An address or a number is not read by syllables.
  const plain = text
    .replaceAll(/(?<!\S)\S+@\S+|(?<![\d.,])[\d.,]*\d/g, 'x')
    .replaceAll(/P\.O\./g, 'PO')
    .replaceAll(/U\.S\.|EE\. UU\./g, 'US')
  const words = plain.match(/[\p{L}’]+/gu) ?? []
  const sentences = plain.split(/(?<![.!?:;…])[.!?:;…]+(?:\s|$)/).filter((part) => /\p{L}/u.test(part)).length
  return { words: words.length, sentences, syllables: words.reduce((sum, word) => sum + syllablesIn(word), 0) }
}

/** The syllables of an English word: groups of vowels, without a silent `e` and `ed` at the end. */
export function englishSyllables(word: string): number {
  const plain = word.toLowerCase().replaceAll('’', '')
  const spoken = plain.length > 3 ? plain.replace(/(?:[^laeiouy]es|[^td]ed|[^laeiouy]e)$/, '') : plain
  return Math.max(1, spoken.match(/[aeiouy]+/g)?.length ?? 0)
}

/** The syllables of a Spanish word: vowels, less those that are one with their neighbor. */
export function spanishSyllables(word: string): number {
  const plain = word.toLowerCase().replaceAll(/qu|gu(?=[eiéí])/g, 'k')
  return Math.max(1, plain.match(/[aeoáéó]?[iu](?![aeoáéóíú])|[iu]?[aeoáéó]|[íú]|[iuy](?![\p{L}])/gu)?.length ?? 0)
}

/** The school year in the United States in which a text is read (Kincaid and others, 1975). */
export const grade = ({ words, sentences, syllables }: Counts) =>
  0.39 * (words / sentences) + 11.8 * (syllables / words) - 15.59

/** Perspicuity (Szigriszt Pazos, 1993) on the INFLESZ scale (Barrio-Cantalejo and others, 2008): from 55 "normal", from 65 "fairly easy". */
export const perspicuity = ({ words, sentences, syllables }: Counts) =>
  206.835 - 62.3 * (syllables / words) - words / sentences

/** All counts as one. */
export const sum = (all: readonly Counts[]): Counts =>
  all.reduce((one, other) => ({
    words: one.words + other.words,
    sentences: one.sentences + other.sentences,
    syllables: one.syllables + other.syllables,
  }))
