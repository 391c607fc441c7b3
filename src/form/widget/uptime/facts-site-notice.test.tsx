import { render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { theSettings } from '../../../contract/testing/samples.ts'
import { createFakeBff, json } from '../../testing/fake-bff.ts'
import { manyFacts } from '../facts/facts.examples.tsx'
import { VoterStateFacts } from '../facts/state-facts-root.tsx'

const down = { up: false, since: '2026-03-02T12:31:46.560Z', checked_seconds_ago: 60 }
const answer = {
  sites: [
    { ...down, id: 'a', url: 'https://state.example/register' },
    { ...down, id: 'b', url: 'https://state.example/unlinked/' },
    { ...down, id: 'c', up: true, url: 'https://state.example/check/' },
  ],
  stale: false,
}

function show(sites: boolean, says: () => Response = () => json(answer)) {
  const features = { subscriber_opt_in: false, sandbox: false, state_facts: true, ...(sites && { sites: true }) }
  const bff = createFakeBff({ settings: theSettings({ features }), states: () => json(manyFacts), sites: says })
  render(<VoterStateFacts apiBase="https://bff.example" state="IL" locale="en" fetch={bff.fetch} />)
  return { bff, requests: () => bff.requests.filter(({ path }) => path.endsWith('/sites')) }
}

const panel = () => screen.findByRole('region', { name: 'Registering in Illinois' })

describe('the facts of a state with a linked site that is down', () => {
  it('say so about the linked site alone, requested by the state alone', async () => {
    const { requests } = show(true)
    const text = await screen.findByText('The state’s site state.example is not working right now.')
    expect((await panel()).contains(text)).toBe(true)
    expect(document.querySelectorAll('[data-site]')).toHaveLength(1)
    expect(screen.getByText('You can still register by mail.')).toBeDefined()
    expect(requests().map(({ search, method, body }) => [method, search, body])).toEqual([['GET', '?state=IL', '']])
  })

  it('request nothing if the BFF does not watch sites', async () => {
    const { requests } = show(false)
    await panel()
    expect(requests()).toEqual([])
  })

  it.each([
    ['nothing of use', () => json({ sites: [{ id: 7 }], stale: false })],
    ['an error', () => json({}, 503)],
    ['sites without addresses', () => json({ sites: [{ ...down, id: 'a', url: '' }], stale: false })],
  ])('stay as they are when the BFF returns %s', async (_, says) => {
    const { requests } = show(true, says)
    await panel()
    await waitFor(() => expect(requests()).toHaveLength(1))
    expect(document.querySelectorAll('[data-site]')).toHaveLength(0)
    expect(document.querySelectorAll('[data-fact]').length).toBeGreaterThan(3)
  })
})
