import { expect, it } from 'vitest'
import { prefersHtml } from './accept-header.ts'

const chrome = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'

/** Values of `Accept`, and whether the client gets HTML in place of a problem. */
const cases: readonly (readonly [string | undefined, boolean])[] = [
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['application/json', false],
  ['application/problem+json', false],
  ['application/json, text/plain, */*', false],
  ['application/json, text/html;q=0.9', false],
  ['application/json, text/html', false],
  ['text/html;q=0', false],
  ['text/html;q=0.0, */*', false],
  ['text/html;q=abc', false],
  ['image/*', false],
  ['text/plain', false],
  ['application/problem+json, text/html;q=0.5', false],
  [chrome, true],
  [chrome.toUpperCase(), true],
  ['text/html', true],
  ['TEXT/HTML', true],
  ['text/html; charset=utf-8', true],
  ['text/*', true],
  ['text/html, application/xhtml+xml, */*', true],
  ['text/html, */*; q=0.01', true],
  ['text/vnd.turbo-stream.html, text/html, application/xhtml+xml', true],
  ['text/html, application/json', true],
  ['application/json;q=0.5, text/html', true],
  ['application/json;q=0.2, text/html;q=0.3', true],
  ['application/*;q=0.5, text/html ; q = 0.8', true],
  ['*/*;q=0.1, text/html;q=0.2', true],
  ['application/problem+json;q=0, text/html;q=0.001', true],
]

it('tells a person’s browser from a program by "Accept" and its weights', () => {
  const found = cases.map(([accept]) => [accept, prefersHtml(accept, 'application/problem+json')])
  expect(found).toEqual(cases)
})
