import { render, screen } from '@testing-library/react'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomRuns, seed } from '../../../contract/testing/seed.ts'
import { isLoopback } from '../../../contract/text.ts'
import { WithParts } from '../../testing/with-parts.tsx'
import type { HeadingLevel } from '../options.ts'
import { AnswerMarkdown } from './answer-markdown.tsx'
import { fitsMarkdown } from './service-text.ts'

/** `FUZZ_RUNS` sets the number of random texts, `SEED` repeats a run. */
const runs = randomRuns(300)

/** Renders markdown as the answer screen does, and returns the element around it. */
function rendered(text: string, headingLevel: HeadingLevel = 2): HTMLElement {
  const answer = <AnswerMarkdown text={text} />
  return render(<WithParts context={{ headingLevel }}>{answer}</WithParts>).container
}

/** The outline of a text, as a screen reader lists it. */
const outline = (text: string, headingLevel: HeadingLevel = 2) =>
  [...rendered(text, headingLevel).querySelectorAll('h1, h2, h3, h4, h5, h6')].map(
    (heading) => `${heading.tagName} ${heading.textContent}`,
  )

describe('the service’s text', () => {
  it('is rendered unescaped, although the service escapes it', () => {
    const text = rendered('You need a driver&#x27;s license &amp; a &quot;real&quot; ID, `don&#x27;t &amp; &lt;b&gt;`.')
    expect(text.textContent).toBe('You need a driver\'s license & a "real" ID, don\'t & <b>.')
  })

  it('is the same in a block of code', () => {
    expect(rendered('    10 Main &amp; Oak').textContent?.trim()).toBe('10 Main & Oak')
  })

  it('is nested under the heading of the screen, whatever level it starts with', () => {
    expect(outline('# A\n\n## B\n\n### C\n\n## D\n\n# E')).toEqual(['H3 A', 'H4 B', 'H5 C', 'H4 D', 'H3 E'])
    expect(outline('### A\n\n#### B\n\n# C', 1)).toEqual(['H2 A', 'H3 B', 'H2 C'])
  })

  it('skips no heading level', () => {
    expect(outline('# A\n\n#### B\n\n###### C\n\n##### D')).toEqual(['H3 A', 'H4 B', 'H5 C', 'H5 D'])
  })

  it('has no heading deeper than the sixth level', () => {
    expect(outline('# A\n\n## B', 5)).toEqual(['H6 A', 'H6 B'])
    expect(outline('# A', 6)).toEqual(['H6 A'])
  })

  it('has no empty heading', () => {
    expect(outline('#\n\n# ![](https://a.example/x.png)\n\n# A')).toEqual(['H3 A'])
  })

  it('shows an image as its description', () => {
    const text = rendered('See ![the state seal](https://a.example/seal.png) here.')
    expect(text.textContent).toBe('See the state seal here.')
    expect(text.querySelector('img')).toBeNull()
  })

  it('shows HTML as text', () => {
    expect(rendered('<b>now</b> & <img src=x onerror=alert(1)>').textContent).toBe(
      '<b>now</b> & <img src=x onerror=alert(1)>',
    )
    expect(rendered('<div>\nIt&#x27;s here\n</div>').textContent).toContain("It's here")
  })
})

