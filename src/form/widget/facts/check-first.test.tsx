/** A voter who may already be registered finds the page to check that below the state. */
import { render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Settings } from '../../../contract/bff-api.ts'
import { aStateFact, theStateFacts } from '../../../contract/testing/civic-samples.ts'
import { theSettings } from '../../../contract/testing/samples.ts'
import { aUser } from '../../testing/a-user.ts'
import { aFakeBff, json } from '../../testing/fake-bff.ts'
import { VoterRegistration } from '../react/voter-registration.tsx'

const ours = 'https://partner.example/check/'
const ofState = 'https://state.example/check/'
const withFacts = { subscriber_opt_in: true, sandbox: false, state_facts: true }

async function show(change: Partial<Settings>, link = ofState) {
  const value = { is: 'link', url: link } as const
  const facts = theStateFacts({ state: 'IL', regions: [], facts: [aStateFact('gov_tool_verify', '', { value })] })
  const bff = aFakeBff({ settings: theSettings(change), states: () => json(facts) })
  render(<VoterRegistration apiBase="https://bff.example" fetch={bff.fetch} locale="en" />)
  await screen.findByRole('checkbox', { name: /I agree/ })
  return aUser()
}

const link = () => screen.queryByRole('link', { name: /^Already registered\? Check here/ })

it('is asked at the top, before any field, and told where the link will be', async () => {
  await show({})
  const asked = screen.getByText(/Already registered\? Choose your state to check/)
  const state = screen.getByRole('combobox', { name: 'State' })
  expect(asked.compareDocumentPosition(state) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(link()).toBeNull()
})

it('where neither the operator nor the state has a page for it, the official site is there', async () => {
  const user = await show({})
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'IL')
  expect(link()?.getAttribute('href')).toBe('https://official.example/register/')
})

it('the operator’s link stands below the state once it is chosen, and opens beside the form', async () => {
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

it('the state’s own page takes its place once the state is chosen', async () => {
  const user = await show({ check_registration: { url: ours }, features: withFacts })
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'IL')
  await waitFor(() => expect(link()?.getAttribute('href')).toBe(ofState))
})

it('without the operator’s link the state’s page comes with the state’s data', async () => {
  const user = await show({ features: withFacts })
  expect(link()).toBeNull()
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'IL')
  await waitFor(() => expect(link()?.getAttribute('href')).toBe(ofState))
})

it('a page that is no safe address is not linked', async () => {
  const user = await show({ check_registration: { url: ours }, features: withFacts }, 'javascript:alert(1)')
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'IL')
  await screen.findByRole('heading', { name: 'Registering in Illinois' })
  expect(link()?.getAttribute('href')).toBe(ours)
})
