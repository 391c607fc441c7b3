// @vitest-environment jsdom
import DOMPurify from 'dompurify'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { trackingNames } from '../../../contract/campaign.ts'
import { formOptions, stateFactsOptions } from '../options.ts'
import { type ElementSpec, insertAfterScript, watchPlaceholders } from './auto-mount.ts'

const form: ElementSpec = { tag: 'voter-registration', options: formOptions }
const bff = 'https://register.partner.example'

/** Sets the page's one setting, as its script tag does. */
function aPage(setting = ` data-bff="${bff}"`): void {
  document.head.innerHTML = `<script type="text/plain"${setting}></script>`
}

/** Returns the attributes of the element that a marked element becomes; none when it stays as it is. */
function placed(attributes: string, what: ElementSpec = form): Record<string, string> | undefined {
  document.body.innerHTML = `<div data-${what.tag} ${attributes}>Fallback</div>`
  watchPlaceholders(what)
  const element = document.body.querySelector(what.tag)
  return element ? Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])) : undefined
}

/** Everything that a marked element must not pass on, behind `data-`: HTML's global attributes, and each event. */
const globalAttributes =
  'accesskey autocapitalize autocorrect class contenteditable dir draggable enterkeyhint exportparts hidden id inert inputmode is itemid itemprop itemref itemscope itemtype lang nonce part popover role slot spellcheck style tabindex title translate writingsuggestions xml:lang aria-label aria-hidden'.split(
    ' ',
  )
const eventNames = [
  ...Object.keys(globalThis).filter((name) => name.startsWith('on')),
  'onfocus',
  'onfocusin',
  'onpointerenter',
  'onanimationstart',
  'onbeforetoggle',
  'onload',
  'onerror',
  'onclick',
  'onvr-ready',
  'onanything',
]
/** What an author may set, of all tables. A new attribute is the page's until it is listed here and in the code. */
const ofAuthors = [
  'locale locale-from-url appearance theme density subscriber-opt-in link-target layout review heading-level display',
  'loading kiosk state region fields',
]
  .flatMap((names) => names.split(' '))
  .concat(
    trackingNames.flatMap((name) => [name, name.replace('_', '-'), `data-default-${name}`, `data-override-${name}`]),
  )
const facts: ElementSpec = { tag: 'voter-state-facts', options: stateFactsOptions }
const tables = [form, facts]
const all = [...new Set(tables.flatMap(({ options }) => Object.keys(options)))]
const written = (names: readonly string[], value = '1') =>
  names.map((name) => `data-${name}="${value}" data-${name.replace(/^data-/, '')}="${value}"`).join(' ')

/** Leaves what WordPress leaves of an author's `div`: the names of `_wp_add_global_attributes()`, `align`, and any behind `data-`. */
function kses(html: string): string {
  const listed =
    'align aria-controls aria-current aria-describedby aria-details aria-expanded aria-hidden aria-label aria-labelledby aria-live class dir hidden id lang style title role xml:lang'
  const template = document.createElement('template')
  template.innerHTML = html
  for (const element of template.content.querySelectorAll('*')) {
    for (const name of element.getAttributeNames()) {
      if (!listed.split(' ').includes(name) && !/^data-[\w.:-]+$/.test(name)) element.removeAttribute(name)
    }
  }
  return template.innerHTML
}

afterEach(() => {
  document.head.innerHTML = ''
  document.body.innerHTML = ''
  vi.restoreAllMocks()
})

