/** A voter who may already be registered finds the page to check that below the state. */
import { render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Settings } from '../../../contract/bff-api.ts'
import { aStateFact, theStateFacts } from '../../../contract/testing/civic-samples.ts'
import { theSettings } from '../../../contract/testing/samples.ts'
import { aUser } from '../../testing/a-user.ts'
import { createFakeBff, json } from '../../testing/fake-bff.ts'
import { VoterRegistration } from '../react/voter-registration.tsx'

const ours = 'https://partner.example/check/'
const ofState = 'https://state.example/check/'
const withFacts = { subscriber_opt_in: true, sandbox: false, state_facts: true }

async function show(change: Partial<Settings>, link = ofState) {
  const value = { is: 'link', url: link } as const
  const facts = theStateFacts({ state: 'IL', regions: [], facts: [aStateFact('gov_tool_verify', '', { value })] })
  const bff = createFakeBff({ settings: theSettings(change), states: () => json(facts) })
  render(<VoterRegistration apiBase="https://bff.example" fetch={bff.fetch} locale="en" />)
  await screen.findByRole('checkbox', { name: /I agree/ })
  return aUser()
}

const link = () => screen.queryByRole('link', { name: /^Already registered\? Check here/ })

it('the check question comes first, before any field, and says where the link will be', async () => {
  await show({})
  const question = screen.getByText(/Already registered\? Choose your state to check/)
  const state = screen.getByRole('combobox', { name: 'State' })
  expect(question.compareDocumentPosition(state) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(link()).toBeNull()
})

it('the check question links to the official site if neither the operator nor the state has a page', async () => {
  const user = await show({})
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'IL')
  expect(link()?.getAttribute('href')).toBe('https://official.example/register/')
})

it('the operator’s check link appears below the chosen state, and opens next to the form', async () => {
  const user = await show({ check_registration: { url: ours } })
  expect(link()).toBeNull()
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'IL')
  const found = await screen.findByRole('link', { name: /^Already registered\? Check here/ })
  expect(found.getAttribute('href')).toBe(ours)
  expect(found.getAttribute('target')).toBe('_blank')
  expect(found.getAttribute('rel')).toContain('noopener')
  const state = screen.getByRole('combobox', { name: 'State' })
  expect(found.compareDocumentPosition(state) & Node.DOCUMENT_POSITION_PRECEDING).toBeTruthy()
})

it('the state’s own check page replaces the operator’s once the state is chosen', async () => {
  const user = await show({ check_registration: { url: ours }, features: withFacts })
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'IL')
  await waitFor(() => expect(link()?.getAttribute('href')).toBe(ofState))
})

it('the state’s check page appears with the state’s facts if the operator has none', async () => {
  const user = await show({ features: withFacts })
  expect(link()).toBeNull()
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'IL')
  await waitFor(() => expect(link()?.getAttribute('href')).toBe(ofState))
})

it('a check page with an unsafe address is not linked', async () => {
  const user = await show({ check_registration: { url: ours }, features: withFacts }, 'javascript:alert(1)')
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'IL')
  await screen.findByRole('heading', { name: 'Registering in Illinois' })
  expect(link()?.getAttribute('href')).toBe(ours)
})
