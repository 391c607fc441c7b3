// @vitest-environment jsdom
/** The page's own links and buttons open the form, and navigate as usual when they cannot. */
import { afterEach, expect, it } from 'vitest'
import { followOpeners } from './follow-openers.ts'

let end = () => {}
afterEach(() => {
  end()
  document.body.replaceChildren()
})

/** Creates a page with an opener; returns the effect of a click on it. */
function aPage(html: string, { id = '', canOpen = true } = {}) {
  document.body.innerHTML = html
  const opened: HTMLElement[] = []
  end = followOpeners({
    isMeant: (name) => name === '' || name === id,
    canOpen: () => canOpen,
    open: (opener) => opened.push(opener),
  })
  return (init: MouseEventInit = {}, on = document.querySelector('[data-voter-registration-open] b')) => {
    const click = new MouseEvent('click', { bubbles: true, composed: true, cancelable: true, ...init })
    on?.dispatchEvent(click)
    return { opened: opened.map(({ localName }) => localName), goesOn: !click.defaultPrevented }
  }
}

it('opens the form from what stands inside a button or a link, which then leads nowhere', () => {
  expect(aPage('<button data-voter-registration-open><b>Go</b></button>')()).toEqual({
    opened: ['button'],
    goesOn: false,
  })
  end()
  expect(aPage('<a href="#x" data-voter-registration-open><b>Go</b></a>')()).toEqual({ opened: ['a'], goesOn: false })
})

it('lets a link lead on while the form cannot be shown, and remembers a button', () => {
  expect(aPage('<a href="#x" data-voter-registration-open><b>Go</b></a>', { canOpen: false })()).toEqual({
    opened: [],
    goesOn: true,
  })
  end()
  const press = aPage('<button data-voter-registration-open><b>Go</b></button>', { canOpen: false })
  expect(press().opened).toEqual(['button'])
})

it('opens it from what a frame’s document has made, whose classes are not this window’s', () => {
  const press = aPage('<iframe></iframe>')
  const inner = document.querySelector('iframe')?.contentDocument
  const opener = inner?.createElement('button')
  if (opener === undefined) throw new Error('The frame has no document.')
  opener.setAttribute('data-voter-registration-open', '')
  document.body.append(opener)
  expect(press({}, opener).opened).toEqual(['button'])
})

it('leaves a link alone that the voter wants in another tab', () => {
  const press = aPage('<a href="#x" data-voter-registration-open><b>Go</b></a>')
  for (const key of ['ctrlKey', 'metaKey', 'shiftKey']) expect(press({ [key]: true }).opened).toEqual([])
})

it('opens the form that is named, and no other', () => {
  const html = '<button data-voter-registration-open="second"><b>Go</b></button>'
  expect(aPage(html, { id: 'first' })().opened).toEqual([])
  end()
  expect(aPage(html, { id: 'second' })().opened).toEqual(['button'])
})

it('answers a click once where several forms are on the page', () => {
  const press = aPage('<button data-voter-registration-open><b>Go</b></button>')
  const others: HTMLElement[] = []
  const endOther = followOpeners({ isMeant: () => true, canOpen: () => true, open: (opener) => others.push(opener) })
  expect(press().opened).toEqual(['button'])
  expect(others).toEqual([])
  endOther()
})
