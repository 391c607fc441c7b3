import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bffPaths } from '../../contract/routes.ts'
import { type Bff, createBff } from '../create-bff.ts'
import type { LogLine } from '../observability/log.ts'
import { answerOf, problemOf, register, reportClick, theOptions } from '../testing/bff-requests.ts'
import { respond } from '../testing/fake-service.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'
import { undiciTransport } from '../upstream/transport-undici.ts'
import { version } from '../utils.ts'

const service = await sharedFakeService()
const transport = undiciTransport(service.url)
let bff: Bff
let time = 0
const lines: LogLine[] = []

const bffWith = (change?: { encryptionKey: string }) =>
  createBff(theOptions(service.url, change), {
    transport: transport.send,
    log: (line) => lines.push(line),
    clock: { now: () => time },
  })

afterAll(() => transport.close())
beforeEach(() => {
  lines.length = 0
  time = Date.UTC(2026, 2, 2)
  bff = bffWith()
})

// Empties the outbox, so that no report arrives during the next test.
afterEach(() => bff.close())

/** Registers with a service that gives its first button an event; returns that button's press. */
async function pressWith(event: string, from: Bff = bff): Promise<string | undefined> {
  service.answerWith(
    respond(
      200,
      `{"message_markdown":"","buttons":[{"message_text":"a","primary":true,"url":"https://x.example/","event_tracking":${event}}]}`,
    ),
  )
  return (await answerOf(await register(from))).buttons[0]?.click_token
}

describe('a click', () => {
  it('is reported with the event alone, and without a key: the service answers 403 to one (R-A90, R-A101, B.2.9)', async () => {
    const response = await reportClick(bff, await pressWith('{"action":"a"}'))
    expect(response.status).toBe(202)
    expect(await response.text()).toBe('')
    await expect.poll(() => service.events()).toHaveLength(1)
    expect(service.events()[0]).toEqual({
      path: '/v1/event/track/',
      body: '{"action":"a"}',
      headers: {
        host: new URL(service.url).host,
        connection: 'keep-alive',
        'content-type': 'application/json',
        'content-length': '14',
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': `voter-registration/${version}`,
      },
    })
  })

  it.each([
    '12345678901234567890',
    '1.0',
    '-0',
    '1e400',
    'null',
    'false',
    '""',
    '{ "b" : 1.0, "a":[ ] }',
    '{"__proto__":1}',
  ])('with the event %s reaches the service byte for byte (R-A70)', async (event) => {
    await reportClick(bff, await pressWith(event))
    await expect.poll(() => service.events().map(({ body }) => body)).toEqual([event])
  })

  it.each(['text/plain', 'text/plain;charset=UTF-8', 'application/json'])('can be sent as %s', async (type) => {
    expect((await reportClick(bff, await pressWith('1'), type)).status).toBe(202)
  })

  it('is accepted for a day (threat 25)', async () => {
    const text = await pressWith('1')
    time += 24 * 60 * 60 * 1000
    const response = await reportClick(bff, text)
    expect(response.status).toBe(400)
    expect(await problemOf(response)).toMatchObject({ code: 'click_token_invalid' })
    expect(service.events()).toEqual([])
  })

  it('of another server, edited or invented is not reported (threat 25)', async () => {
    const foreign = await pressWith('1', bffWith({ encryptionKey: 'ab'.repeat(32) }))
    const own = (await pressWith('1')) ?? ''
    const texts = [foreign, `${own}A`, own.slice(0, -2), own.replace('v1.', 'v2.'), 'v1.', 'v1.AAAA', '{"action":1}']
    for (const text of texts) expect((await reportClick(bff, text)).status).toBe(400)
    expect(service.events()).toEqual([])
  })

  it('is one event, whatever character ends its token and however often it is sent', async () => {
    const text = (await pressWith('{"action":"a"}')) ?? ''
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.split('')
    for (const after of [0, 11_000, 3_600_000, 80_000_000]) {
      time += after
      const spellings = letters.flatMap((letter) => [text.slice(0, -1) + letter, text + letter])
      for (const each of spellings) expect((await reportClick(bff, each)).status).toBe(each === text ? 202 : 400)
      await expect.poll(() => lines.map(({ code }) => code)).toContain('report_delivered')
    }
    expect(service.events()).toHaveLength(1)
  })

  it.each([
    ['nothing', '', 400],
    ['no JSON', '{', 400],
    ['another key', '{"click_token":"x","url":"https://evil.example/"}', 400],
    ['an event', '{"event_tracking":{"action":"a"}}', 400],
    ['a number', '{"click_token":1}', 400],
    ['an empty press', '{"click_token":""}', 400],
    ['4 KiB and a byte', `{"click_token":"${'a'.repeat(4097 - 18)}"}`, 413],
    ['4 KiB', `{"click_token":"${'a'.repeat(4096 - 18)}"}`, 400],
  ])('with %s is rejected', async (_what, body, status) => {
    const headers = { 'Content-Type': 'text/plain' }
    const response = await bff.fetch(
      new Request(`http://bff.test${bffPaths.choices}?tool=x`, { method: 'POST', headers, body }),
    )
    expect(response.status).toBe(status)
    await problemOf(response)
    expect(service.heard).toEqual([])
  })

  it.each(['application/x-www-form-urlencoded', 'text/html', ''])('sent as %j is rejected', async (type) => {
    expect((await reportClick(bff, 'x', type)).status).toBe(415)
  })

  it('with the largest event that fits can be sent', async () => {
    let fits = 0
    for (let size = 2_900; size < 3_100; size += 10) {
      const text = await pressWith(JSON.stringify('x'.repeat(size)))
      if (text === undefined) continue
      fits = size
      expect((await reportClick(bff, text)).status).toBe(202)
    }
    expect(fits).toBeGreaterThan(2_900)
    expect(fits).toBeLessThan(3_090)
  })
})

it('a report in progress is finished when the process stops', async () => {
  const text = await pressWith('1')
  service.answerEventsWith((response) => {
    setTimeout(() => response.writeHead(201).end(), 50)
  })
  await reportClick(bff, text)
  await bff.close()
  expect(service.events()).toHaveLength(1)
  service.answerEventsWith(respond(201, '{}'))
})