describe('a link in the service’s text', () => {
  it('sends no referrer, opens a new tab and says so', () => {
    rendered('[State site](https://register.state.example/?a=1&amp;b=2 "a title")')
    const link = screen.getByRole('link', { name: 'State site (opens in a new tab)' })
    expect(link.getAttribute('href')).toBe('https://register.state.example/?a=1&b=2')
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
    expect(link.getAttribute('referrerpolicy')).toBe('no-referrer')
    expect(link.getAttribute('target')).toBe('_blank')
    expect(link.getAttribute('title')).toBeNull()
  })

  it('can be a mail address or a telephone number, which open no tab', () => {
    rendered('<clerk@state.example> [call](tel:+16175550100) [write](mailto:a@b.example?subject=Hello)')
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      'mailto:clerk@state.example',
      'tel:+16175550100',
      'mailto:a@b.example?subject=Hello',
    ])
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('target'))).toEqual([null, null, null])
  })

  it('shows a bare address as it was before the service escaped it', () => {
    rendered('<https://state.example/?a=1&amp;b=2>')
    const link = screen.getByRole('link')
    expect(link.getAttribute('href')).toBe('https://state.example/?a=1&b=2')
    expect(link.textContent).toContain('https://state.example/?a=1&b=2')
  })

  it('can point to this machine, where the sandbox runs', () => {
    rendered('[stub](http://127.0.0.1:8788/state-site/MA)')
    expect(screen.getByRole('link').getAttribute('href')).toBe('http://127.0.0.1:8788/state-site/MA')
  })

  it('shows its address when it has no text', () => {
    rendered('[](https://state.example/)')
    expect(screen.getByRole('link', { name: /^https:\/\/state\.example\// })).toBeDefined()
  })

  it('stays as its text when it is rejected', () => {
    const text = rendered('Press [this](javascript:alert(1)) and [that](/relative).')
    expect(text.textContent).toBe('Press this and that.')
    expect(screen.queryByRole('link')).toBeNull()
  })
})

/** Texts, and what of them is shown: the element's HTML without what every link has. */
const shown: Record<string, string> = {
  'Go to https://www.sos.example/register today.':
    '<p>Go to <a href="https://www.sos.example/register">https://www.sos.example/register</a> today.</p>',
  'https://sos.example': '<p><a href="https://sos.example/">https://sos.example</a></p>',
  'See (https://sos.example/a_(b)) now':
    '<p>See (<a href="https://sos.example/a_(b)">https://sos.example/a_(b)</a>) now</p>',
  'Is it https://sos.example/?': '<p>Is it <a href="https://sos.example/">https://sos.example/</a>?</p>',
  '**https://sos.example/a**': '<p><strong><a href="https://sos.example/a">https://sos.example/a</a></strong></p>',
  'HTTPS://SOS.EXAMPLE/A': '<p><a href="https://sos.example/A">HTTPS://SOS.EXAMPLE/A</a></p>',
  'https://sos.example/?a=1&amp;b=2, then':
    '<p><a href="https://sos.example/?a=1&amp;b=2">https://sos.example/?a=1&amp;b=2</a>, then</p>',
  '&quot;https://sos.example/a&quot; and': '<p>"<a href="https://sos.example/a">https://sos.example/a</a>" and</p>',
  '&lt;https://sos.example/a&gt;': '<p>&lt;<a href="https://sos.example/a">https://sos.example/a</a>&gt;</p>',
  'https://sos.example/it&#x27;s': '<p><a href="https://sos.example/it\'s">https://sos.example/it\'s</a></p>',
  '&#x27;https://sos.example/a&#x27;.': '<p>\'<a href="https://sos.example/a">https://sos.example/a</a>\'.</p>',
  'www.sos.example/a.': '<p><a href="https://www.sos.example/a">www.sos.example/a</a>.</p>',
  'Mail clerk@sos.example.': '<p>Mail <a href="mailto:clerk@sos.example">clerk@sos.example</a>.</p>',
  'http://sos.example/ is not safe': '<p>http://sos.example/ is not safe</p>',
  'http://127.0.0.1:8788/state-site/MA':
    '<p><a href="http://127.0.0.1:8788/state-site/MA">http://127.0.0.1:8788/state-site/MA</a></p>',
  'https://a:b@sos.example/': '<p>https://a:b@sos.example/</p>',
  '`https://sos.example`': '<p><code>https://sos.example</code></p>',
  '[here](https://sos.example) https://sos.example/b':
    '<p><a href="https://sos.example/">here</a> <a href="https://sos.example/b">https://sos.example/b</a></p>',
  'sos.example and 1.2.3': '<p>sos.example and 1.2.3</p>',
  '~~Old~~ new': '<p><del>Old</del> new</p>',
  'about ~5 days~ or 10': '<p>about ~5 days~ or 10</p>',
  '**Note:**bring ID': '<p><strong>Note</strong>:bring ID</p>',
  '**Note:** bring ID': '<p><strong>Note:</strong> bring ID</p>',
  'a**b**c **d!**e': '<p>a<strong>b</strong>c <strong>d</strong>!e</p>',
  '- [x] ID\n- [ ] Form': '<ul><li>☑ ID</li><li>☐ Form</li></ul>',
  'Bring an ID.[^1]\n\n[^1]: Or a letter.':
    '<p>Bring an ID.[1]</p><h3>Footnotes</h3><ol><li><p>Or a letter. </p></li></ol>\n',
  '| Day | What |\n|:-:|---|\n| Monday | Post &amp; mail |\n| Tuesday |':
    '<table role="table"><thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Day</th><th role="columnheader" scope="col">What</th></tr></thead><tbody role="rowgroup"><tr role="row"><td role="cell" data-label="Day">Monday</td><td role="cell" data-label="What">Post &amp; mail</td></tr><tr role="row"><td role="cell" data-label="Day">Tuesday</td><td role="cell" data-label="What"></td></tr></tbody></table>',
  'a | b\nc | d': '<p>a | b\nc | d</p>',
}

it('the service’s text can have bare addresses, tables, strike-through, tasks and footnotes', () => {
  const seen = Object.keys(shown).map((text) => {
    const html = rendered(text)
      .innerHTML.replaceAll(/ (target|rel|referrerpolicy)="[^"]*"/g, '')
      .replaceAll(/ <span lang="en">[^<]*<\/span>/g, '')
      .replaceAll(/>\n\s*</g, '><')
      .replaceAll(/<li>\n/g, '<li>')
      .replaceAll(/\n<\/li>/g, '</li>')
    return [text, html]
  })
  expect(Object.fromEntries(seen)).toEqual(shown)
})

/** What no text may ever produce: an element or an attribute outside this list, or another link. */
const harmless = new Set(
  'H3 H4 H5 H6 P UL OL LI BLOCKQUOTE PRE CODE HR BR EM STRONG A SPAN DEL TABLE THEAD TBODY TR TH TD'.split(' '),
)
const allowedAttributes = new Set([
  'href',
  'target',
  'rel',
  'referrerpolicy',
  'lang',
  'start',
  'role',
  'scope',
  'data-label',
])

function findHarm(container: HTMLElement): string[] {
  return [...container.querySelectorAll('*')].flatMap((element) => [
    ...(harmless.has(element.tagName) ? [] : [`<${element.tagName}>`]),
    ...element
      .getAttributeNames()
      .filter((name) => !allowedAttributes.has(name))
      .map((name) => `${element.tagName} ${name}=`),
    ...(element.hasAttribute('href') && !isHarmlessLink(element.getAttribute('href') ?? '')
      ? [`href ${element.getAttribute('href') ?? ''}`]
      : []),
    ...(element.tagName === 'A' && !element.hasAttribute('href') ? ['<a> without href'] : []),
  ])
}

function isHarmlessLink(href: string): boolean {
  const { protocol, hostname, username } = new URL(href)
  if (protocol === 'http:') return isLoopback(hostname) && username === ''
  return ['https:', 'mailto:', 'tel:'].includes(protocol) && username === ''
}

const attacks = [
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a](javascript&colon;alert(1))',
  '[a](javascript&#58;alert(1))',
  '[a](javascript&#x3a;alert(1))',
  '[a](&#106;avascript:alert(1))',
  '[a](&#x6A;&#x61;vascript:alert(1))',
  '[a](java&Tab;script:alert(1))',
  '[a](java&#9;script:alert(1))',
  '[a](java&NewLine;script:alert(1))',
  '[a](java\\\nscript:alert(1))',
  '[a](<java\tscript:alert(1)>)',
  '[a]( javascript:alert(1))',
  '[a](&#1;javascript:alert(1))',
  '[a](\u0001javascript:alert(1))',
  '[a](javascript://state.example/%0aalert(1))',
  '[a](javascript:alert(1)//https://state.example)',
  '[a](<javascript:alert(1)> "https://state.example")',
  '[a](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[a](data:image/svg+xml,<svg/onload=alert(1)>)',
  '[a](vbscript:msgbox(1))',
  '[a](file:///etc/passwd)',
  '[a](blob:https://state.example/x)',
  '[a](filesystem:https://state.example/x)',
  '[a](intent://scan/#Intent;scheme=zxing;end)',
  '[a](ftp://state.example/)',
  '[a](http://state.example/)',
  '[a](//evil.example/)',
  '[a](\\\\evil.example)',
  '[a](/\\evil.example)',
  '[a](?a=b)',
  '[a](#fragment)',
  '[a]()',
  '[a](https:evil)',
  '[a](https://state.example@evil.example/)',
  '[a](https://user:pass@evil.example/)',
  '[a](https://state.example\\@evil.example/)',
  '[a](https://state.example%00.evil.example/)',
  '[a](https://state.example/\u202egpj.exe)',
  '[a](http://127.0.0.1.evil.example/)',
  '[a](mailto:a@b.example%0abcc:c@d.example)',
  '[a](mailto:)',
  '[a](tel:javascript:alert(1))',
  '[a](tel:*#06#<script>)',
  '<javascript:alert(1)>',
  '<data:text/html,x>',
  '<vbscript:x>',
  '[a][b]\n\n[b]: javascript:alert(1)',
  '[b]\n\n[b]: <data:text/html,x> "t"',
  '[^1]\n\n[^1]: <script>alert(1)</script>',
  '![a](javascript:alert(1))',
  '![a](https://evil.example/pixel.gif)',
  '![a][b]\n\n[b]: https://evil.example/pixel.gif',
  '[![a](https://evil.example/x.png)](javascript:alert(1))',
  '![[a](javascript:x)](javascript:y)',
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="https://evil.example/">',
  '<form action="https://evil.example"><input name=a><button>ok</button></form>',
  '<base href="https://evil.example/">',
  '<link rel=stylesheet href="https://evil.example/x.css">',
  '<meta http-equiv=refresh content="0;url=https://evil.example">',
  '<style>*{display:none}</style>',
  '<a href="javascript:alert(1)" onclick=alert(1)>a</a>',
  '<details open ontoggle=alert(1)>',
  '<table background="javascript:alert(1)"><tr><td>x</table>',
  '<!--[if IE]><script>alert(1)</script><![endif]-->',
  '<?xml-stylesheet href="javascript:alert(1)"?>',
  '<![CDATA[<script>alert(1)</script>]]>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '`<img src=x onerror=alert(1)>`',
  '`&lt;img src=x onerror=alert(1)&gt;`',
  '```html\n<script>alert(1)</script>\n```',
  '```"onmouseover="alert(1)\nx\n```',
  '# <script>alert(1)</script>',
  '- <img src=x onerror=alert(1)>\n- [x](javascript:x)',
  '> <iframe src=javascript:x>',
  '|a|b|\n|-|-|\n|<script>x</script>|[a](javascript:x)|',
  '- [x] <input type=checkbox>',
  '~~[a](javascript:x)~~',
  'https://evil.example www.evil.example javascript:alert(1)',
  'http://evil.example http://10.0.0.1/ http://localhost.evil.example',
  'https://user:pass@evil.example https://a.example\\@evil.example',
  'www.evil.example\\@state.example www.user:pass@evil.example',
  'https://evil.example/&quot;onclick=alert(1)&quot;',
  'https://evil.example/&lt;script&gt;',
  'https://evil.example/\u202egpj.exe www.evil.example/\u202egpj.exe',
  'a@b.example%0abcc:c@d.example mailto:a@b.example%0abcc:c@d.example xmpp:a@b.example',
  '|a|\n|-|\n|https://user:x@evil.example|\n|http://evil.example|',
  '|&quot; onclick=alert(1)|\n|:-:|\n|x|',
  'a[^1]\n\n[^1]: [x](javascript:x) http://evil.example',
  '- [ ] a\n- [x] [b](javascript:x)',
  '[__proto__](https://state.example)\n\n[__proto__]: javascript:x',
  '[constructor]\n\n[constructor]: javascript:x',
  '{constructor.constructor("alert(1)")()}',
  `${'> '.repeat(50)}[a](javascript:x)`,
  `${'- '.repeat(49)}<script>x</script>`,
  `${'*a **b '.repeat(240)}[a](javascript:x)`,
  `${'['.repeat(499)}a${'](javascript:x)'.repeat(499)}`,
  `${'!['.repeat(400)}a${'](data:x)'.repeat(400)}`,
  `${'`'.repeat(300)}a${'`'.repeat(299)}`,
  `[a](${'('.repeat(200)}javascript:x${')'.repeat(200)})`,
  `<a ${'a="b" '.repeat(500)}`,
  '&#x6a;'.repeat(200),
  `[a]: <${'\\<'.repeat(500)}`,
  `${'a\n=\n'.repeat(400)}[a](javascript:x)`,
  'x\0[a](java\0script:alert(1))',
  '\ud800[a](javascript:\udfff)',
]

