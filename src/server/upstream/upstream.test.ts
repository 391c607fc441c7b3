import type { ServerResponse } from 'node:http'
import { beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../../contract/testing/free-port.mjs'
import { aButton, anEvent, aRequest, aResponse } from '../../contract/testing/samples.ts'
import type { BffDependencies } from '../bff-dependencies.ts'
import { createBff } from '../create-bff.ts'
import type { LogLine } from '../observability/log.ts'
import type { Meter } from '../observability/meter.ts'
import { answerOf, problemOf, realOptions, register, reportClick, theOptions } from '../testing/bff-requests.ts'
import { respond } from '../testing/fake-service.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'

import {
  createBreaker,
  createConcurrencyLimit,
  defaultBreaker,
  defaultConcurrency,
  type LoadSignal,
} from './service-limits.ts'
import { undiciTransports } from './transport-undici.ts'
import { defaultDeadlines } from './upstream.ts'

const service = await sharedFakeService()
let lines: LogLine[]
let time: number
const good = respond(200, JSON.stringify(aResponse()))
beforeEach(() => {
  lines = []
  time = Date.UTC(2026, 2, 2)
})

const theBff = (dependencies: BffDependencies = {}, meter?: Meter) =>
  createBff(theOptions(service.url), {
    log: (line) => lines.push(line),
    clock: { now: () => time },
    ...dependencies,
    ...(meter && { meter }),
  })
const codeOf = async (response: Response) =>
  response.status === 200 ? 'answered' : `${(await problemOf(response)).code} ${response.headers.get('retry-after')}`

describe('two API keys', () => {
  const [id, secret] = ['6f1ed002-ab5f-4b7e-9d6b-000000000003', 'OLDCANARY']
  const old = `Basic ${btoa(`${id}:${secret}`)}`
  const options = { ...theOptions(service.url), ...realOptions(), rateLimits: false, botCheck: 'off' } as const
  const [apiKeyId, apiKeySecret] = [`${options.apiKeyId}, ${id}`, `${options.apiKeySecret}, ${secret}`]
  const rotatingOptions = { ...options, apiKeyId, apiKeySecret, dataDir: ':memory:' }
  const rotating = () => createBff(rotatingOptions, { log: (line) => lines.push(line), clock: { now: () => time } })
  const asked = () => service.registrations().map(({ headers }) => headers.authorization)

  it('start with the new one, and use the old one after 401 alone', async () => {
    service.answerWith((response, heard) =>
      (heard.headers.authorization === old ? good : respond(401, ''))(response, heard),
    )
    expect(await codeOf(await register(rotating()))).toBe('answered')
    expect(asked()).toEqual([expect.not.stringContaining(old), old])
    expect(JSON.stringify(lines)).not.toContain(secret)
  })

  it('log once a minute that the old one is needed', async () => {
    service.answerWith((response, heard) =>
      (heard.headers.authorization === old ? good : respond(401, ''))(response, heard),
    )
    const bff = rotating()
    const said = () => lines.filter(({ code }) => code === 'old_api_key_used')
    for (let voter = 0; voter < 3; voter++) await register(bff)
    expect(said()).toMatchObject([{ level: 'warn', count: 1 }])
    time += 60_000
    await register(bff)
    expect(said()).toMatchObject([{ count: 1 }, { count: 3 }])
  })

  it.each([200, 400, 403, 404, 429, 500, 503])('do not use the old one when the service answers %d', async (status) => {
    service.answerWith(status === 200 ? good : respond(status, ''))
    await register(rotating())
    expect(asked()).toEqual([expect.not.stringContaining(old)])
  })

  it('can both be rejected: nothing was sent, and both were used once', async () => {
    service.answerWith(respond(401, ''))
    expect(await problemOf(await register(rotating()))).toMatchObject({ outcome: 'not_sent' })
    expect(asked()).toHaveLength(2)
  })
})

describe('the concurrency limit', () => {
  it('allows 256 calls in progress and 512 waiting; the next one is rejected', async () => {
    const limit = createConcurrencyLimit(defaultConcurrency)
    await Promise.all(Array.from({ length: 256 }, () => limit.acquire()))
    for (let count = 0; count < 512; count++) void limit.acquire()
    expect([limit.inFlight(), limit.queued()]).toEqual([256, 512])
    expect(await limit.acquire()).toBeUndefined()
  })

  it('reports to a voter who has waited too long that nothing was sent', async () => {
    const held: (() => void)[] = []
    service.answerWith((response, heard) => held.push(() => good(response, heard)))
    const bff = theBff({ concurrency: { inFlight: 1, queue: 1, wait: 20 } })
    const first = register(bff)
    await expect.poll(() => held.length).toBe(1)
    expect(await problemOf(await register(bff))).toMatchObject({ code: 'overloaded', outcome: 'not_sent' })
    for (const answer of held) answer()
    expect((await first).status).toBe(200)
    expect(service.registrations()).toHaveLength(1)
  })

  it('gives a free slot to the next call that waits', async () => {
    const limit = createConcurrencyLimit({ inFlight: 1, min: 1, queue: 1, wait: 1_000 })
    const leave = await limit.acquire()
    const next = limit.acquire()
    leave?.('answered')
    const leaveNext = await next
    expect(limit.inFlight()).toBe(1)
    leaveNext?.('answered')
    expect([limit.inFlight(), limit.queued()]).toEqual([0, 0])
  })

  /** Runs `count` calls, begun together and ended with the same result. */
  async function round(limit: ReturnType<typeof createConcurrencyLimit>, count: number, strain: LoadSignal) {
    const turns: Awaited<ReturnType<ReturnType<typeof createConcurrencyLimit>['acquire']>>[] = []
    for (let begun = 0; begun < count; begun++) turns.push(await limit.acquire())
    for (const leave of turns) leave?.(strain)
  }

  it('is halved for a slow service, once for concurrent calls, and grows by one for each answer', async () => {
    const said: number[] = []
    const limit = createConcurrencyLimit({ ...defaultConcurrency, min: 1, queue: 0 }, (room) => said.push(room))
    await round(limit, 256, 'strained')
    expect(limit.currentLimit()).toBe(128)
    await round(limit, 128, 'strained')
    await round(limit, 1, 'neither')
    expect(limit.currentLimit()).toBe(64)
    for (let count = 0; count < 20; count++) await round(limit, 1, 'strained')
    expect(limit.currentLimit()).toBe(1)
    await round(limit, 1, 'answered')
    expect(limit.currentLimit()).toBe(2)
    let rounds = 0
    for (; limit.currentLimit() < 256; rounds++) await round(limit, limit.currentLimit(), 'answered')
    expect(rounds).toBe(7)
    expect(said).toEqual([128, 256])
    expect(limit.inFlight()).toBe(0)
  })

  it('leaves a slow service 32 calls', async () => {
    const limit = createConcurrencyLimit(defaultConcurrency)
    for (let count = 0; count < 20; count++) await round(limit, 1, 'strained')
    expect(limit.currentLimit()).toBe(32)
  })

  it('is halved once a minute at most by one sender, and grows meanwhile with the answers of others', async () => {
    let now = 0
    const limit = createConcurrencyLimit(defaultConcurrency, undefined, { now: () => now })
    const send = async (sender: string, strain: LoadSignal) => (await limit.acquire(sender))?.(strain)
    for (let second = 0; second < 59; second++) {
      await send('203.0.113.9', 'strained')
      await send('198.51.100.1', 'answered')
      now += 1_000
    }
    expect(limit.currentLimit()).toBe(128 + 59)
    await send('192.0.2.1', 'strained')
    expect(limit.currentLimit()).toBe(93)
    now += 1_000
    await send('203.0.113.9', 'strained')
    expect(limit.currentLimit()).toBe(46)
  })

  it.each([
    ['429', respond(429, '', { 'retry-after': '1' })],
    ['503', respond(503, '')],
  ])('is halved by a service that answers %s, and full again after it has recovered', async (_status, answer) => {
    const bff = theBff({ concurrency: { inFlight: 8, min: 1 } })
    service.answerWith(answer)
    await register(bff)
    service.answerWith(good)
    for (let count = 0; count < 4; count++) expect(await codeOf(await register(bff))).toBe('answered')
    const changes = lines
      .filter(({ code }) => code?.startsWith('service_'))
      .map(({ code, count }) => `${code} ${count}`)
    expect(changes).toEqual(['service_slow 4', 'service_recovered 8'])
  })

  it('is for registrations alone: click reports that get no answer take no slot', async () => {
    service.answerWith(respond(200, JSON.stringify(aResponse({ buttons: [aButton({ event_tracking: anEvent })] }))))
    service.answerEventsWith(() => undefined)
    const bff = theBff({ concurrency: { inFlight: 1, queue: 0 } })
    for (const reported of [1, 2, 3]) {
      const { buttons } = await answerOf(await register(bff))
      void reportClick(bff, buttons[0]?.click_token)
      await expect.poll(() => service.events()).toHaveLength(reported)
    }
    expect(await codeOf(await register(bff))).toBe('answered')
  })

  it('frees the slot of a call that has timed out, though its answer is still awaited', async () => {
    service.answerWith(() => undefined)
    const deadlines = { ...defaultDeadlines, registration: 20, late: 5_000 }
    const bff = theBff({ concurrency: { inFlight: 1, queue: 1, wait: 1_000 }, deadlines })
    expect(await codeOf(await register(bff))).toBe('upstream_unknown null')
    // The next call has all the time that a busy machine needs.
    deadlines.registration = defaultDeadlines.registration
    service.answerWith(good)
    expect(await codeOf(await register(bff))).toBe('answered')
  })
})

describe('the circuit breaker', () => {
  let isReachable: boolean

  /** A BFF whose connections are refused until the service is reachable. */
  async function unreachableBff() {
    isReachable = false
    const closed = `http://127.0.0.1:${await freePort()}`
    const { send } = undiciTransports()
    return createBff(theOptions(service.url), {
      log: (line) => lines.push(line),
      clock: { now: () => time },
      deadlines: { ...defaultDeadlines, pause: 1 },
      transport: (request) =>
        send(isReachable ? request : { ...request, url: request.url.replace(service.url, closed) }),
    })
  }

  it('opens after 5 failed connections: voters read immediately that nothing was sent (threat 41)', async () => {
    const bff = await unreachableBff()
    for (let count = 0; count < 5; count++) expect(await codeOf(await register(bff))).toBe('upstream_unreachable 5')
    const paused = await problemOf(await register(bff))
    expect(paused).toMatchObject({ code: 'upstream_circuit_open', outcome: 'not_sent' })
    // Not before the pause ends, and with jitter, so that not all voters retry at once.
    expect(paused.retry_after).toBeGreaterThanOrEqual(15)
    expect(paused.retry_after).toBeLessThanOrEqual(25)
    expect(lines.some(({ code, level }) => code === 'breaker_open' && level === 'error')).toBe(true)
  })

  it('admits one voter after 15 s, and everybody when that worked', async () => {
    const bff = await unreachableBff()
    for (let count = 0; count < 6; count++) await register(bff)
    time += 15_000
    expect(await codeOf(await register(bff))).toBe('upstream_unreachable 5')
    expect(await codeOf(await register(bff))).toMatch(/^upstream_circuit_open (1[5-9]|2[0-5])$/)
    time += 15_000
    isReachable = true
    expect(await codeOf(await register(bff))).toBe('answered')
    expect(await codeOf(await register(bff))).toBe('answered')
    expect(lines.some(({ code }) => code === 'breaker_closed')).toBe(true)
  })

  it.each([
    ['400', respond(400, '{"zipcode":["x"]}')],
    ['401', respond(401, '')],
    ['429', respond(429, '', { 'retry-after': '1' })],
    ['500', respond(500, '')],
    ['503', respond(503, '')],
    ['an unreadable 200', respond(200, '<h1>Hello</h1>')],
    ['a broken connection', (response: ServerResponse) => void response.destroy()],
    ['no response in time', () => undefined],
  ])('stays closed after %s: one sender may have caused it (threat 41)', async (_what, answer) => {
    const bff = theBff({ deadlines: { ...defaultDeadlines, registration: 500, late: 1 } })
    service.answerWith(answer)
    await Promise.all(Array.from({ length: 12 }, () => register(bff)))
    service.answerWith(good)
    expect(await codeOf(await register(bff))).not.toMatch('upstream_circuit_open')
    expect(service.registrations()).toHaveLength(13)
  })

  it('counts the last ten results of the last 30 s only', () => {
    const breaker = createBreaker(defaultBreaker, { now: () => time })
    const results = (...all: ('worked' | 'failed')[]) => {
      for (const result of all) {
        const pass = breaker.requestPermit()
        if (pass.type === 'go') pass.reportResult(result)
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

  it('admits one call at a time while it probes, and ignores calls that started before', () => {
    const breaker = createBreaker(defaultBreaker, { now: () => time })
    const passes = Array.from({ length: 7 }, () => breaker.requestPermit())
    for (const pass of passes.slice(0, 5)) if (pass.type === 'go') pass.reportResult('failed')
    expect(breaker.state()).toBe('open')
    const [, , , , , sixth] = passes
    if (sixth?.type === 'go') sixth.reportResult('worked')
    expect(breaker.state()).toBe('open')
    time += 15_000
    expect(breaker.state()).toBe('half_open')
    const trial = breaker.requestPermit()
    expect(breaker.requestPermit()).toEqual({ type: 'open', ms: 2_000 })
    if (trial.type === 'go') trial.reportResult('worked')
    expect(breaker.state()).toBe('closed')
  })
})

describe('the contract violation watch', () => {
  it('names a new member and a changed type once, counts them always, and never logs a value', async () => {
    const drifts: string[] = []
    const nothing = () => undefined
    const meter = { registration: nothing, click: nothing, upstream: nothing, limited: nothing, gauge: nothing }
    const bff = theBff({}, { ...meter, contractViolation: (name) => drifts.push(name) })
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
    const said = new Set(
      lines
        .filter(({ code }) => code === 'contract_violation_new')
        .flatMap(({ contract_violations }) => contract_violations),
    )
    expect(said).toEqual(
      new Set([
        'a member with an unusual name is unknown',
        'buttons[].color is unknown',
        'buttons[].primary is not a boolean',
        'primary buttons instead of 1',
        'tracking_pixel is unknown',
      ]),
    )
    expect(lines.filter(({ code }) => code === 'contract_violation_new')).toHaveLength(5)
    expect(drifts).toHaveLength(15)
    expect(JSON.stringify(lines)).not.toContain('CANARY')
  })

  it('limits memory and log if a service makes up names', async () => {
    const bff = theBff()
    for (let count = 0; count < 80; count++) {
      const name = `key_${String.fromCharCode(97 + (count % 26))}${'x'.repeat(Math.floor(count / 26))}`
      service.answerWith(respond(200, JSON.stringify({ ...aResponse(), [name]: 1 })))
      await register(bff, { body: aRequest() })
    }
    const said = lines.filter(({ code }) => code === 'contract_violation_new')
    expect(said).toHaveLength(51)
    expect(said.at(-1)?.contract_violations).toEqual(['others'])
  })
})
