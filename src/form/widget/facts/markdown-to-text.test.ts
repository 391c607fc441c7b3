import { describe, expect, it } from 'vitest'
import { decodeEntities } from '../screens/service-text.ts'
import { toPlainText } from './common-values.ts'

const plain = (markdown: string) => toPlainText(markdown, decodeEntities)

describe('Markdown as plain text', () => {
  it.each([
    ['# Bring it\n\nText', 'Bring it\n\nText'],
    ['**Bring** it, __now__, *soon* or _later_', 'Bring it, now, soon or later'],
    ['***All*** of **a *b* c**', 'All of a b c'],
    ['**in\ntwo lines**', 'in\ntwo lines'],
    ['* one\n  * two\n+ three\n- four\n1. five', '- one\n  - two\n- three\n- four\n1. five'],
    ['1. Print it\n1. Sign it\n\n   in ink\n\n1. Mail it', '1. Print it\n2. Sign it\n\n   in ink\n\n3. Mail it'],
    ['3) a\nstill a\n3) b\n\nText\n\n1. c', '3) a\nstill a\n4) b\n\nText\n\n1. c'],
    ['1. a\n   1. x\n   1. y\n1. b\n   1. z\n- c\n1. d', '1. a\n   1. x\n   2. y\n2. b\n   1. z\n- c\n1. d'],
    ['[Find it](https://state.example/a_b_c?x=1&amp;y=2)', 'Find it (https://state.example/a_b_c?x=1&y=2)'],
    ['**[Find *it*](https://state.example/ "Title")**.', 'Find it (https://state.example/).'],
    ['[https://state.example/](https://state.example/)', 'https://state.example/'],
    ['<https://state.example/_a_/>, **https://state.example/**', 'https://state.example/_a_/, https://state.example/'],
    [
      '[Write](mailto:a@b.example) <mailto:c@d.example> [call](tel:+16175550100)',
      'Write (a@b.example) c@d.example call (+16175550100)',
    ],
    ['![A map](https://state.example/map.png)', 'A map'],
    ['`code` and \\*no emphasis\\*', 'code and *no emphasis*'],
    ['Don&#x27;t &lt;b&gt; &amp;amp;', "Don't <b> &amp;"],
  ])('turns $0 into $1', (markdown, text) => {
    expect(plain(markdown)).toBe(text)
  })

  it.each(['5 * 3 * 2', '5*3*2', 'snake_case_name', 'Fee: $5*', '$5* or $6* with a card', '28 days*\n\n*Later'])(
    'keeps what is not Markdown: %j',
    (text) => {
      expect(plain(text)).toBe(text)
    },
  )

  it('writes no address that a link may not have', () => {
    expect(plain('[here](javascript:alert) [there](data:text/html,x) [site](http://state.example/)')).toBe(
      'here there site',
    )
    expect(plain('[a](JaVaScRiPt:x) [b](//evil.example/) ![c](https://tracker.example/c.png)')).toBe('a b c')
  })

  it.each(['*', '_', '[', '*a ', '_a ', '[a](', '`', '\\', '<https:', '***a_'])('ends with 256 KiB of %j', (piece) => {
    const text = piece.repeat((256 * 1024) / piece.length)
    expect(plain(text).length).toBeLessThanOrEqual(text.length)
  })
})
