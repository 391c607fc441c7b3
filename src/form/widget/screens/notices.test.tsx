/** An operator's notices are shown where the voter needs them, as plain text. */
import { render, screen, waitFor } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { expect, it } from 'vitest'
import type { Notice } from '../../../contract/bff-api.ts'
import { theSettings } from '../../../contract/testing/samples.ts'
import { es } from '../../locales/es.ts'
import { aUser } from '../../testing/a-user.ts'
import { createFakeBff } from '../../testing/fake-bff.ts'
import { VoterRegistration } from '../react/voter-registration.tsx'

const forAll: Notice = { text: { en: 'Bring <b>your</b> **card**.', es: 'Traiga su tarjeta.' } }
const forArizona: Notice = { text: { en: 'A court extended the deadline.' }, states: ['AZ'] }

async function show(
  props: Partial<ComponentProps<typeof VoterRegistration>> = {},
  notices: readonly Notice[] = [forAll, forArizona],
) {
  const bff = createFakeBff({ settings: theSettings({ notices: [...notices] }) })
  render(<VoterRegistration apiBase="https://bff.example" fetch={bff.fetch} locale="en" locales={[es]} {...props} />)
  await screen.findByText(/^(Bring|Traiga)/)
  return aUser()
}
const state = () => screen.getByRole('combobox', { name: /State|Estado/ })

it('notices for everybody are above the first field, as plain text', async () => {
  await show()
  const notice = screen.getByText('Bring <b>your</b> **card**.')
  expect(screen.getAllByRole('note')).toEqual([notice])
  expect(notice.lang).toBe('en')
  expect(notice.compareDocumentPosition(state()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(screen.queryByText(/court/)).toBeNull()
})

it('notices for a state are announced politely below the state field once it is chosen, and removed with it', async () => {
  const user = await show()
  await user.selectOptions(state(), 'AZ')
  const notice = screen.getByText('A court extended the deadline.')
  expect(notice.closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite')
  expect(state().compareDocumentPosition(notice) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  const live = notice.closest('[aria-live]')
  await user.selectOptions(state(), 'IL')
  await waitFor(() => expect(screen.queryByText(/court/)).toBeNull())
  expect(live?.isConnected).toBe(true)
})

it('each notice is in the form’s language, or in English and marked as such', async () => {
  const user = await show({ locale: 'es' })
  expect(screen.getByText('Traiga su tarjeta.').lang).toBe('es')
  await user.selectOptions(state(), 'AZ')
  expect(screen.getByText('A court extended the deadline.').lang).toBe('en')
})
