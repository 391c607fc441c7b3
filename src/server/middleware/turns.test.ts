import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTurns } from './turns.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Takes a turn and records when. */
function take(turns: ReturnType<typeof createTurns>, granted: string[], network: string) {
  return turns(['phone', 'email'], network).then((leave) => {
    granted.push(network)
    return leave
  })
}

it('createTurns() grants the next turn only after the holder gave it back', async () => {
  const granted: string[] = []
  const turns = createTurns({})
  const leave = await take(turns, granted, 'stranger')
  void take(turns, granted, 'owner')
  await vi.advanceTimersByTimeAsync(1_900)
  expect(granted).toEqual(['stranger'])
  await leave()
  await vi.advanceTimersByTimeAsync(0)
  expect(granted).toEqual(['stranger', 'owner'])
})

it('createTurns() makes nobody wait longer than two seconds, however many a stranger keeps under way', async () => {
  const granted: string[] = []
  const turns = createTurns({})
  await take(turns, granted, 'stranger')
  for (let count = 0; count < 8; count++) void take(turns, granted, 'stranger')
  await vi.advanceTimersByTimeAsync(1_000)
  const owner = take(turns, granted, 'owner')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(granted).toEqual(Array.from({ length: 9 }, () => 'stranger'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(granted.at(-1)).toBe('owner')
  // The turn is still the first holder's: a late one that ends gives nothing back.
  await (await owner)()
  void take(turns, granted, 'next')
  await vi.advanceTimersByTimeAsync(1_900)
  expect(granted).not.toContain('next')
})

it('createTurns() makes nobody wait longer than two seconds for a process that was killed in its turn', async () => {
  const granted: string[] = []
  // What a shared store answers while another process has the name.
  const turns = createTurns({ claim: async () => undefined })
  const owner = take(turns, granted, 'owner')
  await vi.advanceTimersByTimeAsync(1_900)
  expect(granted).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  await (await owner)()
  expect(granted).toEqual(['owner'])
})
