import { expect, it } from 'vitest'
import { scriptAddresses } from './script-addresses.ts'

const addresses = (html: string) => scriptAddresses(html, 'https://a.example/b/page').map(({ href }) => href)

it.each([
  ['<script async src="x.js"></script>', 'https://a.example/b/x.js'],
  ["<SCRIPT\n SRC = '/x.js?v=1&#038;w=2&amp;z#h'>", 'https://a.example/x.js?v=1&w=2&z#h'],
  ['<script/src=x.js>', 'https://a.example/b/x.js'],
  ['<script = async=\u{a0} src=x.js src=y.js>', 'https://a.example/b/x.js'],
  ['<script data-a=">" src="&#x2f;&#120.js">', 'https://a.example/x.js'],
  ['İ<!--><script src=x.js>', 'https://a.example/b/x.js'],
  ['<!-- --!><script src=x.js>', 'https://a.example/b/x.js'],
  ['<title>a < b</title><script>"</scripts>"</script ><script src=x.js>', 'https://a.example/b/x.js'],
  ['<base target=_top><base href="/c/"><base href="/d/"><script src=x.js>', 'https://a.example/c/x.js'],
  ['<base href="data:,"><base href="/c/"><script src=x.js>', 'https://a.example/b/x.js'],
])('finds the script tag that a browser finds: %j', (html, address) => {
  expect(addresses(html)).toEqual([address])
})

it.each([
  '<!-- <script src=x.js></script> -->',
  '<!-- > -- > <script src=x.js>',
  '<! <script src=x.js>',
  '<textarea><script src=x.js></script></textarea>',
  '<noscript><script src=x.js></script></noscript>',
  '<script>write("<script src=x.js>")</script>',
  '<img alt="<script src=x.js>">',
  '<scripts src=x.js><script data-src=x.js>',
  '<script src="javascript:x.js"><script>',
])('finds no script tag where a browser finds none: %j', (html) => {
  expect(addresses(html)).toEqual([])
})

it.each(['<!--', '<!-- -->', '<script>', '<script>"</a>"', '<p a="', '<p a=\'b" ', '<p ', '<'])(
  'takes time that follows the length of the page: %j again and again',
  (part) => {
    // Of the processor, in microseconds: a busy machine makes nothing slow by itself.
    const start = process.cpuUsage()
    addresses(part.repeat(200_000))
    expect(process.cpuUsage(start).user).toBeLessThan(3_000_000)
  },
)
