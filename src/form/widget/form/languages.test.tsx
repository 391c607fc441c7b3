import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import { theSettings } from '../../../contract/testing/samples.ts'
import { aUser } from '../../testing/a-user.ts'
import { createFakeBff } from '../../testing/fake-bff.ts'
import { VoterRegistration } from '../react/voter-registration.tsx'
import type { VoterRegistrationProps } from '../voter-registration-props.ts'

beforeEach(() => history.replaceState(null, ''))

async function show(props: Partial<VoterRegistrationProps> = {}, languages = ['es', 'zh-Hans', 'vi', 'ko', 'fr']) {
  const bff = createFakeBff({ settings: theSettings({ languages }) })
  const { container, unmount } = render(
    <VoterRegistration apiBase="https://bff.example" fetch={bff.fetch} locale="en" {...props} />,
  )
  await screen.findByRole('checkbox', { name: /I agree|estoy de acuerdo/ })
  return { bff, container, unmount, user: aUser() }
}

const names = () =>
  [...document.querySelectorAll<HTMLElement>('.vr-languages button')].map((one) => [one.textContent, one.lang])

it('the language menu shows the BFF’s languages by their own names above the heading, three of them expanded', async () => {
  await show()
  expect(names()).toEqual([
    ['Español', 'es'],
    ['简体中文', 'zh-Hans'],
    ['Tiếng Việt', 'vi'],
    ['한국어', 'ko'],
    ['Français', 'fr'],
  ])
  expect(document.querySelectorAll('.vr-languages details button')).toHaveLength(2)
  const heading = screen.getByRole('heading', { name: 'Register to vote' })
  const row = screen.getByRole('navigation', { name: 'Languages' })
  expect(row.compareDocumentPosition(heading) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

it('the language menu changes the language, keeps input, and moves the focus to the heading', async () => {
  const { user, container } = await show({ messages: { 'fields.city': 'Town' } })
  await user.type(screen.getByRole('textbox', { name: 'First name' }), 'Ada')
  await user.click(screen.getByRole('button', { name: 'Español' }))
  const heading = await screen.findByRole('heading', { name: 'Regístrese para votar' })
  expect(container.querySelector('.vr-root')?.getAttribute('lang')).toBe('es')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Nombre' }).value).toBe('Ada')
  // The page's own texts are in the page's language.
  expect(screen.getByRole('textbox', { name: 'Ciudad' })).toBeDefined()
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(names().map(([name]) => name)).toEqual(['English', '简体中文', 'Tiếng Việt', '한국어', 'Français'])
})

it.each([
  [{ languages: ['vi'] }, ['Tiếng Việt']],
  [{ languages: false }, []],
] as const)('the language menu shows what the page wants: %j', async (props, wanted) => {
  await show(props)
  expect(names().map(([name]) => name)).toEqual(wanted)
})

it('the language menu is missing if the BFF has English alone or does not say, and its space stays', async () => {
  const { container } = await show({}, [])
  expect(names()).toEqual([])
  expect(container.querySelector('.vr-languages')).not.toBeNull()
})

it.each(['en', 'auto'] as const)('the language menu restores the page’s own messages: %s', async (locale) => {
  const { user } = await show({ locale, messages: { 'form.heading': 'Get ready, neighbors' } })
  await user.click(screen.getByRole('button', { name: 'Español' }))
  await screen.findByRole('heading', { name: 'Regístrese para votar' })
  await user.click(screen.getByRole('button', { name: 'English' }))
  expect(await screen.findByRole('heading', { name: 'Get ready, neighbors' })).toBeDefined()
})

it('the chosen language returns after a reload, and the page’s own history state stays', async () => {
  history.replaceState({ page: 1 }, '')
  const first = await show({ instanceId: 'vr1' })
  await first.user.click(screen.getByRole('button', { name: 'Español' }))
  await screen.findByRole('heading', { name: 'Regístrese para votar' })
  first.unmount()
  await show({ instanceId: 'vr1' })
  expect(await screen.findByRole('heading', { name: 'Regístrese para votar' })).toBeDefined()
  expect(history.state).toMatchObject({ page: 1 })
})

it('the chosen language is shown after hydrating the server’s HTML', async () => {
  history.replaceState({ voterRegistrationLanguage: { vr1: 'es' } }, '')
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { fetch } = createFakeBff()
  const page = <VoterRegistration apiBase="https://bff.example" fetch={fetch} locale="en" instanceId="vr1" />
  const home = document.createElement('div')
  document.body.append(home)
  home.innerHTML = renderToString(page)
  const root = await act(async () => hydrateRoot(home, page))
  expect(await screen.findByRole('heading', { name: 'Regístrese para votar' })).toBeDefined()
  expect(complaints.mock.calls).toEqual([])
  complaints.mockRestore()
  await act(async () => root.unmount())
  home.remove()
})

it('the chosen language is not stored on a shared device: the next voter gets the page’s language', async () => {
  history.replaceState({ voterRegistrationLanguage: { vr1: 'vi' } }, '')
  const { user } = await show({ instanceId: 'vr1', kiosk: true, messages: { 'form.heading': 'Get ready, neighbors' } })
  await user.click(await screen.findByRole('button', { name: 'Español' }))
  await screen.findByRole('heading', { name: 'Regístrese para votar' })
  fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }))
  expect(await screen.findByRole('heading', { name: 'Get ready, neighbors' })).toBeDefined()
  expect(history.state).toEqual({ voterRegistrationLanguage: { vr1: 'vi' } })
})
