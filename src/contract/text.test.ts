import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { serviceMessages } from './service-messages.ts'
import { randomRuns, seed } from './testing/seed.ts'
import { asciiEmail, buttonLink, codePoints, isE164, isEmail, isLoopback, safeLink, trim } from './text.ts'
import { CalendarDate, Email, Phone, ShortText, ZipCode } from './text-schemas.ts'

/** `FUZZ_RUNS` sets the number of random addresses, `SEED` repeats a run. */
const runs = randomRuns(1_000)

const messages = (result: { success: boolean; error?: { issues: { message: string }[] } }) =>
  result.error?.issues.map((issue) => issue.message) ?? []

describe('text of up to 256 characters (R-A30, X3)', () => {
  it('is counted in code points after trimming, not in bytes or UTF-16 units', () => {
    expect(ShortText.safeParse(`  ${'😀'.repeat(256)}  `).data).toBe('😀'.repeat(256))
    expect(messages(ShortText.safeParse('😀'.repeat(257)))).toEqual([serviceMessages.tooLong])
    expect(codePoints('a😀é')).toBe(3)
  })

  it('is blank with white space only, a no-break space included', () => {
    for (const blank of ['', '   ', '\u00a0', '\t\n', '\u001c\u0085']) {
      expect(messages(ShortText.safeParse(blank))).toEqual([serviceMessages.blank])
    }
  })

  it('keeps inner tabs, and drops zero-width spaces and direction marks', () => {
    expect(ShortText.parse('a\tb\u200bc\u202ed')).toBe('a\tbcd')
  })

  it('rejects NUL and lone surrogates, which the service answers with an error', () => {
    expect(messages(ShortText.safeParse('a\0b'))).toEqual(['Null characters are not allowed.'])
    expect(messages(ShortText.safeParse('a\ud800'))).toEqual(['Surrogate characters are not allowed: U+D800.'])
  })

  it.each([
    [undefined, serviceMessages.required],
    [null, serviceMessages.null],
    [true, serviceMessages.notString],
    [['a'], serviceMessages.notString],
    [7, serviceMessages.notString],
  ])('rejects %j with the message of the service', (value, message) => {
    expect(messages(ShortText.safeParse(value))).toEqual([message])
  })

  it('is the same when it is trimmed twice', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => trim(trim(text)) === trim(text)))
  })
})

describe('a date of birth (R-A38, X5)', () => {
  it.each(['1990-04-12', '2000-02-29', '0001-01-01', '2999-12-31'])('can be the calendar date %s', (date) => {
    expect(CalendarDate.parse(date)).toBe(date)
  })

  it.each([
    '1990-1-2',
    '1990-02-30',
    '1900-02-29',
    '1990-13-01',
    '1990-00-10',
    '',
    '1990-04-12 ',
    '12.4.1990',
    '1990-04-12T00:00:00Z',
  ])('cannot be %j', (date) => {
    expect(messages(CalendarDate.safeParse(date))).toEqual([serviceMessages.date])
  })
})

/** A valid address with that number of characters. */
const emailOf = (length: number) => {
  const part = (size: number) => 'a'.repeat(size)
  return `${part(60)}@${part(60)}.${part(60)}.${part(length - 187)}.org`
}

describe('an email address (R-A39, X6)', () => {
  it('is trimmed, and at most 254 characters long, because the service stores no more', () => {
    expect(Email.parse(' ada@example.org ')).toBe('ada@example.org')
    expect(Email.safeParse(emailOf(254)).success).toBe(true)
    expect(messages(Email.safeParse(emailOf(255)))).toEqual([serviceMessages.email])
  })

  it.each(['a@', '@b.org', 'a b@c.org', 'a..b@c.org', 'é@x.com', 'plain'])('cannot be %j', (email) => {
    expect(messages(Email.safeParse(email))).toEqual([serviceMessages.email])
  })
})

describe('a phone number in E.164 (R-A40, X7)', () => {
  it.each(['+16175551234', '+442079460958', '+12125550123', '+12026413111', '+16179111234'])('can be %s', (phone) => {
    expect(Phone.parse(phone)).toBe(phone)
  })

  it.each([
    ['no plus', '16175551234'],
    ['an area code that begins with 1', '+11175551234'],
    ['an exchange that begins with 0', '+16170551234'],
    ['the example number of films, which the service refuses', '+15555555555'],
    ['an area code that is a service code', '+19115551234'],
    ['a digit too few', '+1617555123'],
    ['a digit too many', '+161755512345'],
    ['spaces', '+1 617 555 1234'],
    ['too long for any country', '+4420794609581234'],
  ])('cannot have %s', (_, phone) => {
    expect(isE164(phone)).toBe(false)
    expect(messages(Phone.safeParse(phone))).toEqual([serviceMessages.phone])
  })
})

