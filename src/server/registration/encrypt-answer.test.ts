import { describe, expect, it } from 'vitest'
import { buttonLink } from '../../contract/text.ts'
import { maxButtonUrlLength, toButtonUrl } from './encrypt-answer.ts'

/** Returns a URL of `length` characters. */
const long = (length: number) => 'https://state.example/'.padEnd(length, 'a')

describe('the address of a button', () => {
  it.each([
    'https://register.state.example/a?b=1#c',
    'https://register.state.example:8443/%C2%AD%7F?name=%E2%80%AE',
    'HTTPS://STATE.EXAMPLE',
    'https://wähler.example/',
    'https://1.2.3.4.state.example/',
    'https://localhost.state.example/',
    'https://notlocalhost.example/',
    'http://state.example/a',
    'HTTP://STATE.EXAMPLE:8080',
    'https://state.example/localhost/127.0.0.1/[::1]',
    'https://state.example/?to=https://127.0.0.1/',
    long(maxButtonUrlLength),
  ])('is $0 as it came', (url) => {
    expect(toButtonUrl(url, false)).toBe(url)
    expect(toButtonUrl(url, true)).toBe(url)
  })

  it.each([
    ['an IPv4 address', 'https://192.0.2.1/'],
    ['one number', 'https://3221225985/'],
    ['hexadecimal', 'https://0xC0000201/'],
    ['octal', 'https://0300.0.02.01/'],
    ['short', 'https://192.513/'],
    ['with a dot at its end', 'https://192.0.2.1./'],
    ['in wide digits', 'https://１９２.0.2.1/'],
    ['with a port', 'https://192.0.2.1:8443/a'],
    ['without slashes', 'https:192.0.2.1'],
    ['a name without slashes', 'https:evil.example'],
    ['a name behind one slash', 'https:/evil.example'],
    ['a name behind three slashes', 'https:///evil.example'],
    ['no TLS and no slashes', 'http:evil.example'],
    ['a private address', 'http://10.0.0.1/'],
    ['a private address as one number', 'http://167772161/'],
    ['a private address in hexadecimal', 'http://0xC0.0xA8.1.1/'],
    ['a link-local address', 'http://169.254.169.254/latest/meta-data/'],
    ['a link-local IPv6 address', 'https://[fe80::1]/'],
    ['a private IPv6 address', 'https://[fd00::1]/'],
    ['loopback in IPv6', 'https://[::ffff:7f00:1]/'],
    ['a name of one label', 'https://intranet/'],
    ['a name of one label with a dot', 'https://router./'],
    ['a name of a local network', 'https://printer.local/'],
    ['a name of a private cloud', 'http://metadata.google.internal/'],
    ['an IPv6 address', 'https://[2001:db8::1]/'],
    ['IPv4 in IPv6', 'https://[::ffff:192.0.2.1]/'],
    ['all addresses', 'https://0.0.0.0/'],
    ['percent signs in the host', 'https://st%61te.example/'],
    ['a soft hyphen behind percent signs', 'https://st%C2%ADate.example/'],
    ['a soft hyphen in the host', 'https://st\u00adate.example/'],
    ['a soft hyphen in the path', 'https://state.example/\u00ad'],
    ['a zero-width space', 'https://state.example/\u200b'],
    ['a zero-width joiner', 'https://sta\u200dte.example/'],
    ['a word joiner', 'https://state.example/\u2060a'],
    ['a byte order mark', 'https://state.example/\ufeff'],
    ['a direction override', 'https://state.example/\u202egpj'],
    ['a direction isolate', 'https://state.example/\u2066a'],
    ['a Hangul filler', 'https://state.example/\u3164'],
    ['a variation selector', 'https://state.example/\ufe0f'],
    ['a tag', 'https://state.example/\u{e0041}'],
    ['a control character', 'https://state.example/\u009b'],
    ['a character too many', long(maxButtonUrlLength + 1)],
    ['another scheme', 'javascript:alert(1)'],
    ['no address', ''],
  ])('is empty for %s: $1', (_, url) => {
    for (const isSandbox of [false, true]) {
      const given = toButtonUrl(url, isSandbox)
      expect(given).toBe('')
      expect(buttonLink(given)).toBeUndefined()
    }
  })

  it.each([
    'http://127.0.0.1:8788/state-site/MA',
    'http://localhost:8788/',
    'http://sandbox.localhost/',
    'http://[::1]:8788/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0177.1/',
    'https://localhost./',
  ])('is %s only if the service is on this machine, too', (url) => {
    expect(toButtonUrl(url, true)).toBe(url)
    expect(toButtonUrl(url, false)).toBe('')
  })
})
