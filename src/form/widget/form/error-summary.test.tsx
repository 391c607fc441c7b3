import { render, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aUser } from '../../testing/a-user.ts'
import { createFakeBff } from '../../testing/fake-bff.ts'
import { VoterRegistration } from '../react/voter-registration.tsx'

/** A form that was sent empty. */
async function sendEmpty() {
  const bff = createFakeBff()
  render(<VoterRegistration apiBase="https://bff.example" fetch={bff.fetch} locale="en" />)
  await screen.findByRole('checkbox', { name: /I agree/ })
  const user = aUser()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  const summary = await screen.findByRole('group', { name: 'There are 9 problems' })
  await waitFor(() => expect(document.activeElement).toBe(summary))
  return { user, summary }
}

const links = (summary: HTMLElement) => within(summary).queryAllByRole('link').length

it('an error goes as soon as the right choice is made in a list, while the list keeps the focus', async () => {
  const { user, summary } = await sendEmpty()
  const state = screen.getByRole('combobox', { name: 'State' })
  await user.selectOptions(state, 'MA')
  await waitFor(() => expect(state.getAttribute('aria-invalid')).toBeNull())
  expect(document.activeElement).toBe(state)
  await waitFor(() => expect(summary.textContent).toContain('There are 8 problems'))
})

it('a month fixes only a date that it completes: it adds no other error', async () => {
  const { user } = await sendEmpty()
  const month = screen.getByRole('combobox', { name: 'Month' })
  await user.selectOptions(month, '4')
  expect(screen.getByRole('group', { name: 'Date of birth' }).textContent).toContain('Enter your date of birth')
  await user.type(screen.getByLabelText('Day'), '12')
  await user.type(screen.getByLabelText('Year'), '1990')
  await user.selectOptions(month, '5')
  await waitFor(() => expect(month.getAttribute('aria-invalid')).toBeNull())
})

it('the summary counts down: a fixed entry is struck through in place, says so, and is no link', async () => {
  const { user, summary } = await sendEmpty()
  expect(links(summary)).toBe(9)
  await user.type(screen.getByLabelText('City'), 'Boston')
  await user.tab()
  await waitFor(() => expect(links(summary)).toBe(8))
  expect(within(summary).getAllByRole('listitem')).toHaveLength(9)
  expect(within(summary).getByText('Enter your city').localName).toBe('s')
  expect(within(summary).getByText('Done:')).toBeDefined()
})

it('an error that comes back is a link again', async () => {
  const { user, summary } = await sendEmpty()
  const city = screen.getByLabelText('City')
  await user.type(city, 'Boston')
  await user.tab()
  await waitFor(() => expect(links(summary)).toBe(8))
  await user.clear(city)
  await user.tab()
  await waitFor(() => expect(links(summary)).toBe(9))
})

it('the summary is announced once, when it appears: later fixes are not announced', async () => {
  const { user, summary } = await sendEmpty()
  expect(within(summary).getByRole('alert')).toBeDefined()
  await user.type(screen.getByLabelText('City'), 'Boston')
  await user.tab()
  await waitFor(() => expect(links(summary)).toBe(8))
  expect(within(summary).queryByRole('alert')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('alert')).toBeDefined()
})

it('the summary never says that no error is left while a field is invalid, even one that was valid when sent', async () => {
  const { user, summary } = await sendEmpty()
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'MA')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Month' }), '4')
  await user.click(screen.getByRole('checkbox', { name: /I agree/ }))
  const typed: Record<string, string> = {
    'ZIP code': '02108',
    'First name': 'Ada',
    'Last name': 'Sample',
    Day: '12',
    Year: '1990',
    'Street address': '10 Test Street',
    City: 'Boston',
    Email: 'ada@example.org',
  }
  const phone = screen.getByLabelText(/^Phone/)
  for (const [name, text] of Object.entries(typed)) await user.type(screen.getByLabelText(name), text)
  await user.type(phone, '61755501')
  await user.tab()
  await waitFor(() => expect(links(summary)).toBe(0))
  await waitFor(() => expect(phone.getAttribute('aria-invalid')).toBe('true'))
  expect(within(summary).getByText('There is a problem')).toBeDefined()
  expect(summary.textContent).not.toContain('Nothing left to correct')
  await user.clear(phone)
  await user.tab()
  await waitFor(() => expect(summary.textContent).toContain('Nothing left to correct'))
})
