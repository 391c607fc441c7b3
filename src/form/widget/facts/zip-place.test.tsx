/** A voter who has typed a ZIP code is asked whether they live in its city, and may continue without an answer. */
import { render, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { theSettings } from '../../../contract/testing/samples.ts'
import { aUser } from '../../testing/a-user.ts'
import { aFakeBff, aProblem, json } from '../../testing/fake-bff.ts'
import { VoterRegistration } from '../react/voter-registration.tsx'

const places = {
  '62704': { city: 'Springfield', state: 'IL' },
  '62705': { city: 'Springfield', state: 'IL' },
}
const knowing = theSettings({ features: { subscriber_opt_in: true, sandbox: false, zips: true } })

async function show({ settings = knowing, zips = () => json({ places }) }: Parameters<typeof aFakeBff>[0] = {}) {
  const bff = aFakeBff({ settings, zips })
  render(<VoterRegistration apiBase="https://bff.example" fetch={bff.fetch} locale="en" />)
  await screen.findByRole('checkbox', { name: /I agree/ })
  const asked = () => bff.asked.map(({ path }) => path).filter((path) => path.startsWith('/zips'))
  return { user: aUser(), asked }
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const typeZip = (user: UserEvent, zipcode: string) => user.type(field('ZIP code'), zipcode)
const question = () => screen.queryByText(/is usually in Springfield, Illinois\. Do you live there\?/)
const appears = () => waitFor(() => expect(question()).not.toBeNull())

it('is asked once the ZIP code has five digits; Yes fills in city and state', async () => {
  const { user, asked } = await show()
  await typeZip(user, '6270')
  expect(asked()).toEqual([])
  await typeZip(user, '4')
  await appears()
  // Only three digits are sent: the full ZIP code does not leave the page.
  expect(asked()).toEqual(['/zips/627'])
  await user.click(screen.getByRole('button', { name: 'Yes, in Springfield, Illinois' }))
  expect(field('City').value).toBe('Springfield')
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'State' }).value).toBe('IL')
  expect(document.activeElement).toBe(field('City'))
  expect(question()).toBeNull()
})

it('No is believed for this ZIP code, and the city stays empty', async () => {
  const { user } = await show()
  await typeZip(user, '62704')
  await appears()
  await user.click(screen.getByRole('button', { name: 'No' }))
  expect(question()).toBeNull()
  expect(field('City').value).toBe('')
  await user.clear(field('ZIP code'))
  await typeZip(user, '62705')
  await appears()
})

it('goes when the voter types a city, and is never asked of one who has', async () => {
  const { user } = await show()
  await typeZip(user, '62704')
  await appears()
  await user.type(field('City'), 'C')
  expect(question()).toBeNull()
})

it('is not asked about an unknown ZIP code, nor where the BFF fails', async () => {
  const { user, asked } = await show({ zips: () => aProblem(503) })
  await typeZip(user, '62704')
  await waitFor(() => expect(asked()).toHaveLength(1))
  expect(question()).toBeNull()
  expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy()
})

it('a BFF that knows no ZIP codes is not asked', async () => {
  const { user, asked } = await show({ settings: theSettings() })
  await typeZip(user, '62704')
  expect(asked()).toEqual([])
})
