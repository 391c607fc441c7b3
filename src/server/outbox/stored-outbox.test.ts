import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LogLine } from '../observability/log.ts'
import { memoryStore } from '../store/memory-store.ts'
import type { OutboxStore } from '../store/store.ts'
import type { ReportOutcome } from '../upstream/upstream.ts'
import { getBackoff, getMaxBackoff, maxAttempts, unansweredPauseMs } from './outbox.ts'
import { storedOutbox } from './stored-outbox.ts'

/** Creates an outbox whose service returns the listed outcomes, and then the last one forever. */
function outboxWith(...outcomes: ReportOutcome[]) {
  return outboxOver(memoryStore().clicks, ...outcomes)
}

function outboxOver(clicks: OutboxStore, ...outcomes: ReportOutcome[]) {
  const delivered: string[] = []
  const lines: LogLine[] = []
  const results: string[] = []
  const deliver = async (event: string) => {
    delivered.push(event)
    return outcomes[Math.min(delivered.length, outcomes.length) - 1] ?? ({ type: 'delivered', status: 201 } as const)
  }
  const outbox = storedOutbox({
    clicks,
    deliver,
    log: (line) => lines.push(line),
    random: () => 1,
    onResult: (result) => results.push(result),
  })
  return { outbox, clicks, delivered, lines, results }
}

let tokenCount = 0
const button = { receipt: 'none', button: 'primary' } as const
const report = () => ({
  event: '{"secret":"EVENTCANARY"}',
  reference: 'ref',
  clickToken: `v1.${++tokenCount}`,
  click: button,
})
const failed = (status?: number, retryAfter?: number): ReportOutcome => ({
  type: 'failed',
  cause: 'status',
  ...(status !== undefined && { status }),
  ...(retryAfter !== undefined && { retryAfter }),
})
const minutes = 60_000

