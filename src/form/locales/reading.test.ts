/** How easily the texts are read: English by the Flesch-Kincaid grade, Spanish by Szigriszt's formula on the INFLESZ scale. */
import { expect, it } from 'vitest'
import { en } from './en.ts'
import { es } from './es.ts'
import { factsEn } from './facts-en.ts'
import { hostedEn } from './hosted-en.ts'
import {
  countsOf,
  englishSyllables,
  filled,
  grade,
  leastWords,
  perspicuity,
  spanishSyllables,
  sum,
} from './reviews/reading-ease.ts'
import { textsOf as flat } from './reviews/review-texts.ts'

/** Every text by its dotted key, with its values in place. */
const textsOf = (part: object) => flat(part).map(([key, text]) => [key, filled(text)] as const)

const english = textsOf({ ...en, facts: factsEn, hosted: hostedEn })
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
