// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { aFakeBff } from '../testing/fake-bff.ts'
import { theSettings } from '../testing/samples.ts'
import { VoterRegistration } from './react/voter-registration.tsx'

const bff = aFakeBff()
const page = (
  <VoterRegistration
    apiBase="https://bff.example"
    fetch={bff.fetch}
    settings={theSettings()}
    prefill={{ city: 'Salem', state: 'MA', date_of_birth: '1990-04-12' }}
  />
)

describe('a form that a server has rendered', () => {
  it('is whole without a script: fields, prefill, wording', () => {
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

  it('comes to life without a word of complaint, and keeps what was typed before', async () => {
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
    expect(bff.asked).toEqual([])
    complaints.mockRestore()
    await act(async () => root.unmount())
    home.remove()
  })

  it('takes what the browser fills in again afterwards and tells nobody of, but no tick', async () => {
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

  it('is English until it knows the page, then speaks the language around it', async () => {
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