describe('a marked element', () => {
  it.each(tables)('passes no global attribute and no event to the form: $tag', (what) => {
    aPage()
    const names = [...globalAttributes, ...eventNames]
    expect(placed(`${written(names)} data-locale="es"`, what)).toEqual({ 'api-base': bff, locale: 'es' })
  })

  it.each(tables)('passes what an author may set, and nothing else of its table: $tag', (what) => {
    aPage()
    const names = all.filter((name) => name !== 'api-base')
    const passed = Object.keys(what.options).filter((name) => ofAuthors.includes(name))
    expect(Object.keys(placed(written(names), what) ?? {}).sort()).toEqual(['api-base', ...passed].sort())
    expect(passed.length).toBeGreaterThan(5)
  })

  it('gets a warning for what counts on the script tag only', () => {
    aPage()
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
    placed('data-locale="es" data-partner="x" data-autofocus data-anything="x"')
    expect(warn.mock.calls.flat()).toEqual(
      ['data-partner', 'data-autofocus'].map(
        (name) => `<voter-registration>: ${name} works only on the script tag, for all marked elements.`,
      ),
    )
  })

  it('puts no text of its author into the slots of the form, only into its fallback', () => {
    aPage()
    document.body.innerHTML = DOMPurify.sanitize(
      '<div data-voter-registration><p slot="consent-extra">Agree to this too</p></div>',
    )
    expect(document.body.querySelector('[slot]')).not.toBeNull()
    watchPlaceholders(form)
    expect(document.body.querySelector(form.tag)?.innerHTML).toBe('<p>Agree to this too</p>')
  })

  it('has the settings of the page’s script tag', () => {
    aPage(` data-bff="${bff}" data-partner="acme" data-official-url="https://official.example/" data-onclick="x()"`)
    expect(placed('data-partner="other" data-layout="steps"')).toEqual({
      'api-base': bff,
      partner: 'acme',
      'official-url': 'https://official.example/',
      layout: 'steps',
    })
  })

  it('keeps its fallback if it names a server other than the page’s, and the console says what to write', () => {
    aPage()
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
    expect(placed('data-api-base="https://evil.example"')).toBeUndefined()
    expect(document.body.textContent).toBe('Fallback')
    expect(warn.mock.calls.flat().join()).toContain('Remove it, or set data-bff on the script tag')
    expect(placed(`data-api-base="${bff.toUpperCase()}/"`)).toEqual({ 'api-base': bff })
  })

  it('keeps its fallback on a page that names no server, and is named once', () => {
    aPage(' data-bff=""')
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
    expect(placed(`data-api-base="${bff}"`)).toBeUndefined()
    watchPlaceholders(form)
    expect(warn).toHaveBeenCalledTimes(1)
    expect(warn.mock.calls.flat().join()).toContain('Set data-bff on the script tag')
  })

  it.each([
    ['DOMPurify', (html: string) => DOMPurify.sanitize(html)],
    ['WordPress', kses],
  ])('that %s allows an author to write runs no code and contacts no other server', (_, sanitize) => {
    aPage()
    const names = [...globalAttributes, ...eventNames, ...all.filter((name) => !ofAuthors.includes(name))]
    const bare = [...globalAttributes, ...eventNames].map((name) => `${name}="1"`).join(' ')
    const evil = 'data-api-base="https://evil.example"'
    document.body.innerHTML = sanitize(
      `<div data-voter-registration ${bare} ${written(names.filter((name) => name !== 'api-base'))}>Fallback</div><div data-voter-registration ${evil}>Evil</div>`,
    )
    expect(document.body.querySelector('div')?.getAttribute('data-onfocus')).toBe('1')
    expect(document.body.querySelectorAll('[data-voter-registration]')).toHaveLength(2)
    watchPlaceholders(form)
    const elements = [...document.body.querySelectorAll(form.tag)]
    expect(elements.map((element) => element.getAttributeNames())).toEqual([['api-base']])
    expect(elements[0]?.getAttribute('api-base')).toBe(bff)
    expect(document.body.lastElementChild?.innerHTML).toBe('Evil')
  })
})

describe('a marked form with fields named like members of an element', () => {
  const members = [
    'attributes children childNodes append getAttribute getAttributeNames hasAttribute querySelector removeAttribute',
    'cloneNode contains nodeType nodeName localName tagName parentNode firstChild insertBefore replaceChildren innerHTML',
    'ownerDocument isConnected closest matches id slot shadowRoot dataset style addEventListener remove elements length',
  ].flatMap((names) => names.split(' '))

  it('becomes a normal form, and so does the one after it', () => {
    aPage()
    const wrong = members.filter((name) => {
      const field = `<input name="${name}">`
      document.body.innerHTML = `<form data-voter-registration data-locale="es" slot="x">${field}<form></form></form><form data-voter-registration>${field}<p slot="header">${field}</p></form><div data-voter-registration data-locale="fr"></div>`
      watchPlaceholders(form)
      const found = [...document.body.querySelectorAll(form.tag)]
      const isWhole = found[1]?.querySelector('[slot]') === null && found[1].querySelectorAll('input').length === 2
      return found.map((element) => element.getAttribute('locale')).join() !== 'es,,fr' || !isWhole
    })
    expect(wrong).toEqual([])
  })
})

describe('a script tag that inserts the element', () => {
  it('passes the attributes of the element’s table, and nothing else', () => {
    document.body.innerHTML = `<script type="text/plain" data-api-base="${bff}" data-partner="acme" data-onclick="x()" data-style="x" data-cfasync="false"></script>`
    insertAfterScript(form, document.body.querySelector('script'), 'data-api-base')
    const element = document.body.querySelector(form.tag)
    expect(element?.getAttributeNames().sort()).toEqual(['api-base', 'partner'])
  })
})
