/** What every panel about states promises, whatever its content. */
import { render, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { expect, it, vi } from 'vitest'
import { aFakeBff } from '../testing/fake-bff.ts'
import { definePanel } from './define-panel.tsx'

it('is hidden when its content breaks, and is back for another state', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  function Content({ code, onAt }: { code: string | undefined; onAt: (at: 'ready') => void }) {
    useEffect(() => onAt('ready'), [onAt])
    if (code === 'TN') throw new Error('broken')
    return <p>{code}</p>
  }
  const Panel = definePanel(({ settings, code, onAt }) => settings && <Content code={code} onAt={onAt} />)
  const { fetch } = aFakeBff()
  const at: string[] = []
  const onAt = (now: string) => at.push(now)
  const { container, rerender } = render(<Panel apiBase="https://bff.example" state="MA" fetch={fetch} onAt={onAt} />)
  const { firstElementChild: root } = container
  await screen.findByText('MA')
  await waitFor(() => expect(at).toEqual(['nothing', 'ready']))

  rerender(<Panel apiBase="https://bff.example" state="TN" fetch={fetch} onAt={onAt} />)
  await waitFor(() => expect(at.at(-1)).toBe('nothing'))
  expect(root?.hasAttribute('hidden')).toBe(true)

  rerender(<Panel apiBase="https://bff.example" state="OH" fetch={fetch} onAt={onAt} />)
  await waitFor(() => expect(at.at(-1)).toBe('ready'))
  expect(root?.hasAttribute('hidden')).toBe(false)
  expect(root?.textContent).toBe('OH')
  logged.mockRestore()
})
