/** A voter writes their name and date of birth as their language does. */
import { describe, expect, it, vi } from 'vitest'
import { languageCodes } from '../../../contract/languages.ts'
import { catalogs } from '../../locales/catalogs.ts'
import { createFormMessages } from '../messages/catalog.ts'
import { getDateOrder, getIntlDateOrder, getNameOrder, orderFields } from './field-order.ts'
import { formFields } from './fields.ts'
import { listProblems } from './form-errors.ts'

const words = (language: string) => createFormMessages(catalogs.find((one) => one.language === language))

describe('the parts of a date', () => {
  it.each([
    ['en', 'birthMonth birthDay birthYear'],
    ['es', 'birthDay birthMonth birthYear'],
    ['fr', 'birthDay birthMonth birthYear'],
    // Browsers have no date formats for Haitian Creole.
    ['ht', 'birthDay birthMonth birthYear'],
    ['ar', 'birthDay birthMonth birthYear'],
    ['fil', 'birthMonth birthDay birthYear'],
    ['zh-Hans', 'birthYear birthMonth birthDay'],
    ['ko', 'birthYear birthMonth birthDay'],
  ])('in %s are %s', (language, order) => {
    expect(getDateOrder(language).join(' ')).toBe(order)
  })

  it.each(languageCodes)('in %s follow Intl, without a formatter', (language) => {
    const expected = getIntlDateOrder(language)
    const formatter = vi.spyOn(Intl, 'DateTimeFormat')
    expect(getDateOrder(language)).toEqual(expected)
    expect(formatter).not.toHaveBeenCalled()
    formatter.mockRestore()
  })

  it('in another language follow Intl', () => {
    expect(getDateOrder('en-GB')[0]).toBe('birthDay')
    expect(getDateOrder('ja')[0]).toBe('birthYear')
  })
})

describe('the parts of a name', () => {
  it.each(['zh-Hans', 'ko', 'vi'])('start with the family name in %s', (language) => {
    expect(getNameOrder(words(language))[0]).toBe('lastName')
  })

  it('start with the given name in English', () => {
    expect(getNameOrder(createFormMessages())).toEqual(['firstName', 'middleName', 'lastName'])
  })
})

describe('the error summary', () => {
  it.each(catalogs)('has every field of a form in $language once', ({ language }) => {
    expect([...orderFields(words(language))].sort()).toEqual([...formFields].sort())
  })

  it('links to the first part of the date on the screen', () => {
    const fields = { birthMonth: ['dateMissing'], birthDay: ['dateMissing'], birthYear: ['dateMissing'] }
    const first = (language: string) => listProblems({ fields, general: [] }, orderFields(words(language)))[0]?.field
    expect(['en', 'fr', 'ko'].map(first)).toEqual(['birthMonth', 'birthDay', 'birthYear'])
  })
})
