// @vitest-environment jsdom
/** Forms on one page have distinct names. */
import { act, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, it } from 'vitest'
import { useInstanceId } from './use-root.ts'

afterEach(() => document.body.replaceChildren())

function Form() {
  const root = useRef<HTMLDivElement>(null)
  // Like two copies of React, whose ids both start with the same value.
  return <div ref={root} data-instance={useInstanceId(root, 'vr1')} />
}

/** Returns the names of two forms, each in these places. */
async function namesIn(places: readonly ParentNode[]): Promise<(string | undefined)[]> {
  const forms = places.map((place) => {
    const container = document.createElement('div')
    place.append(container)
    return container
  })
  for (const container of forms) await act(async () => createRoot(container).render(<Form />))
  return forms.map((container) => container.querySelector<HTMLElement>('[data-instance]')?.dataset.instance)
}

/** The body of a frame's document, whose classes differ from those of the page. */
function aFrame(): HTMLElement {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const { contentDocument: inside } = frame
  if (inside === null) throw new Error('The frame has no document.')
  expect(inside).not.toBeInstanceOf(Document)
  return inside.body
}

describe.each([
  ['a page', () => document.body],
  ['a frame that a script of the page writes into', aFrame],
])('two forms in %s', (_, place) => {
  it('have different ids, though both are given the same', async () => {
    const around = place()
    const [one, other] = await namesIn([around, around])
    expect(one).toBe('vr1')
    expect(other).toBe('vr1-2')
  })
})

it('two forms in two documents keep their short ids', async () => {
  const [one, other] = await namesIn([document.body, aFrame()])
  expect([one, other]).toEqual(['vr1', 'vr1'])
})