describe('a hostile text', () => {
  it.each(attacks)('does no harm: $0', (attack) => {
    expect(fitsMarkdown(attack)).toBe(true)
    expect(findHarm(rendered(attack))).toEqual([])
    // A picture or style in the page's head instead of the tree would be harmful, too.
    expect(document.head.querySelector('link, style, script')).toBeNull()
  })

  it(`does no harm, whatever it is made of: ${runs} texts with seed ${seed}`, () => {
    const piece = fc.oneof(
      fc.constantFrom(...attacks),
      fc.constantFrom(
        ...'[ ] ( ) < > ! * _ ` # > - & ; : / \\ " \n \t = ~ |'.split(' '),
        '\n\n',
        '](',
        '![',
        '&#',
        ': ',
      ),
      fc.constantFrom('javascript:', 'data:', 'https://state.example', 'mailto:a@b.example', 'tel:1', '//evil.example'),
      fc.constantFrom(
        '<a href=',
        '<img src=',
        '<script>',
        '</script>',
        'onerror=alert(1)',
        '&#106;',
        '&Tab;',
        '&colon;',
      ),
      fc.string({ unit: 'binary', maxLength: 6 }),
    )
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(text.filter(fitsMarkdown), (attack) => {
        const { container, unmount } = render(<AnswerMarkdown text={attack} newTab="" />, { wrapper: WithParts })
        expect(findHarm(container)).toEqual([])
        unmount()
      }),
      { numRuns: runs, seed },
    )
  }, 1_800_000)
})
