/** Where a state forbids it, nothing stays that the voter has not typed, and all stays that the voter has. */
import { act, render, screen, waitFor } from '@testing-library/react'
import { type ComponentProps, createRef } from 'react'
import { expect, it } from 'vitest'
import { theSettings } from '../../../contract/testing/samples.ts'
import { aUser } from '../../testing/a-user.ts'
import { createFakeBff } from '../../testing/fake-bff.ts'
import { WithParts } from '../../testing/with-parts.tsx'
import type { VoterRegistrationHandle } from '../options.ts'
import { VoterRegistration } from '../voter-registration.tsx'

async function show(props: Partial<ComponentProps<typeof VoterRegistration>> = {}) {
  const features = { subscriber_opt_in: false, sandbox: false }
  const settings = theSettings({ prefill_disabled_states: ['TN', 'LA'], features })
  const bff = createFakeBff({ settings })
  const form = <VoterRegistration apiBase="https://bff.example" fetch={bff.fetch} locale="en" {...props} />
  render(form, { wrapper: WithParts })
  await screen.findAllByRole('checkbox')
  return aUser()
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const valuesOf = (...names: string[]) => names.map((name) => field(name).value)

it('choosing such a state clears what page and link prefilled, and keeps input', async () => {
  const user = await show({ prefill: { first_name: 'Ada', city: 'Salem' }, addressPrefill: { last_name: 'Sample' } })
  await user.type(field('Email'), 'ada@example.org')
  await user.type(field('City'), ' Falls')
  await user.selectOptions(field('State'), 'IL')
  expect(valuesOf('First name', 'Last name')).toEqual(['Ada', 'Sample'])
  await user.selectOptions(field('State'), 'TN')
  await waitFor(() => expect(valuesOf('First name', 'Last name')).toEqual(['', '']))
  expect(valuesOf('Email', 'City', 'State')).toEqual(['ada@example.org', 'Salem Falls', 'TN'])
  await user.type(field('First name'), 'Ada')
  await user.selectOptions(field('State'), 'LA')
  expect(field('First name').value).toBe('Ada')
})

it('choosing such a state also clears a state that the link chose: the voter chooses it', async () => {
  const user = await show({ addressPrefill: { state: 'TN', first_name: 'Ada' } })
  await waitFor(() => expect(valuesOf('First name', 'State')).toEqual(['', '']))
  await user.selectOptions(field('State'), 'TN')
  expect(field('State').value).toBe('TN')
})

it('nothing is prefilled later, not even by the page’s own call', async () => {
  const handle = createRef<VoterRegistrationHandle>()
  const user = await show({ ref: handle })
  await user.selectOptions(field('State'), 'LA')
  act(() => handle.current?.setPrefill({ first_name: 'Ada', zipcode: '70112' }))
  expect(valuesOf('First name', 'ZIP code', 'State')).toEqual(['', '', 'LA'])
})

it('browser autofill is kept, also when it equals the page’s value', async () => {
  const user = await show({ prefill: { first_name: 'Ada' } })
  await user.clear(field('First name'))
  await user.type(field('First name'), 'Ada')
  await user.selectOptions(field('State'), 'TN')
  expect(field('First name').value).toBe('Ada')
})
