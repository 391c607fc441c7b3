// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { theSettings } from '../../contract/testing/samples.ts'
import { createFakeBff } from '../testing/fake-bff.ts'
import { VoterRegistration } from './react/voter-registration.tsx'

const bff = createFakeBff()
const page = (
  <VoterRegistration
    apiBase="https://bff.example"
    fetch={bff.fetch}
    settings={theSettings()}
    prefill={{ city: 'Salem', state: 'MA', date_of_birth: '1990-04-12' }}
  />
)

describe('a server-rendered form', () => {
  it('is complete without a script: fields, prefill, wording', () => {
    const html = renderToString(page)
    document.body.innerHTML = html
    expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Salem')
    expect(screen.getByLabelText<HTMLSelectElement>('State').value).toBe('MA')
    expect(screen.getByLabelText<HTMLSelectElement>('Month').value).toBe('4')
    expect(screen.getByText(/You can unsubscribe/)).toBeDefined()
    const form = document.querySelector('form')
    expect([form?.method, form?.action]).toEqual(['post', 'https://bff.example/form?locale=en'])
    expect(html).toContain('<noscript><a href="https://bff.example/form?locale=en">Register to vote</a></noscript>')
    document.body.innerHTML = ''
  })

  it('posts to the page of its own partner', () => {
    const html = renderToString(<VoterRegistration apiBase="https://bff.example" partner="river-city" locale="es" />)
    expect(html).toContain('action="https://bff.example/form?locale=en&amp;partner=river-city"')
  })

  it('hydrates without a warning, and keeps earlier input', async () => {
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
    const home = document.createElement('div')
    document.body.append(home)
    home.innerHTML = renderToString(page)
    const early = screen.getByLabelText<HTMLInputElement>('First name')
    early.value = 'Ada'
    screen.getByLabelText<HTMLSelectElement>('State').value = 'TX'
    const root = await act(async () => hydrateRoot(home, page))
    expect(screen.getByLabelText<HTMLInputElement>('First name')).toBe(early)
    expect(early.value).toBe('Ada')
    expect(screen.getByLabelText<HTMLSelectElement>('State').value).toBe('TX')
    await act(async () => screen.getByRole('button', { name: 'Continue' }).click())
    await screen.findByText(/^There are \d+ problems$/)
    expect(screen.queryByText('Enter your first name')).toBeNull()
    expect(screen.queryByText('Choose your state')).toBeNull()
    expect(complaints.mock.calls).toEqual([])
    expect(bff.requests).toEqual([])
    complaints.mockRestore()
    await act(async () => root.unmount())
    home.remove()
  })

  it('reads browser autofill again that fires no event, but no checkbox', async () => {
    const home = document.createElement('div')
    document.body.append(home)
    home.innerHTML = renderToString(page)
    const root = await act(async () => hydrateRoot(home, page))
    screen.getByLabelText<HTMLInputElement>('First name').value = 'Ada'
    await act(async () => window.dispatchEvent(new Event('pageshow')))
    screen.getByLabelText<HTMLInputElement>('Last name').value = 'Sample'
    screen.getByLabelText<HTMLInputElement>('I have read this and I agree.').checked = true
    await act(async () => screen.getByRole('button', { name: 'Continue' }).click())
    await screen.findByText(/^There are \d+ problems$/)
    expect(screen.queryByText('Enter your first name')).toBeNull()
    expect(screen.queryByText('Enter your last name')).toBeNull()
    expect(screen.getAllByText(/^Check the box to agree/).length).toBeGreaterThan(0)
    expect(screen.getAllByText('Enter your street address').length).toBeGreaterThan(0)
    await act(async () => root.unmount())
    home.remove()
  })

  describe('after hydration', () => {
    const onStart = vi.fn<() => void>()
    const notices = [
      { text: { en: 'Tennessee alone' }, states: ['TN'] },
      { text: { en: 'Massachusetts alone' }, states: ['MA'] },
    ]
    const followed = (
      <VoterRegistration
        apiBase="https://bff.example"
        fetch={bff.fetch}
        settings={{ ...theSettings(), notices }}
        prefill={{ city: 'Salem', state: 'MA' }}
        onStart={onStart}
      />
    )
    const choose = (label: RegExp | string, value: string) => {
      screen.getByLabelText<HTMLSelectElement | HTMLInputElement>(label).value = value
    }
    /** What a voter sees of the chosen state. */
    const seen = () => ({
      state: screen.getByLabelText<HTMLSelectElement>('State').value,
      title: screen.getByLabelText<HTMLSelectElement>(/^Title/).value,
      isOptional: screen.queryByLabelText('Title (optional)') !== null,
      hasMx: screen.queryByRole('option', { name: 'Mx' }) !== null,
      notices: screen.queryAllByRole('note').flatMap(({ textContent: text }) => (text.includes('alone') ? [text] : [])),
    })
    const tennessee = { state: 'TN', title: '', isOptional: false, hasMx: false, notices: ['Tennessee alone'] }
    const elsewhere = { ...tennessee, isOptional: true, hasMx: true }

    it('follows the DOM: at hydration, a browser’s restore and silent autofill', async () => {
      type Change = [label: RegExp | string, value: string][]
      const cases: [before: Change, restored: Change, pressed: Change, expected: object, starts: number][] = [
        [[], [], [], { ...elsewhere, state: 'MA', notices: ['Massachusetts alone'] }, 0],
        [[['State', 'TN']], [], [], tennessee, 1],
        [[['State', 'TX']], [], [], { ...elsewhere, state: 'TX', notices: [] }, 1],
        [
          [
            ['State', 'TN'],
            [/^Title/, 'Mx'],
          ],
          [],
          [],
          tennessee,
          1,
        ],
        [
          [
            ['State', 'TN'],
            [/^Title/, 'Ms'],
          ],
          [],
          [],
          { ...tennessee, title: 'Ms' },
          1,
        ],
        [[[/^Title/, 'Mx']], [], [], { ...elsewhere, state: 'MA', title: 'Mx', notices: ['Massachusetts alone'] }, 1],
        [[], [['State', 'TN']], [], tennessee, 1],
        [
          [],
          [
            ['State', 'TN'],
            [/^Title/, 'Mx'],
          ],
          [],
          tennessee,
          1,
        ],
        [[['State', 'TN']], [['State', 'TX']], [], { ...elsewhere, state: 'TX', notices: [] }, 1],
        [[], [], [['State', 'TN']], tennessee, 1],
        [[['First name', 'Ada']], [], [['State', 'TN']], tennessee, 1],
      ]
      const differ = []
      for (const [before, restored, pressed, expected, starts] of cases) {
        onStart.mockClear()
        const home = document.body.appendChild(document.createElement('div'))
        home.innerHTML = renderToString(followed)
        for (const one of before) choose(...one)
        const root = await act(async () => hydrateRoot(home, followed))
        for (const one of restored) choose(...one)
        await act(async () => window.dispatchEvent(new Event('pageshow')))
        for (const one of pressed) choose(...one)
        await act(async () => screen.getByLabelText('Last name').click())
        const got = { ...seen(), starts: onStart.mock.calls.length }
        if (JSON.stringify(got) !== JSON.stringify({ ...expected, starts }))
          differ.push({ before, restored, pressed, got })
        await act(async () => root.unmount())
        home.remove()
      }
      expect(differ).toEqual([])
    })
  })

  it('is English until it knows the page, then uses the language of its parent element', async () => {
    const home = document.createElement('div')
    home.lang = 'es-MX'
    document.body.append(home)
    expect(renderToString(page)).toContain('Register to vote')
    const view = render(page, { container: home })
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Regístrese para votar' })).toBeDefined())
    expect(screen.getByLabelText<HTMLSelectElement>('Mes').value).toBe('4')
    view.unmount()
    home.remove()
  })
})
