/** English is built into the form; every other language comes from the BFF or from the page. */
import { act, render, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { theSettings } from '../../../contract/testing/samples.ts'
import { es } from '../../locales/es.ts'
import { aProblem, createFakeBff, type FakeBff, json } from '../../testing/fake-bff.ts'
import { VoterRegistration } from '../react/voter-registration.tsx'
import type { VoterRegistrationProps } from '../voter-registration-props.ts'

const findMessageRequests = (bff: FakeBff) => bff.requests.filter(({ path }) => path.includes('/messages'))

function formOf(bff: FakeBff, props: Partial<VoterRegistrationProps> = {}) {
  return <VoterRegistration apiBase="https://bff.example/api" fetch={bff.fetch} locale="es-MX" {...props} />
}

/** Like a page that opens the form with a button. */
function aButtonWithTheFocus(): HTMLButtonElement {
  const button = document.body.appendChild(document.createElement('button'))
  button.focus()
  return button
}

afterEach(() => {
  for (const button of document.querySelectorAll('body > button')) button.remove()
  vi.restoreAllMocks()
})

describe('a form in another language than English', () => {
  it('requests its messages once, parallel to the settings, also in StrictMode', async () => {
    const bff = createFakeBff()
    const onReady = vi.fn()
    render(<StrictMode>{formOf(bff, { onReady })}</StrictMode>)
    expect(bff.requests.map(({ path }) => path).sort()).toEqual(['/api/messages/es', '/api/settings'])
    expect(await screen.findByRole('heading', { name: 'Regístrese para votar' })).toBeDefined()
    await screen.findByRole('checkbox', { name: /He leído|I agree/ })
    expect(findMessageRequests(bff).map(({ path, search }) => path + search)).toEqual(['/api/messages/es?v=0.3.0'])
    expect(onReady.mock.calls.map(([{ locale }]) => locale)).toEqual(['es'])
  })

  it('falls back to English for an unavailable language; the console names the others', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
    render(formOf(createFakeBff(), { locale: 'spanish' as 'es' }))
    await screen.findByRole('heading', { name: 'Register to vote' })
    expect(warn.mock.calls).toEqual([
      [expect.stringMatching(/^voter-registration: locale="spanish" has no texts\. Use auto, en, es, .*\.$/)],
    ])
  })

  it('is English and has nothing to agree to until its messages are loaded', async () => {
    let arrive: (response: Response) => void = () => undefined
    const bff = createFakeBff({ words: () => new Promise((resolve) => (arrive = resolve)) })
    const onReady = vi.fn()
    const { container } = render(formOf(bff, { settings: theSettings(), onReady }))
    expect(screen.getByRole('heading', { name: 'Register to vote' })).toBeDefined()
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(onReady).not.toHaveBeenCalled()
    const field = screen.getByLabelText<HTMLInputElement>('First name')
    field.value = 'Ada'
    await act(async () => arrive(json(es)))
    expect(await screen.findByLabelText('Nombre')).toBe(field)
    expect(field.value).toBe('Ada')
    expect(container.firstElementChild?.getAttribute('lang')).toBe('es')
    expect(screen.getAllByRole('checkbox').length).toBeGreaterThan(0)
    expect(onReady).toHaveBeenCalledOnce()
  })

  it('gets the requested focus once its messages are loaded, and not before', async () => {
    let arrive: (response: Response) => void = () => undefined
    const bff = createFakeBff({ words: () => new Promise((resolve) => (arrive = resolve)) })
    const opener = aButtonWithTheFocus()
    const { rerender } = render(<StrictMode>{formOf(bff, { autoFocus: true })}</StrictMode>)
    await screen.findByRole('heading', { name: 'Register to vote' })
    expect(document.activeElement).toBe(opener)
    await act(async () => arrive(json(es)))
    expect(document.activeElement).toBe(await screen.findByLabelText('Estado'))
    opener.focus()
    rerender(<StrictMode>{formOf(bff, { autoFocus: true, locale: 'en' })}</StrictMode>)
    await screen.findByRole('heading', { name: 'Register to vote' })
    expect(document.activeElement).toBe(opener)
  })

  it('leaves the voter’s focus while its messages load', async () => {
    let arrive: (response: Response) => void = () => undefined
    const bff = createFakeBff({ words: () => new Promise((resolve) => (arrive = resolve)) })
    aButtonWithTheFocus()
    render(formOf(bff, { autoFocus: true }))
    const email = screen.getByLabelText('Email')
    email.focus()
    await act(async () => arrive(json(es)))
    await screen.findByRole('heading', { name: 'Regístrese para votar' })
    expect(document.activeElement).toBe(email)
  })

  it.each([
    ['has no such texts', () => aProblem(404, { code: 'not_found' })],
    ['answers something else', () => json(['es'])],
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('is English with one warning when the BFF %s, and works', async (_, words) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const bff = createFakeBff({ words })
    const onReady = vi.fn()
    render(<StrictMode>{formOf(bff, { onReady })}</StrictMode>)
    await waitFor(() => expect(onReady).toHaveBeenCalledOnce())
    expect(onReady.mock.calls[0]?.[0]).toMatchObject({ locale: 'en' })
    expect(screen.getByRole('heading', { name: 'Register to vote' })).toBeDefined()
    expect(screen.getAllByRole('checkbox').length).toBeGreaterThan(0)
    expect(warn.mock.calls).toEqual([[expect.stringContaining('"es"')]])
  })

  it('uses the voter’s next language if the BFF does not offer the first', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['km-KH', 'es-US', 'en'])
    const bff = createFakeBff({ words: [es] })
    const { container } = render(formOf(bff, { locale: 'auto' }))
    expect(await screen.findByRole('heading', { name: 'Regístrese para votar' })).toBeDefined()
    expect(container.firstElementChild?.getAttribute('lang')).toBe('es')
    expect(findMessageRequests(bff).map(({ path }) => path)).toEqual(['/api/messages/km', '/api/messages/es'])
  })

  it('requests nothing when its messages are passed, or when it is English', () => {
    const bff = createFakeBff()
    const { rerender } = render(formOf(bff, { locales: [es] }))
    expect(screen.getByRole('heading', { name: 'Regístrese para votar' })).toBeDefined()
    rerender(formOf(bff, { locales: [es], locale: 'en-US' }))
    expect(screen.getByRole('heading', { name: 'Register to vote' })).toBeDefined()
    rerender(formOf(bff, { locales: [es], locale: 'sw-KE' }))
    expect(screen.getByRole('heading', { name: 'Register to vote' })).toBeDefined()
    expect(findMessageRequests(bff)).toEqual([])
  })

  it('can be in a partner’s own language, English where messages are missing', async () => {
    const polish = { language: 'pl', form: { heading: 'Zarejestruj się, aby głosować' } }
    const { container } = render(formOf(createFakeBff(), { locale: 'pl-PL', locales: [polish] }))
    expect(screen.getByRole('heading', { name: 'Zarejestruj się, aby głosować' })).toBeDefined()
    expect(screen.getByLabelText('First name')).toBeDefined()
    expect(container.firstElementChild?.getAttribute('lang')).toBe('pl')
  })

  it('keeps its messages when the language changes, until the new ones are loaded', async () => {
    const bff = createFakeBff()
    const { rerender } = render(formOf(bff, { locale: 'en' }))
    const agree = await screen.findByRole('checkbox', { name: 'I have read this and I agree.' })
    rerender(formOf(bff, { locale: 'es' }))
    expect(agree.isConnected).toBe(true)
    expect(await screen.findByRole('heading', { name: 'Regístrese para votar' })).toBeDefined()
    rerender(formOf(bff, { locale: 'en' }))
    rerender(formOf(bff, { locale: 'es' }))
    expect(await screen.findByRole('heading', { name: 'Regístrese para votar' })).toBeDefined()
    expect(findMessageRequests(bff)).toHaveLength(1)
  })

  it('reports a crash in its own language', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const bff = createFakeBff()
    const breaks = () => {
      throw new Error('broken')
    }
    const { rerender } = render(formOf(bff, { locales: [es] }))
    rerender(formOf(bff, { locales: [es], consentExtra: { toString: breaks } as never }))
    expect(await screen.findByText('Este formulario dejó de funcionar')).toBeDefined()
  })
})
