// @vitest-environment jsdom
/** The page's own links and buttons open the form, and navigate as usual when they cannot. */
import { afterEach, expect, it } from 'vitest'
import { watchDialogTriggers } from './dialog-triggers.ts'

let end = () => {}
afterEach(() => {
  end()
  document.body.replaceChildren()
})

/** Creates a page with an opener; returns the effect of a click on it. */
function aPage(html: string, { id = '', canOpen = true } = {}) {
  document.body.innerHTML = html
  const opened: HTMLElement[] = []
  end = watchDialogTriggers({
    isTarget: (name) => name === '' || name === id,
    canOpen: () => canOpen,
    open: (opener) => opened.push(opener),
  })
  return (init: MouseEventInit = {}, on = document.querySelector('[data-voter-registration-open] b')) => {
    const click = new MouseEvent('click', { bubbles: true, composed: true, cancelable: true, ...init })
    on?.dispatchEvent(click)
    return { opened: opened.map(({ localName }) => localName), goesOn: !click.defaultPrevented }
  }
}

it('an opener opens the form from inside a button or a link, whose navigation is canceled', () => {
  expect(aPage('<button data-voter-registration-open><b>Go</b></button>')()).toEqual({
    opened: ['button'],
    goesOn: false,
  })
  end()
  expect(aPage('<a href="#x" data-voter-registration-open><b>Go</b></a>')()).toEqual({ opened: ['a'], goesOn: false })
})

it('an opener lets a link navigate while the form cannot be shown, and remembers a click on a button', () => {
  expect(aPage('<a href="#x" data-voter-registration-open><b>Go</b></a>', { canOpen: false })()).toEqual({
    opened: [],
    goesOn: true,
  })
  end()
  const press = aPage('<button data-voter-registration-open><b>Go</b></button>', { canOpen: false })
  expect(press().opened).toEqual(['button'])
})

it('an opener works in a frame’s document, whose classes are not this window’s', () => {
  const press = aPage('<iframe></iframe>')
  const inner = document.querySelector('iframe')?.contentDocument
  const opener = inner?.createElement('button')
  if (opener === undefined) throw new Error('The frame has no document.')
  opener.setAttribute('data-voter-registration-open', '')
  document.body.append(opener)
  expect(press({}, opener).opened).toEqual(['button'])
})

it('an opener ignores a click on a link that opens another tab', () => {
  const press = aPage('<a href="#x" data-voter-registration-open><b>Go</b></a>')
  for (const key of ['ctrlKey', 'metaKey', 'shiftKey']) expect(press({ [key]: true }).opened).toEqual([])
})

it('an opener opens the form that it names, and no other', () => {
  const html = '<button data-voter-registration-open="second"><b>Go</b></button>'
  expect(aPage(html, { id: 'first' })().opened).toEqual([])
  end()
  expect(aPage(html, { id: 'second' })().opened).toEqual(['button'])
})

it('an opener handles a click once if several forms are on the page', () => {
  const press = aPage('<button data-voter-registration-open><b>Go</b></button>')
  const otherVersions: HTMLElement[] = []
  const endOther = watchDialogTriggers({
    isTarget: () => true,
    canOpen: () => true,
    open: (opener) => otherVersions.push(opener),
  })
  expect(press().opened).toEqual(['button'])
  expect(otherVersions).toEqual([])
  endOther()
})
