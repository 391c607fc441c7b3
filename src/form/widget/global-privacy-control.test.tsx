/** Global Privacy Control turns everything optional off, and nothing that registers. */
import { render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { bffHeaders } from '../../contract/bff-api.ts'
import { aPrefill } from '../../contract/testing/samples.ts'
import { aUser } from '../testing/a-user.ts'
import { createFakeBff } from '../testing/fake-bff.ts'
import { VoterRegistration } from './react/voter-registration.tsx'

const ask = (value: boolean | undefined) =>
  Object.defineProperty(navigator, 'globalPrivacyControl', { value, configurable: true })
afterEach(() => void ask(undefined))

async function registerFrom(source: string) {
  const bff = createFakeBff()
  const onResult = vi.fn<(detail: object) => void>()
  const props = { prefill: aPrefill(), tracking: { source }, onResult }
  const { unmount } = render(
    <VoterRegistration apiBase="https://bff.example" fetch={bff.fetch} locale="en" {...props} />,
  )
  const user = aUser()
  await user.click(await screen.findByRole('checkbox', { name: /I agree/ }))
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('heading', { name: /not registered yet/i })
  unmount()
  const [sent] = bff.registrations()
  return { campaign: sent?.headers.get(bffHeaders.campaign) ?? undefined, detail: onResult.mock.calls[0]?.[0] }
}

it('Global Privacy Control keeps the voter’s source out of the request and of events', async () => {
  const registered = await registerFrom('letter')
  expect(registered.campaign).toContain('source=letter')
  expect(registered.detail).toMatchObject({ tracking: { source: 'letter' } })
  ask(true)
  const { campaign, detail } = await registerFrom('letter')
  expect(campaign).toBeUndefined()
  expect(detail).toMatchObject({ buttons: 2 })
  expect(detail).not.toHaveProperty('tracking')
})
