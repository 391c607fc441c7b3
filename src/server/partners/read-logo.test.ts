/** Logos that people have, and pictures that are more than a picture. */
import { describe, expect, it } from 'vitest'
import { readLogo } from './read-logo.ts'

const svg = (inside: string, more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"${more}>${inside}</svg>`
const bytesOf = (text: string) => new TextEncoder().encode(text)

/** The problem of a logo, or its type. */
function read(text: string | number[]): string {
  const found = readLogo(typeof text === 'string' ? bytesOf(text) : new Uint8Array(text))
  return 'problem' in found ? found.problem : found.logo.type
}

/** As a well-known drawing program writes it. */
const drawn = `\uFEFF<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Created with Inkscape -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<!-- > -->
<svg width="40mm" height="10mm" viewBox="0 0 40 10" version="1.1" id="svg5" sodipodi:docname="a (1) @2.svg"
   xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:svg="http://www.w3.org/2000/svg"
   xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xmlns="http://www.w3.org/2000/svg"
   xmlns:xlink='http://www.w3.org/1999/xlink'>
  <sodipodi:namedview id="namedview7" pagecolor="#ffffff" inkscape:zoom="0.9" />
  <defs><style type="text/css"><![CDATA[ .a > .b { fill: url('#c'); transform: rotate( 3deg ) } ]]></style>
    <linearGradient id="c"><stop offset="0" stop-color="rgb(1, 2, 3)"/></linearGradient>
    <linearGradient id="d" xlink:href="#c" gradientTransform="matrix(1 0 0 1 0 0)"/></defs>
  <g inkscape:label="Layer 1" style="font-family:&quot;A B&quot;,serif;fill:url(#d)" aria-label="River (City)" data-name="1">
    <title>River &amp; City</title><path d="M0 0L9 9z" clip-path="url( &quot;#e&quot; )"/><text><tspan>x</tspan> (y) @z</text>
    <use href="#c" />
  </g>
</svg>
`

describe('a logo', () => {
  it('is taken as PNG, JPEG, WebP, or SVG as drawing programs write it', () => {
    const webp = [0x52, 0x49, 0x46, 0x46, 9, 9, 9, 9, 0x57, 0x45, 0x42, 0x50]
    const types = [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], [0xff, 0xd8, 0xff, 0xe0], webp, drawn, svg('')]
    expect(types.map(read)).toEqual(['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml', 'image/svg+xml'])
  })

  it('is refused when an SVG has anything that is on no list', () => {
    const refused = [
      svg('<rect/onload=alert(1)>'),
      svg('<rect/onload="alert(1)"/>'),
      svg('<rect onload="alert(1)"/>'),
      svg('<rect x="1"onload="alert(1)"/>'),
      svg('<rect\u00a0onload="alert(1)"/>'),
      svg('<g OnLoad="alert(1)"/>'),
      svg('', ' onload="alert(1)"'),
      svg('<script>alert(1)</script>'),
      svg('<SCRIPT/>'),
      svg('<a href="#a"/>'),
      svg('<image href="#a"/>'),
      svg('<feImage href="#a"/>'),
      svg('<foreignObject/>'),
      svg('<animate attributeName="href"/>'),
      svg('<set attributeName="href" to="javascript:alert(1)"/>'),
      svg('<x:script/>', ' xmlns:x="http://www.w3.org/2000/svg"'),
      svg('<rdf:script/>', ' xmlns:rdf="http://www.w3.org/2000/svg"'),
      svg('<svg:script/>', ' xmlns:svg="http://www.w3.org/2000/svg"'),
      svg('<g xmlns="http://www.w3.org/1999/xhtml"/>'),
      svg('<use href="https://elsewhere.example/x.svg#a"/>'),
      svg('<use xlink:href="data:image/svg+xml,x"/>'),
      svg('<use href="&#x6a;avascript:alert(1)"/>'),
      svg('<g style="fill:url(//elsewhere.example)"/>'),
      svg('<g style="fill:u&#114;l(//elsewhere.example)"/>'),
      svg('<g style="fill:u\\72l(//elsewhere.example)"/>'),
      svg('<g fill="URL( \'//elsewhere.example\')"/>'),
      svg('<g style="fill:image-set(&quot;//elsewhere.example&quot; 1x)"/>'),
      svg('<style>@import "https://elsewhere.example";</style>'),
      svg('<style>@\\69mport "https://elsewhere.example";</style>'),
      svg('<style>&#64;import "https://elsewhere.example";</style>'),
      svg('<style><![CDATA[@import "https://elsewhere.example";]]></style>'),
      svg('<style>a{fill:url(<!-- -->//elsewhere.example)}</style>'),
      svg('<style>a{fill:\\75rl(//elsewhere.example)}</style>'),
      `<?xml-stylesheet href="https://elsewhere.example"?>${svg('')}`,
      `<!DOCTYPE svg [<!ENTITY a "<script/>">]>${svg('&a;')}`,
      `<!DOCTYPE html>${svg('')}`,
      `<html>${svg('')}</html>`,
      `${svg('')}<script/>`,
      `${svg('')}${svg('')}`,
      `x${svg('')}`,
      svg('<g>'),
      svg('</g>'),
      svg('<!--'),
      svg('<![CDATA['),
      '<svg',
      '<svg>',
      '<',
      '',
    ]
    expect(refused.filter((text) => read(text).startsWith('image/'))).toEqual([])
  })

  it('is judged at once, however many comments, tags or brackets it has', () => {
    const fill = (part: string) => part.repeat(Math.floor(262_000 / part.length))
    const hostile = [
      `${'<!---->'.repeat(32)}<!DOCTYPE svg>`,
      `${'<!-- a -->\n'.repeat(10_000)}<!DOCTYPE html>`,
      `<svg>${'<!-- a -->'.repeat(10_000)}`,
      ...[
        '<',
        '<!',
        '<!--',
        '<!---->',
        '<![CDATA[',
        '<?',
        '<?xml ',
        '<svg',
        '<svg ',
        '<svg>',
        '<svg a="',
        '&',
        '&#',
        '"',
        ' ',
        '\n',
      ].map(fill),
      ...['<g>', '<g', '<!---->', '<![CDATA[]]>', ' ', '&#64', '(', 'url(', '-', '</g>', '<g x="', "<g x=''"].map(
        (part) => `<svg>${fill(part)}`,
      ),
      ...[' ', ' x=""', ' x', 'a', ' x="', ' x ='].map((part) => `<svg${fill(part)}`),
      ...['(', 'url(', 'url( ', '-', ' ', '&#', '&#64;'].map((part) => `<svg style="${fill(part)}"/>`),
    ]
    const timed = hostile.map((text) => {
      // Processor time: a busy machine makes nothing slow by itself.
      const begin = process.cpuUsage()
      expect(read(text)).toMatch(/^(is|has) |^image/)
      return { text: text.slice(0, 40), took: process.cpuUsage(begin).user / 1_000 }
    })
    // Far above what any needs. The check of release 0.1.0 needed minutes for 32 comments, and twice as long for each more.
    expect(timed.filter(({ took }) => took > 1000)).toEqual([])
  })
})
