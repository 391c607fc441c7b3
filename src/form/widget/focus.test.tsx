/** The focus is moved only when we may move it, also in a shadow root. */
import { renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { canTakeFocus, getElementById, getRootScope, useScreenFocus } from './focus.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

/** A form's root inside this many shadow roots, and a link of the page beside it. */
function aForm(depth: number) {
  document.body.innerHTML = '<a href="#else">elsewhere</a><div></div>'
  let at: ParentNode | null = document.body
  for (let level = 0; level < depth; level++) {
    const host: Element | null | undefined = at?.querySelector('div')
    const root: ShadowRoot | undefined = host?.attachShadow({ mode: 'open' })
    root?.append(document.createElement('div'))
    at = root ?? null
  }
  const root = at?.querySelector('div')
  const field = document.createElement('input')
  field.id = 'field'
  root?.append(field)
  if (root === null || root === undefined) throw new Error('The page was not built.')
  return { root, field, elsewhere: document.body.querySelector('a') }
}

/** The same, where the voter types in the second field. */
function aFormOfTwoFields(depth: number) {
  const { root, field, elsewhere } = aForm(depth)
  const form = document.createElement('form')
  const first = document.createElement('select')
  root.append(form)
  form.append(first, field)
  const isFirstFocused = () => getRootScope(root).activeElement === first
  return { root, field, elsewhere, isFirstFocused }
}

describe.each([0, 1, 2])('a form inside %i shadow roots', (depth) => {
  it('may move a focus that is nowhere or in the form', () => {
    const { root, field } = aForm(depth)
    expect(canTakeFocus(root)).toBe(true)
    field.focus()
    expect(canTakeFocus(root)).toBe(true)
  })

  it('may move it on a page whose library has a class named Document', () => {
    const { root } = aForm(depth)
    vi.stubGlobal('Document', Map)
    expect(canTakeFocus(root)).toBe(true)
  })

  it('leaves the focus of a voter who has moved elsewhere on the page', () => {
    const { root, elsewhere } = aForm(depth)
    elsewhere?.focus()
    expect(canTakeFocus(root)).toBe(false)
  })

  it('moves the focus to its first field from elsewhere on the page with autofocus', () => {
    const { root, elsewhere, isFirstFocused } = aFormOfTwoFields(depth)
    elsewhere?.focus()
    renderHook(() => useScreenFocus({ current: root }, 'form', { isEnabled: true, isSettled: true }))
    expect(isFirstFocused()).toBe(true)
  })

  it.each([true, false])('leaves the focus of a voter who types in it: with its texts, %s', (isSettled) => {
    const { root, field, isFirstFocused } = aFormOfTwoFields(depth)
    field.focus()
    const { rerender } = renderHook(
      (now: boolean) => useScreenFocus({ current: root }, 'form', { isEnabled: true, isSettled: now }),
      {
        initialProps: isSettled,
      },
    )
    rerender(true)
    expect(isFirstFocused()).toBe(false)
  })

  it('finds its own fields by their ids', () => {
    const { root, field } = aForm(depth)
    expect(getElementById('field', root)).toBe(field)
  })
})
