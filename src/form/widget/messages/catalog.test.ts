import { afterEach, describe, expect, it, vi } from 'vitest'
import { en } from '../../locales/en.ts'
import { es } from '../../locales/es.ts'
import { createFormMessages, warnOfUnknownKey } from './catalog.ts'
import { createFactsMessages } from './facts-messages.ts'
import { createMessages } from './messages.ts'

describe('the catalog of a language', () => {
  it('has its own messages, with values in their placeholders', () => {
    const spanish = createFormMessages(es)
    expect(spanish.form.heading).not.toBe(en.form.heading)
    expect(spanish.errors.tooLong({ field: 'Ciudad' })).toContain('Ciudad')
    expect(spanish).toMatchObject({ language: 'es', direction: 'ltr' })
    expect(createFormMessages()).toMatchObject({ language: 'en', titles: en.titles, months: en.months })
  })

  it('falls back to English key by key if a message is missing or not a string', () => {
    const words = createFormMessages({
      language: 'pl',
      form: { heading: 'Zarejestruj się, aby głosować' },
      months: ['styczeń'] as never,
      errors: { tooLong: 7, emailMissing: { other: 'x' } } as never,
    })
    expect(words.form.heading).toBe('Zarejestruj się, aby głosować')
    expect(words.form.choose).toBe(en.form.choose)
    expect(words.months.slice(0, 2)).toEqual(['styczeń', 'February'])
    expect(words.errors.emailMissing).toBe(en.errors.emailMissing)
    expect(words.errors.tooLong({ field: 'City' })).toBe('City must be 256 characters or fewer')
    expect(words.notSent.wait({ seconds: 1 })).toBe('You can try again in 1 second.')
  })

  it.each([
    ['en', 1, 'one'],
    ['en', 2, 'other'],
    ['ar', 0, 'zero'],
    ['ar', 2, 'two'],
    ['ar', 3, 'few'],
    ['ar', 11, 'many'],
    ['ar', 100, 'other'],
    ['ko', 1, 'other'],
  ])('chooses the plural form of the language: %s, %i', (language, seconds, category) => {
    const forms = { zero: 'zero', one: 'one', two: 'two', few: 'few', many: 'many', other: 'other' }
    const { wait } = createMessages({ wait: { one: '{seconds}', other: '{seconds} s' } } as const, {
      language,
      translated: { wait: forms },
    })
    expect(wait({ seconds })).toBe(category)
  })

  it('needs no plural if the language has none', () => {
    const { wait } = createMessages({ wait: { one: '{s}', other: '{s} s' } } as const, {
      language: 'vi',
      translated: { wait: '{s} giây' },
    })
    expect(wait({ s: 1 })).toBe('1 giây')
  })
})

describe("a partner's own messages", () => {
  it('replace single messages, with values in braces, and keep the others', () => {
    const messages = {
      'form.heading': 'Get ready to vote',
      'notSent.wait': 'Wait {seconds} s, {nobody}',
      'months.0': 'Jan',
    }
    const words = createFormMessages(undefined, { messages })
    expect(words.form.heading).toBe('Get ready to vote')
    expect(words.notSent.wait({ seconds: 7 })).toBe('Wait 7 s, {nobody}')
    expect(words.months.slice(0, 2)).toEqual(['Jan', 'February'])
    expect(words.notSent.retry).toBe(en.notSent.retry)
    expect(createFormMessages().form.heading).not.toBe('Get ready to vote')
    expect(createFormMessages(es, { messages }).form).toMatchObject({
      heading: 'Get ready to vote',
      choose: es.form.choose,
    })
  })

  it('replace messages about facts where the facts are', () => {
    const unknown = vi.fn()
    const messages = { 'facts.heading': 'Votar en {state}', 'facts.nothing': 'x', 'form.heading': 'y' }
    const words = createFactsMessages(createFormMessages(es, { messages }), unknown)
    expect(words.heading({ state: 'Ohio' })).toBe('Votar en Ohio')
    expect(words.yes).toBe('Sí')
    expect(unknown.mock.calls).toEqual([['facts.nothing']])
    expect(createFactsMessages(createFormMessages()).yes).toBe('Yes')
    expect(createFactsMessages(createFormMessages({ language: 'pl' })).heading({ state: 'Ohio' })).toBe(
      'Registering in Ohio',
    )
  })

  it('with unknown keys are reported', () => {
    const unknownKey = vi.fn()
    createFormMessages(undefined, { messages: { 'form.headline': 'x', form: 'y', language: 'fr' }, unknownKey })
    expect(unknownKey.mock.calls).toEqual([['form.headline'], ['form'], ['language']])
  })
})

const english = { form: { heading: 'x', lead: 'x', titles: { one: 'x' } }, count: { other: 'x' } }

const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
afterEach(() => warn.mockClear())

it.each([
  ['form.headingg', 'form: heading, lead, titles'],
  ['form.titles.two', 'form: heading, lead, titles'],
  ['from.heading', 'messages: form, count'],
  ['nothing', 'messages: form, count'],
])('the warning for %s lists the neighboring keys', (key, names) => {
  warnOfUnknownKey(key, english)
  expect(warn.mock.calls).toEqual([[`voter-registration: messages["${key}"] is not a text of the form. In ${names}.`]])
})
