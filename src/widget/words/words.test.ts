import { describe, expect, it, vi } from 'vitest'
import { en } from './en.ts'
import { es } from './es.ts'
import { factsLanguages, pickFactsWords } from './pick-facts-words.ts'
import { languages, overrideWords, pickWords } from './pick-words.ts'

/** Every text's key, dotted, with the kind of its value. */
function keysOf(part: object, path = ''): string[] {
  return Object.entries(part).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? keysOf(value, `${path}${key}.`)
      : [`${path}${key}: ${value === undefined ? 'missing' : typeof value}`],
  )
}

describe('the words', () => {
  it('has every text in every language, of the same kind', () => {
    const wanted = [...keysOf(en)].sort()
    for (const words of languages) expect([...keysOf(words)].sort(), words.language).toEqual(wanted)
    const ofFacts = [...keysOf(factsLanguages.en ?? {})].sort()
    expect(Object.keys(factsLanguages)).toEqual(languages.map(({ language }) => language))
    for (const words of Object.values(factsLanguages)) expect([...keysOf(words)].sort()).toEqual(ofFacts)
  })

  it('has no empty text', () => {
    const texts = (part: object): unknown[] =>
      Object.values(part).flatMap((value: unknown) => (typeof value === 'object' && value ? texts(value) : [value]))
    for (const words of [...languages, ...Object.values(factsLanguages)])
      expect(texts(words).filter((text) => text === '')).toEqual([])
  })

  it('says something of its own in Spanish', () => {
    expect(es.form.heading).not.toBe(en.form.heading)
    expect(es.errors.tooLong({ field: 'Ciudad' })).toContain('Ciudad')
  })

  it('never tells a voter that they are registered', () => {
    const said = [...languages, factsLanguages].map((words) => JSON.stringify(words)).join(' ')
    expect(said).not.toMatch(/you are (now )?registered|ya est[áa] registrad/i)
  })
})

describe('the closest language', () => {
  it.each([
    [['es-MX'], 'es'],
    [['ES'], 'es'],
    [['es_US'], 'es'],
    [['fr', 'es', 'en'], 'es'],
    [['fr-CA'], 'en'],
    [[''], 'en'],
    [[], 'en'],
    [['constructor'], 'en'],
  ])('to %j is %s', (wishes, language) => {
    expect(pickWords(...wishes).language).toBe(language)
  })
})

describe("a partner's own words", () => {
  it('replace single texts, with values in braces, and leave the others', () => {
    const words = overrideWords(en, {
      'form.heading': 'Get ready to vote',
      'notSent.wait': 'Wait {seconds} s, {nobody}',
      'months.0': 'Jan',
    })
    expect(words.form.heading).toBe('Get ready to vote')
    expect(words.notSent.wait({ seconds: 7 })).toBe('Wait 7 s, {nobody}')
    expect(words.months.slice(0, 2)).toEqual(['Jan', 'February'])
    expect(words.notSent.retry).toBe(en.notSent.retry)
    expect(en.form.heading).not.toBe('Get ready to vote')
  })

  it('replace texts about facts where the facts are', () => {
    const unknown = vi.fn()
    const words = pickFactsWords(
      'es',
      { 'facts.heading': 'Votar en {state}', 'facts.nothing': 'x', 'form.heading': 'y' },
      unknown,
    )
    expect(words.heading({ state: 'Ohio' })).toBe('Votar en Ohio')
    expect(words.yes).toBe('Sí')
    expect(unknown.mock.calls).toEqual([['facts.nothing']])
    expect(pickFactsWords('constructor').yes).toBe('Yes')
  })

  it('that name no text are told', () => {
    const unknown = vi.fn()
    overrideWords(en, { 'form.headline': 'x', form: 'y', language: 'fr' }, unknown)
    expect(unknown.mock.calls).toEqual([['form.headline'], ['form'], ['language']])
  })
})
