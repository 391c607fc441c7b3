import { expect, it } from 'vitest'
import { memoryStore } from '../testing/memory-store.ts'
import type { ReportOutcome } from '../upstream/client.ts'
import { createOutbox } from './create-outbox.ts'
import type { PressResult } from './outbox.ts'

const delivered: ReportOutcome = { type: 'delivered', status: 201 }
const refused: ReportOutcome = { type: 'refused', status: 400 }
/** The service asks for more patience than a page has, so that a host without storage does not try again. */
const failed: ReportOutcome = { type: 'failed', cause: 'status', status: 503, retryAfter: 60 }

it.each([
  // A stored press fails after its eighth attempt, hours later.
  { host: 'with storage', store: memoryStore(), outcomes: [delivered, refused] },
  { host: 'without storage', store: undefined, outcomes: [delivered, refused, failed] },
])('counts the result of each press of a host $host', async ({ store, outcomes }) => {
  const counted: PressResult[] = []
  const answers = [...outcomes]
  const outbox = createOutbox({
    store,
    deliver: async () => answers.shift() ?? delivered,
    log: () => undefined,
    now: Date.now,
    meter: {
      registration: () => undefined,
      press: (fate) => counted.push(fate as PressResult),
      upstream: () => undefined,
      limited: () => undefined,
      drift: () => undefined,
      gauge: () => undefined,
    },
    runBy: 'host',
    inFlight: 256,
  })
  for (const [at, { type }] of outcomes.entries()) {
    await outbox.accept({ event: '{}', reference: 'ref', press: `v1.${at}`, until: Date.now() + 60_000 })
    await expect.poll(() => counted.at(-1)).toBe(type)
  }
  expect(counted).toEqual(outcomes.map(({ type }) => type))
  await outbox.drain(0)
})
