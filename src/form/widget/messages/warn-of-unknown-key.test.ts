import { afterEach, expect, it, vi } from 'vitest'
import { warnOfUnknownKey } from './warn-of-unknown-key.ts'

const english = { form: { heading: 'x', lead: 'x', titles: { one: 'x' } }, count: { other: 'x' } }

const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
afterEach(() => warn.mockClear())

it.each([
  ['form.headingg', 'form: heading, lead, titles'],
  ['form.titles.two', 'form: heading, lead, titles'],
  ['from.heading', 'messages: form, count'],
  ['nothing', 'messages: form, count'],
])('names the texts beside %s', (key, names) => {
  warnOfUnknownKey(key, english)
  expect(warn.mock.calls).toEqual([[`voter-registration: messages["${key}"] names no text. In ${names}.`]])
})
