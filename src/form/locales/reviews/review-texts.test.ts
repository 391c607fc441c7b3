/** A signature holds for exactly what was read: one letter more, in either language, and the text is a draft again. */
import { describe, expect, it } from 'vitest'
import { catalogues } from '../catalogues.ts'
import { fr } from '../fr.ts'
import { reviewTexts, textsOf } from './review-texts.ts'
import { type Signature, signatures } from './signatures.ts'

const read = (catalogue: Parameters<typeof reviewTexts>[0], signed: readonly Signature[] = []) =>
  reviewTexts(catalogue, {}, signed)
const sign = (keys: readonly string[]): Signature => ({
  language: 'fr',
  reader: 'A. Reader, native speaker',
  date: '2028-03-01',
  texts: Object.fromEntries(read(fr).flatMap(({ key, hash }) => (keys.includes(key) ? [[key, hash]] : []))),
})
const stateOf = (key: string, all: ReturnType<typeof read>) => all.find((one) => one.key === key)

describe('the texts of a language', () => {
  it('are all there, each beside its English, plurals too', () => {
    const all = read(fr)
    expect(all.length).toBeGreaterThan(300)
    expect(all.filter(({ key, english }) => english === '' && !key.startsWith('wording.'))).toEqual([])
    expect(stateOf('notSent.wait.other', all)?.english).toBe('You can try again in {seconds} seconds.')
  })

  it('are unsigned until somebody has signed them', () => {
    expect(new Set(read(fr).map(({ state }) => state))).toEqual(new Set(['unsigned']))
    const signed = stateOf('form.heading', read(fr, [sign(['form.heading'])]))
    expect(signed).toMatchObject({ state: 'signed', by: { reader: 'A. Reader, native speaker', date: '2028-03-01' } })
  })

  it('that have changed since are named', () => {
    const changed = { ...fr, form: { ...fr.form, heading: `${fr.form.heading}.` } }
    expect(stateOf('form.heading', read(changed, [sign(['form.heading'])]))?.state).toBe('changed')
  })

  it('of another language are not signed by it', () => {
    const other = { ...fr, language: 'ht' }
    expect(stateOf('form.heading', read(other, [sign(['form.heading'])]))?.state).toBe('unsigned')
  })
})

describe('the signatures of this package', () => {
  it('name languages and keys that there are, a reader, and a day that has been', () => {
    for (const { language, reader, date, texts } of signatures) {
      const catalogue = catalogues.find((one) => one.language === language)
      const keys = new Set(textsOf(catalogue ?? {}).map(([key]) => key))
      expect(
        Object.keys(texts).filter((key) => !keys.has(key)),
        language,
      ).toEqual([])
      expect(reader.trim()).not.toBe('')
      expect(date).toMatch(/^\d{4}-\d\d-\d\d$/)
      expect(Date.parse(date)).toBeLessThan(Date.now())
    }
  })
})
