/** The phone's address: the page's own, the language and the state, and nothing else. */
import { expect, it } from 'vitest'
import { phoneAddress, phoneCode, phoneCodePath } from './phone-code.ts'

const page = 'https://register.partner.example/form'

it('leads to the public page, in the same language and state', () => {
  const start = { partner: undefined, language: 'es', state: 'MA' }
  expect(phoneAddress(page, start)).toBe(`${page}?locale=es&state=MA`)
  expect(phoneAddress(page, { ...start, partner: 'river-city' })).toBe(`${page}?partner=river-city&locale=es&state=MA`)
  expect(phoneAddress(`${page}?utm_source=screen`, start)).toBe(`${page}?utm_source=screen&locale=es&state=MA`)
  expect(phoneCodePath({ ...start, partner: 'river-city' })).toBe(
    'form/phone.svg?partner=river-city&locale=es&state=MA',
  )
})

it.each(['ma', 'Boston', 'MA&first_name=Ada', '', null, undefined])('leaves out %j, which is no state', (state) => {
  expect(phoneAddress(page, { partner: undefined, language: 'en', state })).toBe(`${page}?locale=en`)
})

it('is a picture that runs and loads nothing', () => {
  const { headers, body } = phoneCode({ size: 21, path: 'M0 0h7v1H0z' })
  expect(headers['Content-Type']).toBe('image/svg+xml')
  expect(body).toMatch(/^<svg [^>]*viewBox="-4 -4 29 29"/)
  expect(body).toContain('M0 0h7v1H0z')
  expect(body).not.toMatch(/<script|href|https?:(?!\/\/www\.w3\.org\/)/)
})
