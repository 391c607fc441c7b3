import { render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aStateFact, theStateFacts } from '../../../contract/testing/civic-samples.ts'
import { theSettings } from '../../../contract/testing/samples.ts'
import { aUser } from '../../testing/a-user.ts'
import { createFakeBff, json } from '../../testing/fake-bff.ts'
import { VoterRegistration } from '../react/voter-registration.tsx'

async function chooseNorthDakota({ hasFacts = false } = {}) {
  const value = { is: 'link', url: 'https://nd.example/voting/' } as const
  const facts = [aStateFact('sos_election_website', '', { value })]
  const bff = createFakeBff({
    settings: theSettings({
      official_site: { url: 'https://official.example/' },
      features: { subscriber_opt_in: true, sandbox: false, state_facts: hasFacts },
    }),
    states: () => json(theStateFacts({ state: 'ND', regions: [], facts })),
  })
  render(<VoterRegistration apiBase="https://bff.example" fetch={bff.fetch} locale="en" />)
  await screen.findByRole('checkbox', { name: /I agree/ })
  const user = aUser()
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'ND')
  return user
}

const name = () => screen.queryByRole('textbox', { name: 'First name' })

it('the form stops when North Dakota is chosen: nobody registers there; how to vote; the rest collapsed', async () => {
  await chooseNorthDakota()
  const heading = screen.getByRole('heading', { name: 'You don’t need to register in North Dakota' })
  expect(heading.closest('[aria-live="polite"]')).not.toBeNull()
  expect(screen.getByRole('link', { name: 'How to vote in North Dakota' }).getAttribute('href')).toBe(
    'https://official.example/',
  )
  expect(name()).toBeNull()
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
})

it('the form links to North Dakota’s own page, although nothing else there needs the state’s facts', async () => {
  await chooseNorthDakota({ hasFacts: true })
  const link = () => screen.getByRole('link', { name: 'How to vote in North Dakota' }).getAttribute('href')
  await waitFor(() => expect(link()).toBe('https://nd.example/voting/'))
})

it('the form continues in North Dakota when the voter wants that', async () => {
  const user = await chooseNorthDakota()
  await user.click(screen.getByRole('button', { name: 'Continue with this form anyway' }))
  expect(name()).not.toBeNull()
  expect(screen.getByRole('button', { name: 'Continue' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Continue with this form anyway' })).toBeNull()
})

it('the form continues when another state is chosen after North Dakota', async () => {
  const user = await chooseNorthDakota()
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'MA')
  expect(name()).not.toBeNull()
  expect(screen.queryByText(/where nobody has to register/)).toBeNull()
})
