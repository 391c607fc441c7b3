import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asciiEmail } from './ascii-email.ts'
import { seed } from './testing/seed.ts'
import { isEmail } from './text.ts'

describe('an e-mail address with an internationalized domain', () => {
  it.each([
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['Ada.S@BÜCHER.Example', 'Ada.S@xn--bcher-kva.example'],
    ['ada@bu\u0308cher.example', 'ada@xn--bcher-kva.example'],
    [' ada@straße.example ', ' ada@xn--strae-oqa.example'],
    ['ada@mail.例え.example', 'ada@mail.xn--r8jz45g.example'],
    ['ada@선거.example', 'ada@xn--v69a850b.example'],
    ['ada@example.испытание', 'ada@example.xn--80akhbyknj4f'],
    ['ada@пример.испытание', 'ada@xn--e1afmkfd.xn--80akhbyknj4f'],
    ['ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah'],
  ])('%j is sent as %j', (typed, sent) => {
    expect(isEmail(typed.trim())).toBe(false)
    expect(asciiEmail(typed)).toBe(sent)
    expect(isEmail(sent.trim())).toBe(true)
    expect(asciiEmail(sent)).toBe(sent)
  })

  it.each([
    ['an ASCII one', 'Ada@Example.ORG'],
    ['one with xn-- already', 'ada@xn--bcher-kva.example'],
    ['no domain', 'ada'],
    ['an empty domain', 'ü@'],
    ['a name that is not ASCII', 'é@x.com'],
    ['a soft hyphen', 'ada@exa\u00admple.org'],
    ['a soft hyphen beside an umlaut', 'ada@b\u00adücher.example'],
    ['a variation selector', 'ada@bücher\ufe0f.example'],
    ['a zero-width joiner', 'ada@bü\u200dcher.example'],
    ['wide letters', 'ada@ｅｘample.org'],
    ['wide digits', 'ada@１２７.0.0.1'],
    ['a ligature', 'ada@o\ufb03ce.example'],
    ['another dot', 'ada@bücher。example'],
    ['a path', 'ada@bücher.example/a'],
    ['a port', 'ada@bücher.example:25'],
    ['a query', 'ada@bücher.example?a'],
    ['a percent sign', 'ada@b%C3%BCcher.example'],
    ['a space', 'ada@bü cher.example'],
    ['a control character', 'ada@bü\u0000cher.example'],
    ['a lone surrogate', 'ada@bü\ud800cher.example'],
    ['a label that is no punycode', 'ada@bücher.xn--a'],
    ['an empty label', 'ada@bücher..example'],
  ])('is none with %s: %j', (_, typed) => {
    const sent = asciiEmail(typed)
    expect([typed, sent].map(isEmail)).toEqual([isEmail(typed), isEmail(typed)])
    if (isEmail(typed)) expect(sent).toBe(typed)
  })

  it('does not convert a domain that is longer than any, however many letters it has', () => {
    const letters = Array.from({ length: 5000 }, (_, place) => String.fromCodePoint(0x4e00 + place))
    const typed = `ada@${letters.join('')}.example`
    expect(asciiEmail(typed)).toBe(typed)
  })

  it('keeps what stands before the @, and any text that was good before', () => {
    const letter = fc.constantFrom('a', 'B', 'ü', 'ß', '例', '.', '-', '@', ' ', '\u00ad', '/', '１', 'xn--', '\ud800')
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(letter).map((all) => `a@${all.join('')}.org`),
    )
    fc.assert(
      fc.property(text, (typed) => {
        const sent = asciiEmail(typed)
        const at = typed.lastIndexOf('@') + 1
        expect(sent.slice(0, at)).toBe(typed.slice(0, at))
        if (isEmail(typed)) expect(sent).toBe(typed)
      }),
      { seed },
    )
  })
})
