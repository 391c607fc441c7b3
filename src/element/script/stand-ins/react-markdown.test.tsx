/** The stand-in renders what the package renders: the script file shows voters the same answer. */
import * as fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import ReactMarkdown from 'react-markdown'
import { describe, expect, it } from 'vitest'
import { randomRuns } from '../../../testing/random-runs.ts'
import { seed } from '../../../testing/seed.ts'
import { tidyMarkdown } from '../../../widget/screens/tidy-markdown.ts'
import StandIn from './react-markdown.tsx'

const options = {
  allowedElements: 'h1 h2 h3 h4 h5 h6 p ul ol li blockquote pre code hr br em strong a'.split(' '),
  unwrapDisallowed: true,
  urlTransform: (url: string) => (url.startsWith('https:') ? url : undefined),
  components: {},
  rehypePlugins: [[tidyMarkdown, 2] as [typeof tidyMarkdown, number]],
}

const both = (text: string) => [
  renderToStaticMarkup(<ReactMarkdown {...options}>{text}</ReactMarkdown>),
  renderToStaticMarkup(<StandIn {...options}>{text}</StandIn>),
]

describe('the stand-in for react-markdown', () => {
  it.each([
    '# One\n\n## Two\n\nText with **strong**, *em* and `code`.',
    '3. three\n4. four\n   - inner\n\n> quote\n\n---\n\nline  \nbreak',
    '[a](https://a.example "title") [b](javascript:x) <https://c.example> ![image](https://d.example/x.png)',
    '```js\nconst a = 1\n```\n\n<b>raw</b> &amp; text\n\n<script>alert(1)</script>',
    '[ref]\n\n[ref]: https://e.example\n\ntext[^1]\n\n[^1]: note',
  ])('renders %j as the package does', (text) => {
    const [theirs, ours] = both(text)
    expect(ours).toBe(theirs)
  })

  it('renders whatever markdown is made of as the package does', () => {
    const piece = fc.constantFrom(
      '# ',
      '- ',
      '1. ',
      '> ',
      '**',
      '*',
      '`',
      '\n',
      '\n\n',
      '    ',
      'word',
      '[a](https://x.example)',
      '[b](b:c)',
      '<i>',
      '&lt;',
      '![x](y)',
      '---',
      '\\',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const [theirs, ours] = both(pieces.join(''))
        expect(ours).toBe(theirs)
      }),
      { numRuns: randomRuns(300), seed },
    )
  })
})
