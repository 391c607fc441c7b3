// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { theSettings } from '../../contract/testing/samples.ts'
import { createFakeBff } from '../testing/fake-bff.ts'
import { VoterRegistration } from './voter-registration.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

type Props = Partial<ComponentProps<typeof VoterRegistration>>

/** The form on a device that many voters share. */
async function show(props: Props = {}) {
  const onReset = vi.fn<NonNullable<Props['onReset']>>()
  const { fetch } = createFakeBff()
  const form = {
    apiBase: 'https://bff.example',
    fetch,
    locale: 'en' as const,
    settings: theSettings(),
    kiosk: true,
    onReset,
  }
  const view = render(<VoterRegistration {...form} {...props} />)
  await pass(0)
  return { view, onReset }
}

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000))
const city = () => screen.getByLabelText<HTMLInputElement>('City')
const type = (text: string) => fireEvent.input(city(), { target: { value: text } })
const warning = () => screen.queryByRole('alertdialog')
const reasons = (onReset: Awaited<ReturnType<typeof show>>['onReset']) =>
  onReset.mock.calls.map(([{ reason }]) => reason)

describe('a React form on a shared device', () => {
  it('warns, and then clears all input', async () => {
    const { onReset } = await show()
    type('Boston')
    await pass(69)
    expect(warning()).toBeNull()
    await pass(3)
    expect(warning()).not.toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'I’m still here' }))
    await pass(20)
    expect([warning(), city().value, reasons(onReset)]).toEqual([null, '', ['idle']])
  })

  it('stays open by the button or by typing', async () => {
    const { onReset } = await show({ kiosk: { idleSeconds: 30 } })
    type('Boston')
    await pass(12)
    fireEvent.click(screen.getByRole('button', { name: 'I’m still here' }))
    await pass(12)
    expect(warning()).not.toBeNull()
    type('Boston-Allston')
    expect(warning()).toBeNull()
    expect([city().value, onReset.mock.calls]).toEqual(['Boston-Allston', []])
  })

  it('is emptied immediately on request', async () => {
    const { onReset } = await show()
    type('Boston')
    await pass(75)
    fireEvent.click(screen.getByRole('button', { name: 'Clear it now' }))
    await pass(0)
    expect([warning(), city().value, reasons(onReset)]).toEqual([null, '', ['idle']])
  })

  it('warns nobody while it is empty', async () => {
    const { onReset } = await show()
    await pass(600)
    expect([warning(), onReset.mock.calls]).toEqual([null, []])
  })

  it('is empty when the page is restored from the browser’s cache', async () => {
    const { onReset } = await show()
    type('Boston')
    fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }))
    expect([city().value, reasons(onReset)]).toEqual(['', ['restored']])
  })

  it('keeps the page’s own values and drops those of the address, for good', async () => {
    const given = { prefill: { city: 'Boston' }, addressPrefill: { first_name: 'Ada', city: 'Salem' } }
    await show(given)
    const firstName = screen.getByLabelText<HTMLInputElement>('First name')
    expect([city().value, firstName.value]).toEqual(['Boston', 'Ada'])
    type('Salem')
    await pass(91)
    expect(city().value).toBe('Boston')
    expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('')
  })

  it('tells the browser to offer and store nothing', async () => {
    await show()
    const offered = [...document.querySelectorAll('[autocomplete]')].map((one) => one.getAttribute('autocomplete'))
    expect(new Set(offered)).toEqual(new Set(['off']))
    expect(document.querySelectorAll('input:not([autocomplete]), select:not([autocomplete])')).toHaveLength(0)
  })

  it('is in kiosk mode if the value is mistyped', async () => {
    // @ts-expect-error a page without types may write anything.
    await show({ kiosk: '9O' })
    type('Boston')
    await pass(91)
    expect(city().value).toBe('')
  })

  it.each([{ kiosk: false }, { kiosk: undefined }])('keeps input if it is not shared: %j', async (own) => {
    await show(own as Props)
    type('Boston')
    await pass(3_600)
    fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }))
    expect([warning(), city().value]).toEqual([null, 'Boston'])
    expect(city().autocomplete).toMatch(/address-level2$/)
  })
})
