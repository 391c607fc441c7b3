import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { languageCodes, languageNames } from 'voter-registration/contract'
import { hostedFrame } from './hosted-choices.ts'
import { attributesOf } from './snippet-attributes.ts'
import { defaultChoices, snippetOptions } from './snippet-options.ts'
import { chosenIn, notIn, pageScriptTags, policyOf, type SnippetKind, snippetOf } from './snippets.ts'

const places = {
  files: 'https://cdn.example.org/vr/0.2.0',
  integrity: { 'voter-registration.js': 'sha384-abc', 'voter-form-facts.js': 'sha384-def' },
  apiBase: 'https://register.partner.example/api',
  officialUrl: 'https://official.example/',
}
const chosen = {
  ...defaultChoices,
  partner: 'acme "&" co',
  theme: 'dark',
  heading: '3',
  kiosk: '90',
}
const of = (kind: SnippetKind) => snippetOf(kind, chosen, places)

describe('the code that a partner copies', () => {
  it('A: preconnect, the script with its hash, room for the form, the tag with the choices, a way without scripts', () => {
    expect(of('A').split('\n')).toEqual([
      '<link rel="preconnect" href="https://register.partner.example" crossorigin>',
      '<link rel="preload" href="https://register.partner.example/api/settings?partner=acme%20%22%26%22%20co" as="fetch" crossorigin>',
      '<script async crossorigin="anonymous" src="https://cdn.example.org/vr/0.2.0/voter-registration.js" integrity="sha384-abc"></script>',
      '<script async crossorigin="anonymous" src="https://cdn.example.org/vr/0.2.0/voter-form-facts.js" integrity="sha384-def"></script>',
      '<style>voter-registration { display: block; min-height: 100vh }</style>',
      '<voter-registration api-base="https://register.partner.example/api" partner="acme &quot;&amp;&quot; co" theme="dark" heading-level="3" kiosk="90" official-url="https://official.example/">',
      '  <a href="https://register.partner.example/api/form?partner=acme%20%22%26%22%20co">Register to vote</a> or <a href="https://official.example/">go to the official site</a>',
      '</voter-registration>',
    ])
  })

  it('B and C: the same as data- attributes, none of them doubly', () => {
    const [script = ''] = pageScriptTags(chosen, places)
    for (const code of [of('B') + script, of('C')]) {
      expect(code).toMatch(/ data-(bff|api-base)="https:\/\/register\.partner\.example\/api"/)
      expect(code).toContain(' data-heading-level="3"')
      expect(code).toContain(' data-official-url="https://official.example/"')
      expect(code).not.toContain('data-data')
    }
    // What authors must not decide is on the script tag alone.
    expect(of('B')).toMatch(/^<div data-voter-registration data-theme="dark" data-heading-level="3" data-kiosk="90">$/m)
    expect(script).toContain(' data-partner="acme &quot;&amp;&quot; co"')
    expect(of('C').split('\n')).toHaveLength(2)
  })

  it('B: each option is on the div or on the script tag, whichever the element takes it from', () => {
    const every = Object.fromEntries(
      Object.entries({ ...snippetOptions }).map(([name, option]) => [
        name,
        'options' in option ? (option.options.at(-1)?.[0] ?? '') : name === 'messages' ? '{"form.lead":"Now"}' : 'acme',
      ]),
    )
    const all = { ...defaultChoices, ...every }
    const names = (code = '') => [...code.matchAll(/ data-([\w-]+)=/g)].map(([, name]) => name)
    const page = 'bff partner isolation messages tracking-from-url prefill-from-url official-url'.split(' ')
    expect(names(pageScriptTags(all, places)[0])).toEqual(page)
    const others = attributesOf(all).map(([name]) => name.replace(/^data-/, ''))
    expect(names(snippetOf('B', all, places))).toEqual(others.filter((name) => !page.includes(name)))
  })

  it('D: the hosted page in the frame of the documentation, with frame.js, and says what a frame cannot have', () => {
    const address = 'https://register.partner.example/api/form?partner=acme+%22%26%22+co&theme=dark&kiosk=90'
    expect(of('D')).toBe(hostedFrame(address, places.files))
    expect(notIn('D', chosen)).toEqual(['Heading level'])
    expect(notIn('D', { ...defaultChoices, theme: 'inherit' })).toEqual(['Theme'])
    expect(notIn('A', chosen)).toEqual([])
    const page = readFileSync(path.join(import.meta.dirname, '../../../docs/hosted-page.md'), 'utf8')
    const [, documented] = /```html\n(<iframe[^`]*)\n```/.exec(page) ?? []
    const partner = { ...defaultChoices, partner: 'acme' }
    expect(snippetOf('D', partner, { ...places, apiBase: 'https://register.partner.example' })).toBe(documented)
  })

  it.each(['', 'register.partner.example', 'ftp://register.partner.example'])(
    'D: asks for the address of the BFF in place of %j',
    (apiBase) => {
      expect(snippetOf('D', chosen, { ...places, apiBase })).toMatch(/^<!-- Enter the address of your BFF/)
    },
  )

  it('takes out what a kind has no place for: the preview shows what the code makes', () => {
    expect(chosenIn('F', { ...chosen, color: '#ffdd00' })).toEqual({ ...chosen, kiosk: '' })
    expect(chosenIn('A', chosen)).toEqual(chosen)
  })

  it('offers every language that there are texts in, each by its own name and marked as in it', () => {
    expect(snippetOptions.locale.options.slice(1)).toEqual(
      languageCodes.map((code) => [code, languageNames[code], code]),
    )
    expect(snippetOf('A', { ...defaultChoices, locale: 'km' }, places)).toContain(' locale="km"')
  })

  it('writes color, font and corners as tokens, and leaves the label on the color to the form', () => {
    const look = { ...defaultChoices, color: '#ffdd00', radius: '0' }
    const variables = {
      'color-primary': '#ffdd00',
      radius: '0',
    }
    expect(new Map(attributesOf(look)).get('appearance')).toBe(
      JSON.stringify({ variables: { ...variables, 'button-radius': '0' } }),
    )
    expect(snippetOf('E', look, places)).toContain("variables: { 'color-primary': '#ffdd00'")
    const more = { ...defaultChoices, surface: '#102030', text: '#ffffff', focus: '#ffcc00', danger: '#ff9988' }
    expect(new Map(attributesOf(more)).get('appearance')).toBe(
      JSON.stringify({
        variables: {
          'color-surface': '#102030',
          'color-on-surface': '#ffffff',
          'color-focus': '#ffcc00',
          'color-danger': '#ff9988',
        },
      }),
    )
    expect(attributesOf({ ...defaultChoices, color: 'blurple', surface: '#12' })).toEqual([])
  })

  it('writes quotation marks and backslashes in texts of your own as WordPress leaves them', () => {
    const texts = { 'form.heading': 'Get "registered"', 'form.lead': 'C:\\' }
    const withTexts = { ...defaultChoices, messages: JSON.stringify(texts) }
    const scripts = pageScriptTags(withTexts, places).join()
    for (const code of [snippetOf('A', withTexts, places), scripts, snippetOf('C', withTexts, places)]) {
      const written = / (?:data-)?messages="([^"]*)"/.exec(code)?.[1]
      expect(written).toContain(String.raw`Get \u0022registered\u0022&quot;`)
      expect(written).not.toMatch(/\\(&quot;|\\)/)
      expect(JSON.parse(written?.replaceAll('&quot;', '"') ?? '')).toEqual(texts)
    }
    expect(snippetOf('E', withTexts, places)).toContain(`messages={${JSON.stringify(texts)}}`)
  })

  it.each(['{"form.heading": ', '["Get registered"]'])('leaves texts out that are no JSON object: %s', (messages) => {
    for (const kind of ['A', 'B', 'C', 'E'] as const) {
      expect(snippetOf(kind, { ...defaultChoices, messages }, places)).toBe(snippetOf(kind, defaultChoices, places))
    }
  })

  it('F: the settings of the plugin, and a shortcode with what differs', () => {
    expect(of('F')).toContain('Address of your BFF: https://register.partner.example/api')
    expect(of('F')).toContain('[voter_registration look="dark" partner="acme &quot;&amp;&quot; co" heading_level="3"]')
    expect(notIn('F', chosen)).toEqual(['Shared device: clear after'])
  })

  it('E: a component whose strings are quoted as JavaScript', () => {
    expect(of('E')).toContain('partner={"acme \\"&\\" co"}')
    expect(of('E')).toContain("appearance={{ theme: 'dark' }}")
    expect(of('E')).toContain('headingLevel={3}')
  })

  it('leaves the defaults out', () => {
    expect(snippetOf('A', defaultChoices, places)).toContain(
      '<voter-registration api-base="https://register.partner.example/api" official-url="https://official.example/">',
    )
    expect(pageScriptTags(defaultChoices, { ...places, integrity: undefined }).join()).not.toContain('integrity')
  })

  it('without facts: a script less in A, B and C; D and E have them inside', () => {
    const one =
      '<script async crossorigin="anonymous" src="https://cdn.example.org/vr/0.2.0/voter-form-facts.js" integrity="sha384-def"></script>'
    const without = { ...defaultChoices, facts: '' }
    expect(snippetOf('A', defaultChoices, places)).toContain(one)
    expect(snippetOf('A', without, places)).toBe(snippetOf('A', defaultChoices, places).replace(`${one}\n`, ''))
    expect(snippetOf('B', without, places)).toBe(snippetOf('B', defaultChoices, places))
    expect(pageScriptTags(defaultChoices, places)).toEqual([...pageScriptTags(without, places), one])
    expect([one, snippetOf('C', without, places)]).toEqual(snippetOf('C', defaultChoices, places).split('\n'))
    for (const kind of ['D', 'E'] as const) {
      expect(snippetOf(kind, without, places)).toBe(snippetOf(kind, defaultChoices, places))
      expect([notIn(kind, without), notIn(kind, defaultChoices)]).toEqual([[], []])
    }
  })

  it('goes with the one line that a policy needs', () => {
    expect(policyOf('A', places)).toBe(
      'script-src https://cdn.example.org; connect-src https://register.partner.example',
    )
    expect(policyOf('D', places)).toBe('script-src https://cdn.example.org; frame-src https://register.partner.example')
    expect(policyOf('E', places)).toBe('connect-src https://register.partner.example')
  })
})
