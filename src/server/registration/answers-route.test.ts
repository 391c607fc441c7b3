import { beforeEach, describe, expect, it } from 'vitest'
import { bffPaths } from '../../contract/routes.ts'
import { aButton, aRequest, aResponse } from '../../contract/testing/samples.ts'
import type { BffDependencies } from '../bff-dependencies.ts'
import { type Bff, createBff } from '../create-bff.ts'
import type { LogLine } from '../observability/log.ts'
import { memoryStore } from '../store/memory-store.ts'
import { answerOf, partnerOrigin, problemOf, register, reportClick, theOptions } from '../testing/bff-requests.ts'
import { respond } from '../testing/fake-service.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'

const service = await sharedFakeService()
let lines: LogLine[]
let time: number

beforeEach(() => {
  lines = []
  time = Date.UTC(2026, 2, 2, 15, 4, 5)
})

function aBff(dependencies: BffDependencies = {}, change: Parameters<typeof theOptions>[1] = {}): Bff {
  return createBff(theOptions(service.url, change), {
    log: (line) => lines.push(line),
    clock: { now: () => time },
    ...dependencies,
  })
}

function ask(bff: Bff, body: unknown, query = ''): Promise<Response> {
  const headers = { Origin: partnerOrigin, 'Content-Type': 'text/plain' }
  return bff.fetch(
    new Request(`https://bff.test${bffPaths.answers}${query}`, { method: 'POST', headers, body: JSON.stringify(body) }),
  )
}

describe('a repeated request for an answer', () => {
  it.each([
    ['without a store of the host', () => ({})],
    ['from a store', () => ({ store: memoryStore() })],
  ])('returns the whole answer %s, with the first input and reference, and sends nothing', async (_, more) => {
    const bff = aBff(more())
    const first = await answerOf(await register(bff))
    const response = await ask(bff, { answer_token: first.answer_token })
    expect(response.headers.get('access-control-allow-origin')).toBe(partnerOrigin)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({ ...first, request: aRequest(), consent_version: expect.any(String) })
    expect(service.registrations()).toHaveLength(1)
  })

  it('gets it from another process that shares the store', async () => {
    const store = memoryStore()
    const { answer_token } = await answerOf(await register(aBff({ store })))
    expect((await ask(aBff({ store }), { answer_token })).status).toBe(200)
  })

  it('updates the remaining time of its links', async () => {
    const button = aButton({ url_expiry: new Date(time + 3_600_000).toISOString() })
    service.answerWith(respond(200, JSON.stringify(aResponse({ buttons: [button] })), { Date: '' }))
    const bff = aBff()
    const first = await answerOf(await register(bff))
    time += 600_000
    const second = await answerOf(await ask(bff, { answer_token: first.answer_token }))
    expect((first.buttons[0]?.expires_in_ms ?? 0) - (second.buttons[0]?.expires_in_ms ?? 0)).toBe(600_000)
  })

  it('returns nothing after 15 minutes', async () => {
    const bff = aBff({ store: memoryStore() })
    const { answer_token } = await answerOf(await register(bff))
    time += 15 * 60_000 - 1
    expect((await ask(bff, { answer_token })).status).toBe(200)
    time += 1
    const gone = await ask(bff, { answer_token })
    expect([gone.status, (await problemOf(gone)).code]).toEqual([404, 'answer_gone'])
  })

  it('returns nothing when neither memory nor store has it', async () => {
    const { answer_token } = await answerOf(await register(aBff()))
    expect((await problemOf(await ask(aBff(), { answer_token }))).code).toBe('answer_gone')
  })

  it('needs the answer’s own token', async () => {
    const bff = aBff()
    const { answer_token: again = '', buttons } = await answerOf(await register(bff))
    const changed = `${again.slice(0, 20)}${again[20] === 'A' ? 'B' : 'A'}${again.slice(21)}`
    const others = [changed, buttons[0]?.click_token, 'x', 'A'.repeat(1_500)]
    for (const other of others) expect((await ask(bff, { answer_token: other })).status).toBe(404)
    expect((await problemOf(await reportClick(bff, again))).code).toBe('click_token_invalid')
    for (const none of [{}, { answer_token: 1 }, { answer_token: again, more: 1 }, 'x'])
      expect((await ask(bff, none)).status).toBe(400)
    expect((await ask(bff, { answer_token: 'A'.repeat(3_000) })).status).toBe(413)
  })

  it('has a token without personal data, and leaves nothing of it in the log', async () => {
    const bff = aBff()
    const request = aRequest()
    const { answer_token: again = '' } = await answerOf(await register(bff))
    await ask(bff, { answer_token: again })
    const read = `${again} ${Buffer.from(again, 'base64url').toString('latin1')} ${JSON.stringify(lines)}`
    for (const value of [request.email, request.date_of_birth, request.address1]) expect(read).not.toContain(value)
    expect(JSON.stringify(lines)).not.toContain(again)
  })
})

it('a rejected form has no answer to return to', async () => {
  service.answerWith(respond(400, JSON.stringify({ city: ['Unknown'] })))
  expect(await (await register(aBff())).json()).toEqual({ city: ['Unknown'] })
})
