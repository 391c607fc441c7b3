// @vitest-environment jsdom
import DOMPurify from 'dompurify'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { formAttributes } from '../form-attributes.ts'
import { siteStatusElement } from '../site-status-element.ts'
import { stateFactsElement } from '../state-facts-element.ts'
import { type Placed, placeBehind, watchForMarked } from './place-elements.ts'

const form: Placed = { tag: 'voter-registration', attributes: formAttributes }
const bff = 'https://register.partner.example'

/** Sets the page's one setting, as its script tag does. */
function aPage(setting = ` data-bff="${bff}"`): void {
  document.head.innerHTML = `<script type="text/plain"${setting}></script>`
}

/** Returns the attributes of the element that a marked element becomes; none when it stays as it is. */
function placed(attributes: string, what: Placed = form): Record<string, string> | undefined {
  document.body.innerHTML = `<div data-${what.tag} ${attributes}>Fallback</div>`
  watchForMarked(what)
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
const ofThePage = [
  'api-base',
  'partner',
  'messages',
  'prefill',
  'prefill-from-url',
  'official-url',
  'isolation',
  'data-layer',
  'report-state',
  'vote-america-events',
]

afterEach(() => {
  document.head.innerHTML = ''
  document.body.innerHTML = ''
  vi.restoreAllMocks()
})

describe('a marked element', () => {
  it.each([form, siteStatusElement, stateFactsElement])('passes on no global attribute and no event: $tag', (what) => {
    aPage()
    const all = [...globalAttributes, ...eventNames].map((name) => `data-${name}="1"`).join(' ')
    expect(placed(`${all} data-locale="es"`, what)).toEqual({ 'api-base': bff, locale: 'es' })
  })

  it('passes on nothing that decides where data go, what the form says or who is informed', () => {
    aPage()
    const all = ofThePage.filter((name) => name !== 'api-base').map((name) => `data-${name.replace(/^data-/, '')}="x"`)
    expect(placed(`${all.join(' ')} data-data-layer="x" data-locale="es"`)).toEqual({ 'api-base': bff, locale: 'es' })
  })

  it('has what the page’s script tag sets for all of them', () => {
    aPage(` data-bff="${bff}" data-partner="acme" data-official-url="https://official.example/" data-onclick="x()"`)
    expect(placed('data-partner="other" data-layout="steps"')).toEqual({
      'api-base': bff,
      partner: 'acme',
      'official-url': 'https://official.example/',
      layout: 'steps',
    })
  })

  it('keeps its fallback where it names a server that is not the page’s, and the console says what to write', () => {
    aPage()
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
    expect(placed('data-api-base="https://evil.example"')).toBeUndefined()
    expect(document.body.textContent).toBe('Fallback')
    expect(warn.mock.calls.flat().join()).toContain('Leave it out, or write data-bff on the script tag')
    expect(placed(`data-api-base="${bff.toUpperCase()}/"`)).toEqual({ 'api-base': bff })
  })

  it('keeps its fallback on a page that names no server, and is named once', () => {
    aPage('')
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
    expect(placed(`data-api-base="${bff}"`)).toBeUndefined()
    watchForMarked(form)
    expect(warn).toHaveBeenCalledTimes(1)
    expect(warn.mock.calls.flat().join()).toContain('data-bff="https://…"')
  })

  it('that DOMPurify lets through with its defaults runs no code and contacts no other server', () => {
    aPage()
    const handlers = eventNames.map((name) => `data-${name}="alert(1)"`).join(' ')
    const dirty = `<div data-voter-registration ${handlers} data-tabindex="0" data-style="position:fixed">Fallback</div>`
    document.body.innerHTML = DOMPurify.sanitize(dirty)
    expect(document.body.querySelector('div')?.getAttribute('data-onfocus')).toBe('alert(1)')
    watchForMarked(form)
    expect(document.body.querySelector(form.tag)?.getAttributeNames()).toEqual(['api-base'])
  })

  it('with every attribute that WordPress leaves to authors passes on none of them', () => {
    aPage()
    // The list of wp_kses for a div: `_wp_add_global_attributes()` and `align`; any name behind data- is allowed.
    const kses =
      'align aria-controls aria-current aria-describedby aria-details aria-expanded aria-hidden aria-label aria-labelledby aria-live class dir hidden id lang style title role xml:lang'
    const written = kses.split(' ').map((name) => `${name}="x" data-${name}="x"`)
    expect(placed(`${written.join(' ')} data-onfocus="alert(1)"`)).toEqual({ 'api-base': bff })
  })
})

describe('a script tag that asks for the element', () => {
  it('passes on the attributes of the element’s table, and nothing else', () => {
    document.body.innerHTML = `<script type="text/plain" data-api-base="${bff}" data-partner="acme" data-layer="dataLayer" data-onclick="x()" data-style="x" data-cfasync="false"></script>`
    placeBehind(form, document.body.querySelector('script'), 'data-api-base')
    const element = document.body.querySelector(form.tag)
    expect(element?.getAttributeNames().sort()).toEqual(['api-base', 'data-layer', 'partner'])
  })
})
