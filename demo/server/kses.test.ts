import { describe, expect, it } from 'vitest'
import { createSnippet, defaultChoices } from '../tools/builder/snippets.ts'
import { kses } from './kses.ts'

const places = { files: '/element', apiBase: 'http://bff.example', officialUrl: 'https://official.example/' }

describe('an editor that removes unknown markup', () => {
  it('removes the tags of snippet A and keeps its link', () => {
    const left = kses(createSnippet('A', defaultChoices, places))
    expect(left).not.toMatch(/script|voter-registration api/)
    expect(left).toContain(
      '<a href="http://bff.example/form">Register to vote</a> or <a href="https://official.example/">go to the official site</a>',
    )
  })

  it('keeps snippet B unchanged, whatever was chosen', () => {
    const chosen = { ...defaultChoices, partner: 'acme', theme: 'dark', kiosk: '90' }
    const snippet = createSnippet('B', chosen, places)
    expect(kses(snippet)).toBe(snippet)
  })

  it.each([
    ['<p onclick="x()" class="a">b</p>', '<p class="a">b</p>'],
    ['<a href="javascript:x">b</a>', '<a>b</a>'],
    ['<iframe src="https://a.example"></iframe><!-- c -->d', 'd'],
    [
      String.raw`<div data-messages='{"a":"\"b\" \u0022c\u0022"}'>`,
      String.raw`<div data-messages='{"a":""b" \u0022c\u0022"}'>`,
    ],
    ['<div data-A1_b-c="1" datax="2">e</div>', '<div data-A1_b-c="1">e</div>'],
  ])('turns %s into %s', (html, left) => {
    expect(kses(html)).toBe(left)
  })
})
