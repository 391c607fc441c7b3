// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ComponentProps, createRef, StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { theSettings } from '../../../contract/testing/samples.ts'
import { requiredValues } from '../../testing/a-user.ts'
import { createFakeBff } from '../../testing/fake-bff.ts'
import type { VoterRegistrationHandle } from '../options.ts'
import { VoterRegistration } from '../voter-registration.tsx'
import { emptyValues } from './fields.ts'

type Options = Partial<ComponentProps<typeof VoterRegistration>>

const minute = 60_000
const comingBack = { persistDraft: false, comesBack: () => true }

beforeEach(() => sessionStorage.clear())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const formWith = (options: Options) => (
  <VoterRegistration
    apiBase="https://bff.example"
    fetch={createFakeBff().fetch}
    locale="en"
    settings={theSettings()}
    persistDraft
    {...options}
  />
)

const open = (options: Options = {}) => render(formWith(options))
const named = (label: string) => screen.getByLabelText<HTMLInputElement | HTMLSelectElement>(label)

/** Loads the page again: everything but the tab's storage is new. */
function reload(options: Options = {}) {
  cleanup()
  return open(options)
}

function type(change: Record<string, string> = { State: 'MA', 'First name': 'Ada', Month: '4' }) {
  for (const [label, value] of Object.entries(change)) enter(named(label), value)
}

/** As a browser does: a list changes after its `input` event. */
function enter(field: HTMLElement, value: string) {
  fireEvent.input(field, { target: { value } })
  if (field instanceof HTMLSelectElement) fireEvent.change(field, { target: { value } })
}

const shown = () => [named('State').value, named('First name').value, named('Month').value]
const kept = () => JSON.stringify(Object.entries(sessionStorage))

it.each([{}, comingBack])('a draft restores input, without the consent checkboxes: %o', (options) => {
  open(options)
  type()
  type({ State: 'TN' })
  fireEvent.click(screen.getByLabelText('I have read this and I agree.'))
  reload(options)
  expect([...shown(), named('Title').value]).toEqual(['TN', 'Ada', '4', ''])
  expect(screen.getByLabelText<HTMLInputElement>('I have read this and I agree.').checked).toBe(false)
  expect(kept()).not.toMatch(/agree|subscriber/)
})

it('a draft of a form posted for another language is restored after a reload, without new input', () => {
  open({
    noScript: { action: 'form', act: '_act', fields: {}, values: { ...emptyValues, firstName: 'Ada', agree: true } },
  })
  expect(kept()).not.toMatch(/agree|subscriber/)
  reload()
  expect(named('First name').value).toBe('Ada')
})

it('a draft is not stored unless the page enables it', () => {
  open({ persistDraft: false })
  type()
  expect(sessionStorage).toHaveLength(0)
})

it('a draft is restored as started: the page gets a start event, and a second reload restores it again', () => {
  open()
  type()
  const onStart = vi.fn()
  reload({ onStart })
  expect(onStart).toHaveBeenCalledTimes(1)
  reload()
  expect(shown()).toEqual(['MA', 'Ada', '4'])
})

it('a draft expires 30 minutes after the last change, in an open page and at the next one', () => {
  vi.useFakeTimers()
  open()
  type()
  void act(() => vi.advanceTimersByTime(29 * minute))
  type({ City: 'Boston' })
  void act(() => vi.advanceTimersByTime(29 * minute))
  reload()
  expect(named('City').value).toBe('Boston')
  void act(() => vi.advanceTimersByTime(30 * minute))
  expect(sessionStorage).toHaveLength(0)

  type({ City: 'Quincy' })
  vi.setSystemTime(Date.now() + 31 * minute)
  reload({ persistDraft: false })
  expect(sessionStorage).toHaveLength(0)
})

it('a draft is not stored while the clock is set back', () => {
  open()
  type()
  vi.useFakeTimers({ now: Date.now() - minute })
  reload()
  expect(shown()).toEqual(['', '', ''])
})

it('a draft wins over a prefill that the voter has changed, and an emptied field stays empty', () => {
  const prefill = { first_name: 'Bo', city: 'Boston' }
  open({ prefill })
  type({ 'First name': 'Ada', City: '' })
  reload({ prefill })
  expect([named('First name').value, named('City').value]).toEqual(['Ada', ''])
})

it('a draft never overwrites input into a server-rendered page before hydration', () => {
  open()
  type()
  cleanup()
  const container = document.createElement('div')
  document.body.append(container)
  container.innerHTML = renderToString(formWith({}))
  const field = container.querySelector<HTMLInputElement>('[name=firstName]')
  if (field !== null) field.value = 'Bea'
  render(formWith({}), { container, hydrate: true })
  expect(shown()).toEqual(['MA', 'Bea', '4'])
})

