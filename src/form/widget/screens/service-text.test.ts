import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeEntities, fitsMarkdown, maxMarkdownBytes, numberEntities } from './service-text.ts'

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

  it('are resolved exactly once: what the service escapes is restored', () => {
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

describe('a text that is rendered as Markdown', () => {
  it.each([
    ['the service’s own', '# Texas\n\n- one\n  - two\n\n> quote\n\n1. a\n2. b\n\n---\n\n[a](https://a.example/)\n'],
    ['an empty one', ''],
    ['16 KiB of sentences', 'Bring an ID. '.repeat(1260)],
    ['a long rule', `a\n\n${'-'.repeat(200)}\n\n${'* '.repeat(3)}\n`],
    ['50 quotes in one another', `${'> '.repeat(50)}a`],
  ])('can be %s', (_, text) => {
    expect(fitsMarkdown(text)).toBe(true)
  })

  it.each([
    ['more than 16 KiB', 'a'.repeat(maxMarkdownBytes + 1)],
    ['more than 16 KiB in UTF-8', 'é'.repeat(maxMarkdownBytes / 2 + 1)],
    ['51 quotes in one another', `a\n${'> '.repeat(51)}b`],
    ['quotes without a space', '>'.repeat(51)],
    ['lists in one another', `${'- '.repeat(51)}a`],
    ['numbered lists in one another', `${'1. '.repeat(51)}a`],
    ['a mixture of both', `${'> - 1) '.repeat(20)}a`],
    ['ten thousand brackets', '['.repeat(10_000)],
    ['five thousand images in one another', '!['.repeat(5_000)],
    ['a table of thousands of cells', '|a'.repeat(2_000)],
    ['thousands of mail addresses', 'a@b.c '.repeat(2_000)],
    ['thousands of sites', 'www.a '.repeat(2_000)],
    ['strike-through in strike-through', '~~a '.repeat(2_000)],
    ['emphasis in emphasis', '*a **b '.repeat(1_000)],
    ['thousands of underlined headings', 'a\n=\n'.repeat(3_000)],
    ['thousands of lines with old line ends', 'a\r'.repeat(3_000)],
  ])('cannot be %s', (_, text) => {
    expect(fitsMarkdown(text)).toBe(false)
  })
})
