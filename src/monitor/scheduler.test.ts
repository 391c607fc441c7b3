import { expect, it } from 'vitest'
import { StorageUnavailableError } from '../server/storage/sql.ts'
import { createSchedule } from './scheduler.ts'
import { openStore } from './store/sql-store.ts'

it('a site whose lease was committed without a response is checked at the next attempt, not after its lease', async () => {
  const store = await openStore({ dataDir: ':memory:' }, 'owner')
  const now = Date.UTC(2026, 10, 3)
  await store.setSites([{ url: 'https://one.state.example/', description: 'MA one' }], now)
  let isCut = true
  const requests: string[] = []
  const schedule = createSchedule({
    store: {
      ...store,
      async claim(ask) {
        const turns = await store.claim(ask)
        if (!isCut) return turns
        throw new StorageUnavailableError('57P01')
      },
    },
    confirmOutage: async ({ url }) => {
      requests.push(url)
      return { attempts: [], decisiveIndex: 0, verdict: 'unknown' }
    },
    limits: { intervalMs: 60_000, concurrency: 1, perHost: 1, hostGapMs: 0, leaseMs: 120_000 },
    log: () => undefined,
    clock: { now: () => now },
    random: () => 0.5,
    owner: 'me',
  })
  await schedule.runOnce()
  expect(requests).toEqual([])
  isCut = false
  await schedule.runOnce()
  expect(requests).toEqual(['https://one.state.example/'])
  await schedule.stop(0)
  await store.close()
})
