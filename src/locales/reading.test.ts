/** How easily the texts are read: English by the Flesch-Kincaid grade, Spanish by Szigriszt's formula on the INFLESZ scale. */
import { expect, it } from 'vitest'
import { en } from './en.ts'
import { es } from './es.ts'
import { factsEn } from './facts-en.ts'
import { hostedEn } from './hosted-en.ts'
import { statusEn } from './status-en.ts'

/** Every text by its dotted key, values filled in by short words, as they mostly are. */
function textsOf(part: object, path = ''): [key: string, text: string][] {
  return Object.entries(part).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    const dotted = path === '' ? key : `${path}.${key}`
    if (typeof value === 'string') return [[dotted, filled(value)]]
    return typeof value === 'object' && value !== null ? textsOf(value, dotted) : []
  })
}

const filled = (text: string) =>
  text.replaceAll(/\{(seconds|minutes|hours|days|count|share)\}/g, '5').replaceAll(/\{\w+\}/g, 'Ohio')

/** A label or a button has no sentence whose grade would mean anything. */
const leastWords = 6

interface Counts {
  words: number
  sentences: number
  syllables: number
}

function countsOf(text: string, syllablesIn: (word: string) => number): Counts {
  // An address or a number is not read by syllables.
  const plain = text
    .replaceAll(/\S+@\S+|[\d.,]*\d/g, 'x')
    .replaceAll(/P\.O\./g, 'PO')
    .replaceAll(/U\.S\.|EE\. UU\./g, 'US')
  const words = plain.match(/[\p{L}’]+/gu) ?? []
  const sentences = plain.split(/[.!?:;…]+(?:\s|$)/).filter((part) => /\p{L}/u.test(part)).length
  return { words: words.length, sentences, syllables: words.reduce((sum, word) => sum + syllablesIn(word), 0) }
}

/** Groups of vowels, without a silent `e` and `ed` at the end. */
function englishSyllables(word: string): number {
  const plain = word.toLowerCase().replaceAll('’', '')
  const spoken = plain.length > 3 ? plain.replace(/(?:[^laeiouy]es|[^td]ed|[^laeiouy]e)$/, '') : plain
  return Math.max(1, spoken.match(/[aeiouy]+/g)?.length ?? 0)
}

/** Vowels, less those that are one with their neighbor. */
function spanishSyllables(word: string): number {
  const plain = word.toLowerCase().replaceAll(/qu|gu(?=[eiéí])/g, 'k')
  return Math.max(1, plain.match(/[aeoáéó]?[iu](?![aeoáéóíú])|[iu]?[aeoáéó]|[íú]|[iuy](?![\p{L}])/gu)?.length ?? 0)
}

/** The school year in the United States in which a text is read (Kincaid and others, 1975). */
const grade = ({ words, sentences, syllables }: Counts) =>
  0.39 * (words / sentences) + 11.8 * (syllables / words) - 15.59

/** Perspicuity (Szigriszt Pazos, 1993) on the INFLESZ scale (Barrio-Cantalejo and others, 2008): from 55 "normal", from 65 "fairly easy". */
const perspicuity = ({ words, sentences, syllables }: Counts) =>
  206.835 - 62.3 * (syllables / words) - words / sentences

const sum = (all: readonly Counts[]): Counts =>
  all.reduce((one, other) => ({
    words: one.words + other.words,
    sentences: one.sentences + other.sentences,
    syllables: one.syllables + other.syllables,
  }))

const english = textsOf({ ...en, facts: factsEn, hosted: hostedEn, status: statusEn })
  .map(([key, text]) => ({ key, text, counts: countsOf(text, englishSyllables) }))
  .filter(({ counts }) => counts.words >= leastWords)
const { language: _, wording: __, ...spanishTexts } = es
const spanish = textsOf(spanishTexts)
  .map(([key, text]) => ({ key, text, counts: countsOf(text, spanishSyllables) }))
  .filter(({ key, counts }) => !key.startsWith('facts.labels.') && counts.words >= leastWords)

it('the formulas count as their authors do', () => {
  // "The Australian platypus is seemingly a hybrid of a mammal and reptilian creature": 24 syllables, grade 11.3.
  expect(englishSyllables('registered')).toBe(3)
  expect(englishSyllables('people')).toBe(2)
  expect(englishSyllables('the')).toBe(1)
  expect(spanishSyllables('registrarse')).toBe(4)
  expect(spanishSyllables('información')).toBe(4)
  expect(spanishSyllables('envíe')).toBe(3)
  expect(spanishSyllables('ayuda')).toBe(3)
  expect(grade({ words: 13, sentences: 1, syllables: 24 })).toBeCloseTo(11.26, 1)
})

it('every English text is read in the eighth year of school or before, all of them in the sixth', () => {
  const hard = english.map(({ key, text, counts }) => ({ key, text, grade: Math.round(grade(counts) * 10) / 10 }))
  expect(hard.filter((one) => one.grade > 8).map((one) => `${one.grade} ${one.key}: ${one.text}`)).toEqual([])
  expect(grade(sum(english.map(({ counts }) => counts)))).toBeLessThanOrEqual(6)
})

it('the Spanish texts are fairly easy as a whole, and none is hard', () => {
  const ease = spanish.map(({ key, text, counts }) => ({ key, text, ease: Math.round(perspicuity(counts)) }))
  expect(ease.filter((one) => one.ease < 40).map((one) => `${one.ease} ${one.key}: ${one.text}`)).toEqual([])
  expect(perspicuity(sum(spanish.map(({ counts }) => counts)))).toBeGreaterThanOrEqual(65)
})
