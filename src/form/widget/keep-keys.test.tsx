// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { theSettings } from '../../contract/testing/samples.ts'
import { createFakeBff } from '../testing/fake-bff.ts'
import { isolateShortcuts } from './keep-keys.ts'
import { VoterRegistration } from './react/voter-registration.tsx'

/** What a listener of the page gets, in the bubbling phase. */
let events: string[]
const names = ['keydown', 'keypress', 'keyup'] as const
const recordEvent = ({ type }: Event) => void events.push(type)
beforeEach(() => {
  for (const name of names) document.addEventListener(name, recordEvent)
})
afterEach(() => {
  for (const name of names) document.removeEventListener(name, recordEvent)
  document.body.replaceChildren()
})

/** Presses a key; returns what the page hears of it: all three events, or none. */
function pressKey(target: Element, init: KeyboardEventInit): string {
  events = []
  for (const name of names) {
    target.dispatchEvent(new KeyboardEvent(name, { bubbles: true, composed: true, cancelable: true, ...init }))
  }
  return { [names.join()]: 'heard', '': 'kept' }[events.join()] ?? events.join()
}

const typed = [
  'j',
  's',
  '/',
  '?',
  '1',
  'é',
  '中',
  ' ',
  'Enter',
  'Backspace',
  'Delete',
  'Dead',
  'Process',
  'Unidentified',
  'Home',
  'PageDown',
]
const moving = ['Tab', 'Escape', 'ArrowDown', 'ArrowLeft', 'F1', 'Shift', 'Control', 'Meta', 'AltGraph']
const cases: [init: KeyboardEventInit, expected: 'heard' | 'kept'][] = [
  ...typed.map((key): [KeyboardEventInit, 'kept'] => [{ key }, 'kept']),
  ...moving.map((key): [KeyboardEventInit, 'heard'] => [{ key }, 'heard']),
  [{ key: 'J', shiftKey: true }, 'kept'],
  [{ key: 'Tab', shiftKey: true }, 'heard'],
  [{ key: 'k', ctrlKey: true }, 'heard'],
  [{ key: 'k', metaKey: true }, 'heard'],
  [{ key: 'Enter', metaKey: true }, 'heard'],
  // Letters of other keyboards: Option on a Mac, AltGr elsewhere.
  [{ key: 'ø', altKey: true }, 'kept'],
  [{ key: '@', ctrlKey: true, altKey: true, modifierAltGraph: true }, 'kept'],
]

it('keys in a form without a shadow root trigger no page shortcuts: no letter, no Space, no Enter', async () => {
  const { fetch } = createFakeBff()
  render(<VoterRegistration apiBase="https://bff.example" fetch={fetch} locale="en" settings={theSettings()} />)
  const button = await screen.findByRole('button', { name: 'Continue' })
  const box = document.querySelector('[name=agree]') ?? button
  const controls = {
    field: screen.getByLabelText('First name'),
    select: screen.getByLabelText('State'),
    box,
    button,
  }
  const differ = Object.entries(controls).flatMap(([name, control]) =>
    cases.flatMap(([init, expected]) => {
      const got = pressKey(control, init)
      return got === expected ? [] : [{ name, ...init, got }]
    }),
  )
  expect([differ, box === button]).toEqual([[], false])
  // Where nothing takes keys, they are the page's.
  expect(pressKey(screen.getByRole('heading', { level: 2 }), { key: 'j' })).toBe('heard')
  expect(pressKey(document.body, { key: 'j' })).toBe('heard')
})

it('keys in a shadow root trigger no page shortcuts, but its slots still send the page its own', () => {
  const host = document.body.appendChild(document.createElement('div'))
  host.innerHTML = '<input aria-label="The page’s own">'
  const shadow = host.attachShadow({ mode: 'open' })
  shadow.innerHTML = '<div><input aria-label="Ours"><a href="#a">Read</a><p>Text</p><slot></slot></div>'
  const root = shadow.querySelector('div')
  if (root === null) throw new Error('The shadow root has no content.')
  isolateShortcuts(root)
  isolateShortcuts(root)
  const [ours, link, text] = root.children
  const own = within(host).getByLabelText('The page’s own')
  const got = [ours, link, text, own].map((one) => one && pressKey(one, { key: 'j' }))
  expect(got).toEqual(['kept', 'kept', 'heard', 'heard'])
})

it('keyup after a moved focus, as Enter causes, triggers no page shortcut', () => {
  const root = document.body.appendChild(document.createElement('div'))
  const field = root.appendChild(document.createElement('input'))
  const summary = root.appendChild(document.createElement('p'))
  isolateShortcuts(root)
  events = []
  const send = (target: Element, name: string) =>
    target.dispatchEvent(new KeyboardEvent(name, { bubbles: true, composed: true, key: 'Enter' }))
  send(field, 'keydown')
  send(summary, 'keyup')
  expect(events).toEqual([])
  expect(pressKey(summary, { key: 'Enter' })).toBe('heard')
})

it('autofill by a browser without a key name breaks nothing', () => {
  const root = document.body.appendChild(document.createElement('div'))
  const field = root.appendChild(document.createElement('input'))
  isolateShortcuts(root)
  events = []
  field.dispatchEvent(new Event('keydown', { bubbles: true, composed: true }))
  expect(events).toEqual([])
})
