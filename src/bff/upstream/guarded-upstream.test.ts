import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { problemOf, register, theOptions } from '../../testing/bff-requests.ts'
import { type FakeService, respond, startFakeService } from '../../testing/fake-service.ts'
import { aRequest, aResponse } from '../../testing/samples.ts'
import type { BffDependencies } from '../bff-dependencies.ts'
import { createBff } from '../create-bff.ts'
import type { LogLine } from '../observability/log.ts'
import { defaultDeadlines } from './client.ts'
import { createBreaker, createBulkhead, defaultBreaker, defaultBulkhead } from './guarded-upstream.ts'

let service: FakeService
let lines: LogLine[]
let time: number
const good = respond(200, JSON.stringify(aResponse()))
beforeAll(async () => {
  service = await startFakeService()
})
afterAll(() => service.close())
beforeEach(() => {
  lines = []
  time = 1_000_000
  service.heard.length = 0
  service.answerWith(good)
})

const theBff = (dependencies: BffDependencies = {}) =>
  createBff(
    { ...theOptions(service.url), breaker: true },
    { log: (line) => lines.push(line), now: () => time, ...dependencies },
  )
const codeOf = async (response: Response) =>
  response.status === 200 ? 'answered' : `${(await problemOf(response)).code} ${response.headers.get('retry-after')}`

describe('the bulkhead', () => {
  it('lets 32 calls be under way and 64 wait; the next voter is asked at once to try again in 2 s', async () => {
    const held: (() => void)[] = []
    service.answerWith((response, heard) => held.push(() => good(response, heard)))
    const bff = theBff({ bulkhead: { ...defaultBulkhead, wait: 60_000 } })
    const sent = Array.from({ length: 96 }, () => register(bff).then(codeOf))
    await expect.poll(() => held.length).toBe(defaultBulkhead.inFlight)
    await pause(50)
    expect(held).toHaveLength(32)
    expect(await codeOf(await register(bff))).toBe('overloaded 2')
    while ((await Promise.race([Promise.all(sent), pause(10)])) === undefined)
      for (const answer of held.splice(0)) answer()
    expect(new Set(await Promise.all(sent))).toEqual(new Set(['answered']))
    expect(service.registrations()).toHaveLength(96)
  })

  it('tells a voter who has waited too long that nothing was sent', async () => {
    const held: (() => void)[] = []
    service.answerWith((response, heard) => held.push(() => good(response, heard)))
    const bff = theBff({ bulkhead: { inFlight: 1, queue: 1, wait: 20 } })
    const first = register(bff)
    await expect.poll(() => held.length).toBe(1)
    expect(await problemOf(await register(bff))).toMatchObject({ code: 'overloaded', outcome: 'not_sent' })
    for (const answer of held) answer()
    expect((await first).status).toBe(200)
    expect(service.registrations()).toHaveLength(1)
  })

  it('gives each place back exactly once, whatever is called twice', async () => {
    const bulkhead = createBulkhead({ inFlight: 1, queue: 1, wait: 1_000 })
    const leave = await bulkhead.enter()
    const next = bulkhead.enter()
    leave?.()
    leave?.()
    const leaveNext = await next
    expect(bulkhead.inFlight()).toBe(1)
    leaveNext?.()
    expect([bulkhead.inFlight(), bulkhead.queued()]).toEqual([0, 0])
  })

  it('is free again for voters when a call has run out of time, though its answer is still waited for', async () => {
    service.answerWith(() => undefined)
    const deadlines = { ...defaultDeadlines, registration: 20, late: 5_000 }
    const bff = theBff({ bulkhead: { inFlight: 1, queue: 1, wait: 1_000 }, deadlines })
    expect(await codeOf(await register(bff))).toBe('upstream_unknown null')
    // The next call has all the time that a busy machine needs.
    deadlines.registration = defaultDeadlines.registration
    service.answerWith(good)
    expect(await codeOf(await register(bff))).toBe('answered')
  })
})