describe('a ZIP code (R-A45, X9)', () => {
  it('is five ASCII digits, trimmed', () => {
    expect(ZipCode.parse(' 02108 ')).toBe('02108')
  })

  it.each(['2108', '02108-1234', '0210a', '０２１０８', '123456'])('cannot be %j', (zip) => {
    expect(messages(ZipCode.safeParse(zip))).toEqual(['Zip codes are 5 digits'])
  })
})

describe('a link for voters', () => {
  it.each([
    ['https://register.state.example/a?b=1', 'https://register.state.example/a?b=1'],
    ['http://127.0.0.1:8788/state-site/MA', 'http://127.0.0.1:8788/state-site/MA'],
    ['http://localhost:1/', 'http://localhost:1/'],
    ['http://[::1]:1/', 'http://[::1]:1/'],
  ])('can be %s', (value, href) => {
    expect(safeLink(value)).toBe(href)
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'http://register.state.example/',
    'https://user:secret@state.example/',
    'https://state.example\\@evil.example/',
    ' https://state.example/',
    'java\tscript:alert(1)',
    'https://state.example/\u202egpj',
    'https://127.0.0.1.evil.example:x/',
    'http://127.0.0.1.evil.example/',
    '//state.example/',
    '/path',
    '',
  ])('cannot be %j', (value) => {
    expect(safeLink(value)).toBeUndefined()
  })

  it('with http is allowed for a button of the service only', () => {
    expect(buttonLink('http://register.state.example/')).toBe('http://register.state.example/')
    for (const bad of [
      'http://user:secret@state.example/',
      'ftp://state.example/',
      'http://a\\b/',
      'javascript:alert(1)',
    ]) {
      expect(buttonLink(bad)).toBeUndefined()
    }
  })

  /** Addresses of every kind, and parts of them combined as an attacker would. */
  const piece = fc.oneof(
    fc.constantFrom(
      'https:',
      'http:',
      'HTTPS:',
      'javascript:',
      'data:text/html,',
      'vbscript:',
      'file:',
      'blob:',
      'intent:',
    ),
    fc.constantFrom('//', '/', '\\\\', '@', ':', '?', '#', '%00', '%2f', '&#58;', '\t', '\n', '\u202e', '\u00a0', '\0'),
    fc.constantFrom(
      'state.example',
      'localhost',
      '127.0.0.1',
      '[::1]',
      '0x7f.1',
      'user:secret',
      '.evil.example',
      'xn--e1awd',
    ),
    fc.string({ unit: 'binary', maxLength: 8 }),
  )
  const address = fc.oneof(
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.string(),
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
    fc.tuple(fc.webUrl(), fc.nat(40), piece).map(([url, at, put]) => url.slice(0, at) + put + url.slice(at)),
  )

  it(`is https or this machine, and no other name than it shows: ${runs} addresses with seed ${seed}`, () => {
    fc.assert(
      fc.property(address, (value) => {
        const href = safeLink(value)
        if (href === undefined) return
        // How a browser parses it as a link.
        const { protocol, hostname, username, password } = new URL(href)
        expect([username, password]).toEqual(['', ''])
        expect(hostname).not.toBe('')
        expect(protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))).toBe(true)
        expect(safeLink(href)).toBe(href)
      }),
      { numRuns: runs, seed },
    )
  }, 600_000)
})

describe('an email address with an internationalized domain', () => {
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
    ['an ASCII address', 'Ada@Example.ORG'],
    ['one with xn--', 'ada@xn--bcher-kva.example'],
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
  ])('keeps $0 unchanged: $1', (_, typed) => {
    const sent = asciiEmail(typed)
    expect([typed, sent].map(isEmail)).toEqual([isEmail(typed), isEmail(typed)])
    if (isEmail(typed)) expect(sent).toBe(typed)
  })

  it('is not converted with a domain beyond the maximum length', () => {
    const letters = Array.from({ length: 5000 }, (_, place) => String.fromCodePoint(0x4e00 + place))
    const typed = `ada@${letters.join('')}.example`
    expect(asciiEmail(typed)).toBe(typed)
  })

  it('keeps the part before the @, and any text that was valid before', () => {
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
