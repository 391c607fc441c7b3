import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aRequest } from '../../../contract/testing/samples.ts'
import { aUser } from '../../testing/a-user.ts'
import { createFakeBff } from '../../testing/fake-bff.ts'
import type { Prefill } from '../options.ts'
import { VoterRegistration } from '../react/voter-registration.tsx'
import { suggestEmail } from './email-field.tsx'

const { sms_opt_in: _, ...theVoter } = aRequest() as Prefill & { sms_opt_in: true }

it.each([
  ['maria@gmial.com', 'maria@gmail.com'],
  ['maria@gmai.com', 'maria@gmail.com'],
  ['maria@gmaill.com', 'maria@gmail.com'],
  ['maria@gnail.com', 'maria@gmail.com'],
  [' Maria@GMAIL.CON ', 'Maria@gmail.com'],
  ['maria@hotmial.com', 'maria@hotmail.com'],
  ['maria@comcast.ne', 'maria@comcast.net'],
])('the email %s probably means %s', (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant)
})

it.each([
  'maria@gmail.com',
  'maria@mail.com',
  'maria@ymail.com',
  'maria@gmx.com',
  'maria@yahoo.ca',
  'maria@example.org',
  'maria',
  '',
])('the email “%s” causes no question', (typed) => {
  expect(suggestEmail(typed)).toBeUndefined()
})

it('the email field asks on blur, and changes the address on a click alone', async () => {
  render(<VoterRegistration apiBase="https://bff.example" fetch={createFakeBff().fetch} locale="en" />)
  await screen.findByRole('checkbox', { name: /I agree/ })
  const user = aUser()
  const field = screen.getByLabelText<HTMLInputElement>('Email')
  await user.type(field, 'maria@gmial.com')
  expect(screen.queryByText(/Did you mean/)).toBeNull()
  await user.tab()
  expect(screen.getByRole('status').textContent).toBe('Did you mean maria@gmail.com?')
  expect(field.value).toBe('maria@gmial.com')
  await user.click(screen.getByRole('button', { name: 'Yes, change it' }))
  expect(field.value).toBe('maria@gmail.com')
  expect(document.activeElement).toBe(field)
  expect(screen.queryByText(/Did you mean/, { selector: 'p' })).toBeNull()
})

it('the email field asks at the review once more: "Next" in the field left no time to answer', async () => {
  const prefill = { ...theVoter, email: 'maria@gmial.com' }
  render(
    <VoterRegistration
      apiBase="https://bff.example"
      fetch={createFakeBff().fetch}
      locale="en"
      review
      prefill={prefill}
    />,
  )
  await screen.findByRole('checkbox', { name: /I agree/, hidden: true })
  const user = aUser()
  await user.click(screen.getByRole('button', { name: 'Next' }))
  const change = await screen.findByRole('button', { name: 'Change Contact' })
  await user.click(screen.getByRole('button', { name: 'Yes, change it' }))
  expect(screen.getByText('maria@gmail.com', { selector: 'dd' })).toBeDefined()
  expect(document.activeElement).toBe(change)
  expect(screen.queryByText(/Did you mean/, { selector: 'p' })).toBeNull()
})
