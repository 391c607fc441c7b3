// @vitest-environment jsdom
/** React may render the form into a frame's document, whose classes differ from those of the window that runs our code. */
import { act, fireEvent, render, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { theSettings } from '../../contract/testing/samples.ts'
import { createFakeBff } from '../testing/fake-bff.ts'
import { canTakeFocus, getElementById } from './focus.ts'
import { VoterRegistration } from './react/voter-registration.tsx'

let inner: Document
beforeEach(() => {
  const frame = document.body.appendChild(document.createElement('iframe'))
  if (frame.contentDocument === null) throw new Error('The frame has no document.')
  inner = frame.contentDocument
  expect(inner.body).not.toBeInstanceOf(HTMLElement)
})
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

/** The form in the frame, on a device that many voters share. */
function show() {
  const container = inner.body.appendChild(inner.createElement('div'))
  const { fetch } = createFakeBff()
  const form = { apiBase: 'https://bff.example', fetch, locale: 'en' as const, settings: theSettings(), kiosk: true }
  render(<VoterRegistration {...form} />, { container })
  const view = within(container)
  return {
    view,
    city: view.getByLabelText<HTMLInputElement>('City'),
    state: view.getByLabelText<HTMLSelectElement>('State'),
  }
}

it('a framed form finds its fields in a shadow root, and leaves the focus of a voter elsewhere on the page', () => {
  const root = inner.body.appendChild(inner.createElement('div')).attachShadow({ mode: 'open' })
  const form = root.appendChild(inner.createElement('div'))
  const field = form.appendChild(inner.createElement('input'))
  field.id = 'field'
  expect(getElementById('field', form)).toBe(field)
  expect(canTakeFocus(form)).toBe(true)
  inner.body.appendChild(inner.createElement('input')).focus()
  expect(canTakeFocus(form)).toBe(false)
})

it('a framed form warns with the focus on the stay button, on a shared device', async () => {
  vi.useFakeTimers()
  const { city, view } = show()
  fireEvent.input(city, { target: { value: 'Boston' } })
  await act(() => vi.advanceTimersByTimeAsync(75_000))
  const stay = view.getByRole('button', { name: 'I’m still here' })
  expect(inner.activeElement).toBe(stay)
  fireEvent.click(stay)
  expect(city.value).toBe('Boston')
})

it('a framed form reads browser autofill again, and no checkbox', async () => {
  const { city, state, view } = show()
  const [agree] = inner.querySelectorAll<HTMLInputElement>('[name=agree]')
  if (agree === undefined) throw new Error('There is no consent box.')
  city.value = 'Boston'
  state.value = 'MA'
  agree.checked = true
  await act(async () => window.dispatchEvent(new Event('pageshow')))
  expect(agree.checked).toBe(false)
  fireEvent.click(view.getByRole('button', { name: /Continue|Register|Send|Next/ }))
  await expect.poll(() => inner.querySelector('.vr-summary')).not.toBeNull()
  const summary = inner.querySelector('.vr-summary')?.textContent ?? ''
  expect(summary).toContain('first name')
  expect(summary).not.toMatch(/city|state/i)
})