it('a draft never overwrites a form that starts with posted values', () => {
  open()
  type()
  reload({ noScript: { action: 'form', act: '_act', fields: {}, values: { ...emptyValues, firstName: 'Cy' } } })
  expect(shown()).toEqual(['', 'Cy', ''])
})

it('a draft loses to input into a first screen that is rendered again, and the page learns of a start', () => {
  open()
  type()
  const onStart = vi.fn()
  reload({ typedBefore: () => new Map([['firstName', 'Bea']]), onStart })
  expect(shown()).toEqual(['MA', 'Bea', '4'])
  expect(onStart).toHaveBeenCalledTimes(1)
})

it('a draft stays in memory for 15 minutes for a form that returns, and not for one that the page removes', () => {
  vi.useFakeTimers()
  open(comingBack)
  type()
  for (const minutes of [0, 14, 15]) {
    cleanup()
    vi.advanceTimersByTime(minutes * minute)
    open(comingBack)
    expect(shown()).toEqual(minutes < 15 ? ['MA', 'Ada', '4'] : ['', '', ''])
  }
  reload({ ...comingBack, comesBack: () => false })
  type()
  reload(comingBack)
  expect(shown()).toEqual(['', '', ''])
  expect(sessionStorage).toHaveLength(0)
})

it('a draft is deleted with the answer and while sending, and restored when nothing was sent', async () => {
  let release = () => {}
  const held = new Promise<Response>((resolve) => {
    release = () => resolve(new Response('', { status: 429 }))
  })
  const { container } = open({ fetch: createFakeBff({ registrations: [() => held] }).fetch })
  type(requiredValues)
  fireEvent.click(screen.getByLabelText('I have read this and I agree.'))
  expect(kept()).toContain('Ada')
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  const step = (name: string) => waitFor(() => expect(container.querySelector(`[data-step=${name}]`)).not.toBeNull())
  await step('sending')
  expect(sessionStorage).toHaveLength(0)
  release()
  await step('not-sent')
  expect(kept()).toContain('Ada')
})

it('a draft is deleted by a reset', () => {
  const ref = createRef<VoterRegistrationHandle>()
  open({ ref })
  type()
  expect(sessionStorage).toHaveLength(1)
  act(() => ref.current?.reset())
  expect(sessionStorage).toHaveLength(0)
})

it.each([
  ['without an option', {}],
  ['of an element that comes back', comingBack],
])('a draft in kiosk mode is never stored, and an existing one is removed unread: %s', (_, options) => {
  open(options)
  type()
  reload({ ...options, kiosk: true })
  expect(shown()).toEqual(['', '', ''])
  expect(sessionStorage).toHaveLength(0)
  type()
  expect(sessionStorage).toHaveLength(0)
  reload(options)
  expect(shown()).toEqual(['', '', ''])
})

it('an unreadable draft stops no sweep: it is removed, and so is an old one after it', () => {
  sessionStorage.setItem('voter-registration:/a ', '{"at":')
  sessionStorage.setItem('voter-registration:/b ', JSON.stringify({ at: Date.now() - 31 * minute, firstName: 'Ada' }))
  sessionStorage.setItem('the page’s own', '{')
  open()
  expect(Object.keys(sessionStorage)).toEqual(['the page’s own'])
})

it('drafts of two forms on a page are separate, in StrictMode too', () => {
  const both = () => {
    cleanup()
    render(
      <StrictMode>
        {formWith({})}
        {formWith({})}
      </StrictMode>,
    )
    return screen.getAllByLabelText<HTMLInputElement>('First name')
  }
  for (const [index, field] of both().entries()) enter(field, `Ada ${index}`)
  expect(both().map(({ value }) => value)).toEqual(['Ada 0', 'Ada 1'])
})

const fail = () => {
  throw new Error('QuotaExceededError')
}
const broken: [name: string, storage: object | null][] = [
  ['is missing', null],
  ['is full', new Proxy({}, { set: fail, defineProperty: fail, deleteProperty: fail })],
  ['holds what is not ours', { 'voter-registration:/ https://bff.example ': '{' }],
]
it.each(broken)('a storage that %s changes nothing', (_, storage) => {
  vi.stubGlobal('sessionStorage', storage)
  open()
  type()
  expect(shown()).toEqual(['MA', 'Ada', '4'])
})
