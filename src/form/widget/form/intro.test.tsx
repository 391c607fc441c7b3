import { render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Settings } from '../../../contract/bff-api.ts'
import { theSettings } from '../../../contract/testing/samples.ts'
import { es } from '../../locales/es.ts'
import { createFakeBff } from '../../testing/fake-bff.ts'
import { VoterRegistration } from '../react/voter-registration.tsx'

async function show(settings: Settings, props: Partial<Parameters<typeof VoterRegistration>[0]> = {}) {
  const bff = createFakeBff({ settings })
  const { container } = render(
    <VoterRegistration apiBase="https://bff.example" fetch={bff.fetch} locale="en" {...props} />,
  )
  // The names come a moment after the settings.
  await waitFor(() => expect(container.querySelector('.vr-about')?.textContent).toMatch(/Sample Partner/))
  return container.querySelector('.vr-about')?.textContent
}

it('the intro says before the first question how long it takes and who gets the answers, and promises nothing else', async () => {
  expect(await show(theSettings())).toBe(
    'About 2 minutes. Already registered? Choose your state to check. Goes to Sample Partner and Sample Vote Service.',
  )
})

it('the intro names an operator that is its own partner once', async () => {
  const settings = theSettings()
  const own = { ...settings, partner: { ...settings.partner, name: settings.operator.name } }
  const bff = createFakeBff({ settings: own })
  render(<VoterRegistration apiBase="https://bff.example" fetch={bff.fetch} locale="en" />)
  expect(await screen.findByText('Goes to Sample Vote Service.')).toBeDefined()
})

it('the intro joins the names as the language does', async () => {
  expect(await show(theSettings(), { locale: 'es', locales: [es] })).toContain(
    'envía a Sample Partner y Sample Vote Service.',
  )
})

it('the intro says below the heading that this is practice, in place of the usual sentence', async () => {
  const settings = theSettings({ features: { subscriber_opt_in: false, sandbox: true } })
  await show(settings)
  const notice = screen.getByText(/This is a practice form/)
  const state = screen.getByRole('combobox', { name: 'State' })
  expect(notice.compareDocumentPosition(state) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(notice.parentElement?.firstElementChild?.getAttribute('aria-hidden')).toBe('true')
  expect(screen.getAllByText(/practice form/)).toHaveLength(1)
})
