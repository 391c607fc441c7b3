import { expect, it, vi } from 'vitest'

it('gives no port that another test has, though no server listens there', async () => {
  const mine = await (await import('./free-port.mjs')).freePort()
  // As in another process that starts with the same number.
  vi.resetModules()
  const another = await import('./free-port.mjs')
  const ports: number[] = []
  while (ports.length < 100) ports.push(await another.freePort())
  expect(ports).not.toContain(mine)
})
