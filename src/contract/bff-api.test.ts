import { describe, expect, it } from 'vitest'
import { EncryptedAnswer, Link, Settings, Wording, wordingElements } from './bff-api.ts'
import { anAnswer, aWording, theSettings } from './testing/samples.ts'

describe('the consent wording', () => {
  it.each(wordingElements)('cannot omit "%s" (R-A14 to R-A21)', (element) => {
    const { [element]: _, ...rest } = aWording().elements
    expect(Wording.safeParse({ ...aWording(), elements: rest }).success).toBe(false)
    expect(Wording.safeParse({ ...aWording(), elements: { ...rest, [element]: '  ' } }).success).toBe(false)
  })

  it('must link terms and privacy policy (R-A15)', () => {
    const agreement = 'By continuing you agree to the terms.'
    expect(Wording.safeParse({ ...aWording(), elements: { ...aWording().elements, agreement } }).success).toBe(false)
  })
})

describe('settings', () => {
  it('always have an English wording', () => {
    expect(Settings.safeParse(theSettings()).success).toBe(true)
    expect(Settings.safeParse({ ...theSettings(), wording: { es: aWording({ language: 'es' }) } }).success).toBe(false)
  })

  it.each(['javascript:alert(1)', 'http://service.example/terms', '/terms', 'ftp://service.example/'])(
    'reject a link like %s',
    (url) => {
      expect(Link.safeParse(url).success).toBe(false)
    },
  )

  it('accept plain http on this machine, where the sandbox runs', () => {
    expect(Link.safeParse('http://127.0.0.1:8788/_sandbox/terms').success).toBe(true)
  })
})

it('the encrypted answer drops everything that the browser does not need', () => {
  const read = EncryptedAnswer.parse({
    ...anAnswer(),
    event_tracking: 1,
    buttons: [{ ...anAnswer().buttons[0], event_tracking: { a: 1 } }],
  })
  expect(JSON.stringify(read)).not.toContain('event_tracking')
})