describe('the outbox', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('delivers immediately', async () => {
    const { outbox, delivered, lines, clicks } = outboxWith()
    const one = report()
    expect(await outbox.accept(one)).toEqual({ type: 'accepted' })
    await vi.advanceTimersByTimeAsync(0)
    expect(delivered).toEqual([one.event])
    expect(lines.map(({ code }) => code)).toEqual(['report_delivered'])
    expect(await clicks.list({ limit: 9 })).toMatchObject([{ state: 'delivered', event: null, last_status: 201 }])
  })

  it('with firstAttemptMs, accepts a click after its first attempt, whatever the outcome, and retries later', async () => {
    const { clicks } = memoryStore()
    const deadlines: (number | undefined)[] = []
    const deliver = async (_event: string, deadline?: number) => {
      deadlines.push(deadline)
      return deadlines.length === 1 ? failed(503) : ({ type: 'delivered', status: 201 } as const)
    }
    const options = { clicks, deliver, log: () => undefined, onResult: () => undefined }
    const outbox = storedOutbox({ ...options, firstAttemptMs: 5_000 })
    expect(await outbox.accept(report())).toEqual({ type: 'accepted' })
    expect(deadlines).toEqual([5_000])
    await vi.advanceTimersByTimeAsync(minutes)
    expect(deadlines).toEqual([5_000, undefined])
    await outbox.drain(0)
  })

  it('accepts the same click token once, also hours later: a browser that is not sure sends it twice', async () => {
    const { outbox, delivered } = outboxWith()
    const one = report()
    for (let time = 0; time < 3; time++) expect(await outbox.accept(one)).toEqual({ type: 'accepted' })
    await vi.advanceTimersByTimeAsync(11_000)
    expect(await outbox.accept(one)).toEqual({ type: 'accepted' })
    await vi.advanceTimersByTimeAsync(300 * minutes)
    expect(await outbox.accept(one)).toEqual({ type: 'accepted' })
    await vi.advanceTimersByTimeAsync(0)
    expect(delivered).toHaveLength(1)
  })

  it('does not retry before the service allows it', async () => {
    const { outbox, delivered } = outboxWith(failed(503, 120))
    await outbox.accept(report())
    await vi.advanceTimersByTimeAsync(119_000)
    expect(delivered).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(delivered).toHaveLength(2)
  })

  it('delivers every click once within minutes after the service was down for 24 hours', async () => {
    const { clicks } = memoryStore()
    let isUp = false
    const events: string[] = []
    const lines: LogLine[] = []
    let calls = 0
    const deliver = async (event: string): Promise<ReportOutcome> => {
      calls++
      if (!isUp) return failed(503)
      events.push(event)
      return { type: 'delivered', status: 201 }
    }
    const outbox = storedOutbox({ clicks, deliver, log: (line) => lines.push(line), onResult: () => undefined })
    const sent = Array.from({ length: 50 }, (_, index) => `{"n":${index}}`)
    for (const event of sent) await outbox.accept({ ...report(), event })
    await vi.advanceTimersByTimeAsync(24 * 60 * minutes)
    expect(await clicks.depth()).toMatchObject({ waiting: 50, failed: 0 })
    expect(lines.find(({ code }) => code === 'reports_wait')).toMatchObject({
      count: expect.any(Number),
      oldest_seconds: expect.any(Number),
    })
    // One at a time: at most two a second, however many wait.
    expect(calls).toBeLessThan(2 * 86_400)
    isUp = true
    await vi.advanceTimersByTimeAsync(10 * minutes)
    expect(events.sort()).toEqual(sent.sort())
    expect(lines.filter(({ code }) => code === 'reports_reclaimed')).toHaveLength(1)
  })

  it('resends a report without an answer once, after a long pause, then stores it as unknown', async () => {
    const { outbox, delivered, lines, results, clicks } = outboxWith({ type: 'unknown', cause: 'AbortError' })
    await outbox.accept(report())
    await vi.advanceTimersByTimeAsync(unansweredPauseMs - minutes)
    expect(delivered).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2 * minutes)
    expect(delivered).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(48 * 60 * minutes)
    expect(delivered).toHaveLength(2)
    expect(await clicks.list({ limit: 9 })).toMatchObject([{ state: 'unknown', last_cause: 'AbortError' }])
    expect(lines.at(-1)).toMatchObject({ level: 'error', code: 'report_unknown', cause: 'AbortError' })
    expect(results).toEqual(['unknown'])
    expect(await clicks.retry('all', Date.now())).toBe(0)
    expect(await clicks.depth()).toMatchObject({ failed: 0, unknown: 1 })
  })

  it('gives up after two days at least, logs the failure and keeps the report (R-A94)', async () => {
    const { clicks } = memoryStore()
    await clicks.add({ event: '1', reference: 'ref', tokenHash: 'm', acceptedAt: Date.now(), click: button })
    const [row] = await clicks.claim(Date.now(), 1, 1)
    await clicks.recordAttempt({
      id: row?.id ?? 0,
      state: 'waiting',
      attempts: maxAttempts - 1,
      unanswered: 0,
      nextAttemptAt: 0,
      attemptedAt: 0,
      status: 503,
      cause: 'status',
    })
    const { lines, results } = outboxOver(clicks, failed(503))
    await vi.advanceTimersByTimeAsync(minutes)
    expect(await clicks.list({ state: 'failed', limit: 9 })).toMatchObject([
      { event: '1', last_status: 503, attempts: maxAttempts },
    ])
    expect(lines.at(-1)).toMatchObject({
      level: 'error',
      code: 'report_failed',
      upstream_status: 503,
      reference: 'ref',
    })
    expect(results).toEqual(['failed'])
    let least = 0
    for (let attempts = 1; attempts < maxAttempts; attempts++) least += getBackoff(attempts, () => 0, undefined)
    expect(least).toBeGreaterThan(48 * 60 * minutes)
  })

  it('does not retry what the service rejects permanently, and keeps it (R-A92)', async () => {
    const { outbox, delivered, results, clicks } = outboxWith({ type: 'rejected', status: 400 })
    await outbox.accept(report())
    await vi.advanceTimersByTimeAsync(10 * minutes)
    expect(delivered).toHaveLength(1)
    expect(results).toEqual(['rejected'])
    expect(await clicks.depth()).toMatchObject({ waiting: 0, failed: 1 })
  })

  it('never logs an event', async () => {
    const { outbox, lines } = outboxWith(failed(500))
    await outbox.accept(report())
    await vi.advanceTimersByTimeAsync(10 * minutes)
    expect(lines.length).toBeGreaterThan(8)
    expect(JSON.stringify(lines)).not.toContain('EVENTCANARY')
  })

  it('waits longer each time, at most ten minutes', () => {
    expect([1, 2, 3, 8, 9, 10, 11, 40].map(getMaxBackoff)).toEqual([
      1000, 2000, 4000, 128_000, 256_000, 512_000, 600_000, 600_000,
    ])
  })

  it('continues with what an earlier process left', async () => {
    const { clicks } = memoryStore()
    await clicks.add({ event: '1', reference: 'ref', tokenHash: 'm', acceptedAt: Date.now(), click: button })
    await clicks.claim(Date.now(), 1, 60_000)
    const { delivered } = outboxOver(clicks)
    await vi.advanceTimersByTimeAsync(59_000)
    expect(delivered).toEqual([])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(delivered).toEqual(['1'])
  })

  it('does not accept a click that could not be stored, and logs once that the storage fails', async () => {
    const { clicks } = memoryStore()
    let full = true
    const add: OutboxStore['add'] = (click, again) => {
      return full ? Promise.reject(Object.assign(new Error('x'), { code: 'SQLITE_FULL' })) : clicks.add(click, again)
    }
    const { outbox, lines, delivered } = outboxOver({ ...clicks, add })
    await vi.advanceTimersByTimeAsync(0)
    for (let time = 0; time < 3; time++) {
      expect(await outbox.accept(report())).toEqual({ type: 'unavailable', retryAfter: 30 })
    }
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await outbox.accept(report())).toMatchObject({ type: 'unavailable' })
    expect(lines).toMatchObject([
      {
        level: 'error',
        code: 'storage_unavailable',
        cause: 'SQLITE_FULL',
        message: expect.stringContaining('The disk is full.'),
      },
    ])
    full = false
    expect(await outbox.accept(report())).toEqual({ type: 'accepted' })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(delivered).toHaveLength(1)
    expect(lines.map(({ code }) => code)).toContain('storage_recovered')
  })

  it('delivers a click again if its delivery could not be recorded: at least once', async () => {
    const { clicks } = memoryStore()
    let broken = true
    const recordAttempt: OutboxStore['recordAttempt'] = (click) =>
      broken ? Promise.reject(new Error('x')) : clicks.recordAttempt(click)
    const { outbox, delivered } = outboxOver({ ...clicks, recordAttempt })
    await outbox.accept(report())
    await vi.advanceTimersByTimeAsync(1_000)
    expect(delivered).toHaveLength(1)
    broken = false
    await vi.advanceTimersByTimeAsync(2 * minutes)
    expect(delivered).toHaveLength(2)
    expect(await clicks.depth()).toMatchObject({ waiting: 0 })
  })

  it('delivers everything that is due before the process stops', async () => {
    const { clicks } = memoryStore()
    for (let count = 0; count < 100; count++) {
      await clicks.add({ event: '1', reference: 'ref', tokenHash: `m${count}`, acceptedAt: Date.now(), click: button })
    }
    const { outbox, delivered } = outboxOver(clicks)
    await outbox.drain(20_000)
    expect(delivered).toHaveLength(100)
    await vi.advanceTimersByTimeAsync(minutes)
    expect(delivered).toHaveLength(100)
  })

  it('does not wait forever for a service that does not answer', async () => {
    const { clicks } = memoryStore()
    const outbox = storedOutbox({
      clicks,
      deliver: () => new Promise(() => undefined),
      log: () => undefined,
      onResult: () => undefined,
    })
    await outbox.accept(report())
    const drained = outbox.drain(1_000)
    await vi.advanceTimersByTimeAsync(1_000)
    await drained
    expect(await clicks.depth()).toMatchObject({ waiting: 1 })
  })
})
