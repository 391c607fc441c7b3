import { describe, expect, it } from 'vitest'
import type { LogLine } from '../observability/log.ts'
import type { ReportOutcome } from '../upstream/client.ts'
import { synchronousOutbox, triesWhileWaiting } from './synchronous-outbox.ts'

function outboxWith(...outcomes: ReportOutcome[]) {
  const clock = { time: Date.now() }
  const story = { delivered: 0, lines: [] as LogLine[], waited: [] as number[] }
  const outbox = synchronousOutbox({
    deliver: async () => {
      const outcome = outcomes[Math.min(story.delivered++, outcomes.length - 1)]
      return outcome ?? { type: 'delivered', status: 201 }
    },
    log: (line) => story.lines.push(line),
    runBy: 'server',
    onResult: () => undefined,
    now: () => clock.time,
    random: () => 0.5,
    wait: async (ms) => void story.waited.push(ms),
  })
  return { outbox, story, clock }
}

const report = { event: '{"secret":"EVENTCANARY"}', reference: 'ref', press: 'v1.x', until: Date.now() + 86_400_000 }
const failed: ReportOutcome = { type: 'failed', status: 500, cause: 'status' }

describe('an outbox without a disk', () => {
  it('says at the start that nothing is kept', () => {
    expect(outboxWith().story.lines).toMatchObject([
      { level: 'warn', code: 'outbox_synchronous', message: expect.stringContaining('Set DATA_DIR or DATABASE_URL') },
    ])
  })

  it('accepts a press only when the service has it', async () => {
    const { outbox, story } = outboxWith(failed, failed, { type: 'delivered', status: 201 })
    expect(await outbox.accept(report)).toEqual({ type: 'accepted' })
    expect(story).toMatchObject({ delivered: 3, waited: [500, 1000] })
  })

  it('never says accepted for what the service does not have', async () => {
    const { outbox, story } = outboxWith(failed)
    expect(await outbox.accept(report)).toEqual({ type: 'unavailable', retryAfter: 5 })
    expect(story.delivered).toBe(triesWhileWaiting)
    expect(story.lines.at(-1)).toMatchObject({ level: 'error', code: 'report_lost', tries: 3 })
    expect(await outboxWith({ type: 'refused', status: 400 }).outbox.accept(report)).toEqual({ type: 'refused' })
  })

  it('reports a press once for as long as it can be opened, be it sent at the same moment', async () => {
    const { outbox, story, clock } = outboxWith({ type: 'delivered', status: 201 })
    const one = { ...report, until: clock.time + 86_400_000 }
    for (const after of [0, 11_000, 86_388_999]) {
      clock.time += after
      const twice = await Promise.all([outbox.accept(one), outbox.accept(one)])
      expect(twice).toEqual([{ type: 'accepted' }, { type: 'accepted' }])
    }
    expect(story.delivered).toBe(1)
    await outbox.accept({ ...one, press: 'v1.y' })
    expect(story.delivered).toBe(2)
  })

  it('takes a press again that the service did not get, and not one that it refused', async () => {
    const away = outboxWith(failed, failed, failed, { type: 'delivered', status: 201 })
    expect(await away.outbox.accept(report)).toMatchObject({ type: 'unavailable' })
    expect(await away.outbox.accept(report)).toEqual({ type: 'accepted' })
    expect(away.story.delivered).toBe(4)
    const refusing = outboxWith({ type: 'refused', status: 400 })
    for (let time = 0; time < 2; time++) expect(await refusing.outbox.accept(report)).toEqual({ type: 'refused' })
    expect(refusing.story.delivered).toBe(1)
  })

  it('does not make a page wait as long as the service may ask', async () => {
    const { outbox, story } = outboxWith({ ...failed, retryAfter: 60 })
    expect(await outbox.accept(report)).toEqual({ type: 'unavailable', retryAfter: 60 })
    expect(story.delivered).toBe(1)
  })

  it('never logs an event', async () => {
    const { outbox, story } = outboxWith(failed)
    await outbox.accept(report)
    expect(JSON.stringify(story.lines)).not.toContain('EVENTCANARY')
  })
})
