import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeEntities, numberEntities } from './service-text.ts'

/** How the service escapes every value that it inserts into its text. */
const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;')

describe('character references', () => {
  it.each([
    ['driver&#x27;s', "driver's"],
    ['driver&#39;s', "driver's"],
    ['a &amp; b', 'a & b'],
    ['&lt;b&gt; &quot;c&quot;', '<b> "c"'],
    ['&#X1F600;', '😀'],
    ['&amp;lt;', '&lt;'],
    ['AT&T; R&D, &copy; &Aacute; &unknown; &toString;', 'AT&T; R&D, © Á &unknown; &toString;'],
    ['&#0; &#xD800; &#x110000;', '\ufffd \ufffd \ufffd'],
  ])('%j is read as %j', (text, read) => {
    expect(decodeEntities(text)).toBe(read)
  })

  it('are resolved exactly once: what the service escapes comes back as it was', () => {
    fc.assert(fc.property(fc.string(), (text) => decodeEntities(escaped(text)) === text))
  })

  it('are written as numbers for a renderer that must not ask the page what a name means', () => {
    expect(numberEntities('a &amp; b, &ntilde; &#39; &unknown; AT&T')).toBe(
      'a &#38; b, &#241; &#39; &#38;unknown; AT&T',
    )
  })

  it('mean the same by number as by name', () => {
    fc.assert(fc.property(fc.string(), (text) => decodeEntities(numberEntities(escaped(text))) === text))
  })
})
