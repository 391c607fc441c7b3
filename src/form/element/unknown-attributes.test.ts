// @vitest-environment jsdom
/** An attribute that has no effect is named in the console; a name of the page's or of its libraries is not. */
import { afterEach, describe, expect, it } from 'vitest'
import { trackingNames } from '../../contract/campaign.ts'
import { allAttributes } from './form-option-names.ts'
import { unknownAttributes } from './unknown-attributes.ts'

afterEach(() => document.body.replaceChildren())

function found(html: string) {
  document.body.innerHTML = html
  const element = document.querySelector('voter-registration')
  if (element === null) throw new Error(`There is no element in ${html}`)
  return unknownAttributes(element, allAttributes)
}

const onElement = (attributes: string) => found(`<voter-registration ${attributes}></voter-registration>`)
const onScript = (attributes: string) =>
  found(`<script type="text/plain" data-api-base="/" ${attributes}></script><voter-registration></voter-registration>`)
const onMarked = (attributes: string) =>
  found(`<div data-voter-registration ${attributes}><voter-registration></voter-registration></div>`)

const use = (name: string, meant: string) => [`${name} is not known, so it is left out. Use ${meant}.`]

describe('on the element', () => {
  it.each([
    ['apibase', 'api-base'],
    ['data-heading-level', 'heading-level'],
    ['data-utm_source', 'utm_source'],
    ['data-default-sorce', 'data-default-source'],
  ])('%s is met with %s', (name, meant) => {
    expect(onElement(`${name}="x"`).wrong).toEqual(use(name, meant))
  })

  it('a name like no other is met with those that there are', () => {
    expect(onElement('colour="red"').wrong.join()).toMatch(/^colour is .* Use api-base, partner, .*\btheme, density, /)
    expect(onElement('data-override-campaign="x"').wrong).toEqual(
      use('data-override-campaign', trackingNames.map((name) => `data-override-${name}`).join(', ')),
    )
  })

  it('a name of HTML or of a framework is nobody’s business, and data- of one word may be a framework’s', () => {
    expect(onElement('class="x" title="x" hx-get="/x" aria-label="x" data-theme="dark" data-v-1a2b').wrong).toEqual([])
    expect(onElement('data-theme="dark" data-wp-interactive="x"').foreign).toEqual([
      'data-theme',
      'data-wp-interactive',
    ])
  })
})

describe.each([
  ['the script tag', onScript],
  ['a marked element', onMarked],
])('on %s', (_place, on) => {
  it('a misspelled name is met with the right one, and so is one without its data-', () => {
    expect(on('data-headng-level="3"').wrong).toEqual(use('data-headng-level', 'data-heading-level'))
    expect(on('locale="es"').wrong).toEqual(use('locale', 'data-locale'))
    expect(on('data-default-campaign="x"').wrong.join()).toContain('Use data-default-source, data-default-utm_source, ')
  })

  it('its own names are right, and those of libraries are not judged', () => {
    const ours =
      'data-locale="es" data-layer="x" data-default-source="x" data-utm-source="x" data-bff="/" async title="x"'
    expect(on(ours)).toEqual({ wrong: [], foreign: [] })
    const theirs = ['data-turbo-track', 'data-cfasync', 'data-wp-context', 'data-player', 'data-type', 'data-src']
    expect(on(theirs.map((name) => `${name}="x"`).join(' '))).toEqual({ wrong: [], foreign: theirs })
  })
})

it('the page’s setting is looked at for a marked element', () => {
  document.head.innerHTML = '<script type="text/plain" data-bff="/" data-partnr="x"></script>'
  expect(onMarked('').wrong).toEqual(use('data-partnr', 'data-partner'))
  expect(onElement('').wrong).toEqual([])
  document.head.replaceChildren()
})