describe('the circuit breaker', () => {
  it('spares a failing service: after 5 failures voters hear at once that nothing was sent (threat 41)', async () => {
    const bff = theBff()
    service.answerWith(respond(503, ''))
    for (let count = 0; count < 5; count++) expect(await codeOf(await register(bff))).toBe('upstream_unknown null')
    expect(await problemOf(await register(bff))).toMatchObject({
      code: 'upstream_paused',
      outcome: 'not_sent',
      retry_after: 15,
    })
    expect(service.registrations()).toHaveLength(5)
    expect(lines.some(({ code, level }) => code === 'breaker_open' && level === 'error')).toBe(true)
  })

  it('lets one voter through after 15 s, and everybody when that worked', async () => {
    const bff = theBff()
    service.answerWith(respond(503, ''))
    for (let count = 0; count < 6; count++) await register(bff)
    time += 15_000
    await register(bff)
    expect(await codeOf(await register(bff))).toBe('upstream_paused 15')
    expect(service.registrations()).toHaveLength(6)
    time += 15_000
    service.answerWith(good)
    expect(await codeOf(await register(bff))).toBe('answered')
    expect(await codeOf(await register(bff))).toBe('answered')
    expect(lines.some(({ code }) => code === 'breaker_closed')).toBe(true)
  })

  it.each([
    ['a refusal of what was typed', respond(400, '{"zipcode":["x"]}')],
    ['an unknown key', respond(401, '')],
    ['a service that is busy', respond(429, '', { 'retry-after': '1' })],
  ])('does not open for %s', async (_what, answer) => {
    const bff = theBff()
    service.answerWith(answer)
    for (let count = 0; count < 12; count++) await register(bff)
    expect(service.registrations()).toHaveLength(12)
  })

  it('counts the last ten results of the last 30 s only', () => {
    const breaker = createBreaker(defaultBreaker, () => time)
    const results = (...all: ('worked' | 'failed')[]) => {
      for (const result of all) {
        const pass = breaker.ask()
        if (pass.type === 'go') pass.settle(result)
      }
      return breaker.state()
    }
    expect(results('failed', 'failed', 'failed', 'failed')).toBe('closed')
    time += 30_001
    expect(results('failed', 'failed', 'failed', 'failed')).toBe('closed')
    expect(results('worked', 'worked', 'worked', 'worked', 'worked', 'worked', 'worked', 'failed')).toBe('closed')
    expect(results('failed')).toBe('closed')
    expect(results('failed')).toBe('closed')
    expect(results('failed')).toBe('closed')
    expect(results('failed')).toBe('open')
  })

  it('lets one through at a time while it tries, and does not listen to what began before', () => {
    const breaker = createBreaker(defaultBreaker, () => time)
    const passes = Array.from({ length: 7 }, () => breaker.ask())
    for (const pass of passes.slice(0, 5)) if (pass.type === 'go') pass.settle('failed')
    expect(breaker.state()).toBe('open')
    const [, , , , , sixth] = passes
    if (sixth?.type === 'go') sixth.settle('worked')
    expect(breaker.state()).toBe('open')
    time += 15_000
    expect(breaker.state()).toBe('half_open')
    const trial = breaker.ask()
    expect(breaker.ask()).toEqual({ type: 'open', ms: 2_000 })
    if (trial.type === 'go') trial.settle('worked')
    expect(breaker.state()).toBe('closed')
  })
})

describe('the drift watch', () => {
  it('names a new member and a changed type once, counts them always, and never tells a value', async () => {
    const drifts: string[] = []
    const nothing = () => undefined
    const meter = { registration: nothing, press: nothing, upstream: nothing, limited: nothing, gauge: nothing }
    const bff = theBff({ meter: { ...meter, drift: (name) => drifts.push(name) } })
    const answer = aResponse()
    const [button] = answer.buttons
    const changed = {
      ...answer,
      tracking_pixel: 'VALUECANARY',
      'x-CANARY@example.org': 1,
      buttons: [{ ...button, primary: 'yes', color: 'VALUECANARY' }],
    }
    service.answerWith(respond(200, JSON.stringify(changed)))
    for (let count = 0; count < 3; count++) await register(bff)
    const said = new Set(lines.filter(({ code }) => code === 'drift').flatMap(({ departures }) => departures))
    expect(said).toEqual(
      new Set([
        'a member with an odd name is unknown',
        'buttons[].color is unknown',
        'buttons[].primary is not a boolean',
        'primary buttons instead of 1',
        'tracking_pixel is unknown',
      ]),
    )
    expect(lines.filter(({ code }) => code === 'drift')).toHaveLength(5)
    expect(drifts).toHaveLength(15)
    expect(JSON.stringify(lines)).not.toContain('CANARY')
  })

  it('does not let a service that makes names up fill the memory or the log', async () => {
    const bff = theBff()
    for (let count = 0; count < 80; count++) {
      const name = `key_${String.fromCharCode(97 + (count % 26))}${'x'.repeat(Math.floor(count / 26))}`
      service.answerWith(respond(200, JSON.stringify({ ...aResponse(), [name]: 1 })))
      await register(bff, { body: aRequest() })
    }
    const said = lines.filter(({ code }) => code === 'drift')
    expect(said).toHaveLength(51)
    expect(said.at(-1)?.departures).toEqual(['others'])
  })
})
