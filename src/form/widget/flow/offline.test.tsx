import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { bffHeaders } from '../../../contract/bff-api.ts'
import { anAnswer } from '../../../contract/testing/samples.ts'
import { aUser, fillField, requiredValues } from '../../testing/a-user.ts'
import { aProblem, createFakeBff, json } from '../../testing/fake-bff.ts'
import { VoterRegistration } from '../react/voter-registration.tsx'

/** A form that was filled in and sent. */
async function sent(registrations: NonNullable<Parameters<typeof createFakeBff>[0]>['registrations']) {
  const bff = createFakeBff({ registrations: registrations ?? [] })
  const { container } = render(<VoterRegistration apiBase="https://bff.example" fetch={bff.fetch} locale="en" />)
  const agree = await screen.findByRole('checkbox', { name: /I agree/ })
  const user = aUser()
  for (const [label, value] of Object.entries(requiredValues)) fillField(screen.getByLabelText(label), value)
  await user.click(agree)
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  const root = container.querySelector('.vr-root') as HTMLElement
  const until = (step: string) => waitFor(() => expect(root.dataset['step']).toBe(step))
  return { bff, user, root, until }
}

it('the form announces that the connection is back, and resends itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { bff, until } = await sent([() => json(anAnswer())])
  await until('not-sent')
  expect(screen.getByText('Your device isn’t connected to the internet.')).toBeDefined()
  onLine.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(screen.getByText('Your device is online again.')).toBeDefined()
  expect(screen.getByRole('status').textContent).toContain('online again. We’ll send it again for you')
  expect(bff.registrations()).toHaveLength(0)
  await act(() => vi.advanceTimersByTimeAsync(6000))
  await until('answer')
  expect(bff.registrations()).toHaveLength(1)
})

it('the form returns from an unknown result, and asks before anything is resent', async () => {
  const doubt = () => aProblem(504, { code: 'upstream_unknown', outcome: 'unknown' })
  const { bff, user, root, until } = await sent([doubt, () => json(anAnswer())])
  await until('outcome-unknown')
  expect(root.querySelectorAll('.vr-button-primary')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Back to the form' }))
  await until('form')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await until('outcome-unknown')
  expect(bff.registrations()).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Yes, send it again' }))
  await until('answer')
  const [first, second] = bff.registrations().map(({ headers }) => headers.get(bffHeaders.idempotencyKey))
  expect(second).toBe(first)
})
