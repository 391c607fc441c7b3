import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  createHostedUrl,
  createPageScripts,
  createPolicy,
  createSnippet,
  defaultChoices,
  getAttributes,
  type SnippetKind,
} from './snippets.ts'

const places = {
  files: 'https://cdn.example.org/vr/0.3.0',
  integrity: { 'voter-registration.js': 'sha384-abc', 'voter-form-facts.js': 'sha384-def' },
  apiBase: 'https://register.partner.example/api',
  officialUrl: 'https://official.example/',
}
const choices = { ...defaultChoices, partner: 'acme "&" co', theme: 'dark', kiosk: '90' }
const create = (kind: SnippetKind) => createSnippet(kind, choices, places)

describe('the builder’s code', () => {
  it('A has preconnect, the script with its hash, space for the form, the tag with options, and a fallback', () => {
    expect(create('A').split('\n')).toEqual([
      '<link rel="preconnect" href="https://register.partner.example" crossorigin>',
      '<link rel="preload" href="https://register.partner.example/api/settings?partner=acme%20%22%26%22%20co" as="fetch" crossorigin>',
      '<script async crossorigin="anonymous" src="https://cdn.example.org/vr/0.3.0/voter-registration.js" integrity="sha384-abc"></script>',
      '<script async crossorigin="anonymous" src="https://cdn.example.org/vr/0.3.0/voter-form-facts.js" integrity="sha384-def"></script>',
      '<style>voter-registration { display: block; min-height: 100vh }</style>',
      '<voter-registration api-base="https://register.partner.example/api" partner="acme &quot;&amp;&quot; co" theme="dark" kiosk="90" official-url="https://official.example/">',
      '  <a href="https://register.partner.example/api/form?partner=acme%20%22%26%22%20co">Register to vote</a> or <a href="https://official.example/">go to the official site</a>',
      '</voter-registration>',
    ])
  })

  it('B and C have the same as data- attributes; forbidden options are on the script tag alone', () => {
    expect(create('B')).toMatch(/^<div data-voter-registration data-theme="dark" data-kiosk="90">$/m)
    const scripts = createPageScripts(choices, places)
    expect(scripts).toContain(
      ' data-bff="https://register.partner.example/api" data-partner="acme &quot;&amp;&quot; co"',
    )
    expect(create('C')).toContain(' data-api-base="https://register.partner.example/api" data-partner="acme')
    for (const code of [scripts, create('C')]) expect(code).toContain(' data-official-url="https://official.example/"')
  })

  it('D has the hosted page in the frame of the documentation', () => {
    const page = readFileSync(path.join(import.meta.dirname, '../../../docs/hosted-page.md'), 'utf8')
    const [, documented] = /```html\n(<iframe[^`]*)\n```/.exec(page) ?? []
    const acme = { ...defaultChoices, partner: 'acme' }
    expect(createSnippet('D', acme, { ...places, apiBase: 'https://register.partner.example' })).toBe(documented)
    expect(createHostedUrl(choices, places.apiBase)).toBe(
      'https://register.partner.example/api/form?partner=acme+%22%26%22+co&theme=dark&kiosk=90',
    )
  })

  it.each(['', 'register.partner.example', 'ftp://register.partner.example'])(
    'D asks for the address of the BFF in place of %j',
    (apiBase) => {
      expect(createSnippet('D', choices, { ...places, apiBase })).toMatch(/^<!-- Enter the address of your BFF/)
    },
  )

  it('E has the React component with the choices as props', () => {
    const code = createSnippet('E', { ...choices, color: '#ffdd00', layout: 'steps' }, places)
    expect(code).toContain(`partner={${JSON.stringify('acme "&" co')}}`)
    expect(code).toContain("appearance={{ theme: 'dark', variables: { 'color-primary': '#ffdd00' } }}")
    expect(code).toContain('layout="steps"\n      kiosk={{ idleSeconds: 90 }}')
  })

  it('has color, font and corners as tokens, and omits invalid colors', () => {
    const variables = { 'color-primary': '#ffdd00', radius: '0', 'button-radius': '0' }
    expect(getAttributes({ ...defaultChoices, color: '#ffdd00', radius: '0' })).toEqual([
      ['appearance', JSON.stringify({ variables })],
    ])
    expect(getAttributes({ ...defaultChoices, color: 'blurple' })).toEqual([])
  })

  it('names the origins that a content security policy has to allow', () => {
    const bff = 'https://register.partner.example'
    expect(createPolicy('A', places)).toBe(`script-src https://cdn.example.org; connect-src ${bff}`)
    expect(createPolicy('D', places)).toBe(`script-src https://cdn.example.org; frame-src ${bff}`)
    expect(createPolicy('E', places)).toBe(`connect-src ${bff}`)
  })
})
