import { render, screen, waitFor } from '@testing-library/react'
import { type ComponentProps, useEffect } from 'react'
import { expect, it, vi } from 'vitest'
import { theSettings } from '../../../contract/testing/samples.ts'
import { createFakeBff } from '../../testing/fake-bff.ts'
import { LazyPartsContext, type Parts, type StateFactsPanelProps } from '../lazy-parts.ts'
import { StateFactsRoot } from './state-facts-root.tsx'

function StateFactsPanel({ code, onStatusChange }: StateFactsPanelProps) {
  useEffect(() => onStatusChange?.('ready'), [onStatusChange])
  if (code === 'TN') throw new Error('broken')
  return <p>{code}</p>
}

it('a facts panel is hidden when its content crashes, and is back for another state', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const at: string[] = []
  const props = {
    apiBase: 'https://bff.example',
    settings: theSettings({ features: { subscriber_opt_in: true, sandbox: false, state_facts: true } }),
    fetch: createFakeBff().fetch,
    onStatusChange: (now: string) => at.push(now),
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only component of the part that this test shows.
  const part = { StateFactsPanel } as unknown as Parts['stateFacts']
  const parts = { stateFacts: { load: () => Promise.resolve(part), loaded: () => part } }
  const show = (state: ComponentProps<typeof StateFactsRoot>['state']) => (
    <LazyPartsContext.Provider value={parts}>
      <StateFactsRoot {...props} state={state} />
    </LazyPartsContext.Provider>
  )
  const { container, rerender } = render(show('MA'))
  const { firstElementChild: root } = container
  await screen.findByText('MA')
  await waitFor(() => expect(at).toEqual(['nothing', 'ready']))

  rerender(show('TN'))
  await waitFor(() => expect(at.at(-1)).toBe('nothing'))
  expect(root?.hasAttribute('hidden')).toBe(true)

  rerender(show('OH'))
  await waitFor(() => expect(at.at(-1)).toBe('ready'))
  expect(root?.hasAttribute('hidden')).toBe(false)
  expect(root?.textContent).toBe('OH')
  logged.mockRestore()
})
