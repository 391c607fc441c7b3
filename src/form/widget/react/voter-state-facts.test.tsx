import { render, screen, waitFor } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { theSettings } from '../../../contract/testing/samples.ts'
import { aProblem, createFakeBff, json } from '../../testing/fake-bff.ts'
import { manyFacts, regionFacts } from '../facts/facts.examples.tsx'
import type { VoterStateFactsProps } from '../facts/state-facts-root.tsx'
import { VoterStateFacts } from '../facts/state-facts-root.tsx'

const settings = theSettings({ features: { subscriber_opt_in: false, sandbox: false, state_facts: true } })
const aBff = () => createFakeBff({ settings, states: ({ search }) => json(search === '' ? manyFacts : regionFacts) })

function show(props: Partial<VoterStateFactsProps> = {}, bff = aBff()) {
  const view = render(
    <VoterStateFacts apiBase="https://bff.example" state="IL" locale="en" fetch={bff.fetch} {...props} />,
  )
  return { ...view, bff, root: view.container.firstElementChild as HTMLElement }
}

const slugs = () => [...document.querySelectorAll('[data-fact]')].map((fact) => fact.getAttribute('data-fact'))

describe('VoterStateFacts', () => {
  it('shows the same panel', async () => {
    const { root } = show()
    await screen.findByRole('region', { name: 'Registering in Illinois' })
    expect(root.hidden).toBe(false)
    expect(slugs()[0]).toBe('alerts_registration')
    expect(screen.getByLabelText('Which of these areas do you live in?')).toBeDefined()
  })

  it('shows the fields and the region that the page asks for', async () => {
    const { bff } = show({ region: 'Cook County', fields: ['registration_methods', 'gov_tool_absentee_request'] })
    await screen.findByText(/For Cook County/)
    expect(slugs()).toEqual(['registration_methods', 'gov_tool_absentee_request'])
    expect(screen.queryByLabelText(/Which of these areas/)).toBeNull()
    expect(bff.requests.map(({ path, search }) => path + search)).toContain('/states/IL?region=Cook%20County')
  })

  it('shows the state’s facts for an unknown region; a warning lists the known ones', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const bff = createFakeBff({
      settings,
      states: ({ search }) => (search === '' ? json(manyFacts) : aProblem(404)),
    })
    show({ region: 'Atlantis' }, bff)
    await screen.findByRole('region', { name: 'Registering in Illinois' })
    await waitFor(() => expect(warned).toHaveBeenCalledOnce())
    expect(warned.mock.calls.flat().join(' ')).toMatch(
      /region="Atlantis" is no region of Illinois .* It has City of Chicago, Cook County/,
    )
    warned.mockRestore()
  })

  it('shows the facts that the page names; a warning lists the known ones if all names are wrong', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const one = 'registration_methods'
    const { rerender } = show({ fields: [one, 'a_fact_without_value_here'] })
    await screen.findByRole('region', { name: 'Registering in Illinois' })
    expect(slugs()).toEqual([one])
    expect(warned).not.toHaveBeenCalled()
    rerender(
      <VoterStateFacts
        apiBase="https://bff.example"
        state="IL"
        locale="en"
        fetch={aBff().fetch}
        fields={['methods']}
      />,
    )
    await waitFor(() => expect(warned).toHaveBeenCalledTimes(1))
    expect(warned.mock.lastCall?.join(' ')).toMatch(
      /"methods" names no fact .* It has alerts_registration, .*registration_methods/,
    )
    warned.mockRestore()
  })

  it('follows the page from state to state', async () => {
    const bff = createFakeBff({
      settings,
      states: ({ path }) => json({ ...manyFacts, ...(path.endsWith('OH') && { state: 'OH', name: 'Ohio' }) }),
    })
    const { rerender } = show({}, bff)
    await screen.findByRole('region', { name: /Illinois/ })
    rerender(<VoterStateFacts apiBase="https://bff.example" state="oh" locale="es" fetch={bff.fetch} />)
    await screen.findByRole('region', { name: 'Registrarse en Ohio' })
  })

  it('is empty if the BFF has no facts', async () => {
    const bff = createFakeBff()
    const { root } = show({}, bff)
    await waitFor(() => expect(bff.requests.map(({ path }) => path)).toEqual(['/settings']))
    expect(root.hidden).toBe(true)
    expect(root.textContent).toBe('')
  })

  it('says so when the facts fail to load', async () => {
    show({}, createFakeBff({ settings, states: () => aProblem(503) }))
    await screen.findByText(/can’t show dates and rules for Illinois/)
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
  })

  it('warns the developer that "ZZ" is no state, and shows nothing', () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { root } = show({ state: 'ZZ' as 'TN' })
    expect(warned.mock.calls.flat().join(' ')).toContain('"ZZ"')
    expect(root.hidden).toBe(true)
    warned.mockRestore()
  })

  it('renders empty on a server', () => {
    expect(renderToString(<VoterStateFacts apiBase="https://bff.example" state="IL" />)).toContain('hidden')
  })
})
