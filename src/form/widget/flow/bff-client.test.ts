import { describe, expect, it, vi } from 'vitest'
import { bffHeaders } from '../../../contract/bff-api.ts'
import { anAnswer, aRequest } from '../../../contract/testing/samples.ts'
import { aProblem, createFakeBff, json, type Responder } from '../../testing/fake-bff.ts'
import { createBffClient } from './bff-client.ts'

const apiBase = 'https://bff.example/api/'
const options = { idempotencyKey: '00000000-0000-4000-8000-000000000001', consentVersion: 'en-test-1' }

/** Returns the outcome of a registration for this response of the BFF. */
async function registered(answer: Responder, change: { isOffline?: () => boolean; registerTimeout?: number } = {}) {
  const bff = createFakeBff({ registrations: [answer] })
  const client = createBffClient({ apiBase, fetch: bff.fetch, isOffline: () => false, ...change })
  return { result: await client.register(aRequest(), options), bff }
}

const html = (status: number) => () => new Response('<h1>No</h1>', { status, headers: { 'Content-Type': 'text/html' } })

describe('the result of a registration', () => {
  it('is an answer', async () => {
    const { result, bff } = await registered(() => json(anAnswer()))
    expect(result).toEqual({ type: 'answer', answer: anAnswer() })
    const [request] = bff.requests
    expect(request?.path).toBe('/api/registrations')
    expect(request?.headers.get(bffHeaders.idempotencyKey)).toBe(options.idempotencyKey)
    expect(request?.headers.get(bffHeaders.consentVersion)).toBe('en-test-1')
    expect(JSON.parse(request?.body ?? '')).toEqual(aRequest())
  })

  it('is the errors with every message (R-A81)', async () => {
    const errors = { email: ['a', 'b'], county: ['c'] }
    expect((await registered(() => json(errors, 400))).result).toEqual({ type: 'invalid', errors })
  })

  it.each<[string, Responder, object]>([
    [
      'the consent wording has changed',
      () => aProblem(409, { code: 'consent_outdated', outcome: 'not_sent' }),
      { type: 'consent-outdated' },
    ],
    [
      'a 503 that was not sent',
      () => aProblem(503, { outcome: 'not_sent', retry_after: 3 }),
      { type: 'not-sent', retryAfterMs: 3000 },
    ],
    ['a 502 of unknown outcome', () => aProblem(502, { outcome: 'unknown' }), { type: 'outcome-unknown' }],
    ['a 4xx that may have been sent', () => aProblem(409, { outcome: 'unknown' }), { type: 'outcome-unknown' }],
    ['a problem without outcome, 4xx', () => aProblem(422), { type: 'not-sent' }],
    ['a problem without outcome, 5xx', () => aProblem(500), { type: 'outcome-unknown' }],
    ['HTML with 403', html(403), { type: 'not-sent', code: 'http_403' }],
    ['HTML with 500', html(500), { type: 'outcome-unknown', code: 'http_500' }],
    ['HTML with 200', html(200), { type: 'outcome-unknown', code: 'unreadable' }],
    [
      'an answer without text',
      () => json({ buttons: [], reference: 'r' }),
      { type: 'outcome-unknown', reference: 'r' },
    ],
    ['a 400 that is no map', () => json({ detail: 'JSON parse error' }, 400), { type: 'not-sent', code: 'http_400' }],
    ['a 400 without a message', () => json({}, 400), { type: 'not-sent', code: 'http_400' }],
    [
      'a broken request',
      () => Promise.reject(new TypeError('Failed to fetch')),
      { type: 'outcome-unknown', code: 'network' },
    ],
  ])('is right for $0', async (_, answer, wanted) => {
    expect((await registered(answer)).result).toMatchObject(wanted)
  })

  it('is "not sent" when the browser is offline: no request is made', async () => {
    const { result, bff } = await registered(() => json(anAnswer()), { isOffline: () => true })
    expect(result).toEqual({ type: 'not-sent', code: 'offline' })
    expect(bff.requests).toEqual([])
  })

  it('is unknown when no response arrives in time', async () => {
    const { result } = await registered(() => new Promise(() => {}), { registerTimeout: 10 })
    expect(result).toEqual({ type: 'outcome-unknown', code: 'timeout' })
  })

  it('is unknown when the response breaks off', async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new Error('reset')) })
    const { result } = await registered(() => new Response(body, { status: 200 }))
    expect(result.type).toBe('outcome-unknown')
  })

  it('arrives no later than a voter would wait', async () => {
    const { result } = await registered(
      () => new Response('busy', { status: 429, headers: { 'Retry-After': '86400' } }),
    )
    expect(result).toMatchObject({ type: 'not-sent', retryAfterMs: 120_000 })
  })
})

describe('a challenge', () => {
  const challenge = {
    kind: 'proof',
    parameters: { algorithm: 'PBKDF2/SHA-256', nonce: '00', salt: '00', cost: 1, keyLength: 32, keyPrefix: '00' },
    signature: '00',
  } as const
  const required = () => aProblem(403, { code: 'challenge_required', outcome: 'not_sent', challenge })

  async function challenged(answers: Responder[], solve?: () => Promise<string | undefined>) {
    const bff = createFakeBff({ registrations: answers })
    const client = createBffClient({ apiBase, fetch: bff.fetch, isOffline: () => false, ...(solve && { solve }) })
    return { result: await client.register(aRequest(), options), requests: bff.requests }
  }

  it('is solved, and the same request is sent once more under the same key', async () => {
    const { result, requests } = await challenged([required, () => json(anAnswer())], async () => 'solution')
    expect(result).toEqual({ type: 'answer', answer: anAnswer() })
    expect(requests.map(({ headers }) => headers.get(bffHeaders.challengeSolution))).toEqual([null, 'solution'])
    expect(new Set(requests.map(({ body, headers }) => `${headers.get(bffHeaders.idempotencyKey)} ${body}`)).size).toBe(
      1,
    )
  })

  it('that comes again is not solved again: the voter decides', async () => {
    const { result, requests } = await challenged([required, required], async () => 'solution')
    expect(result).toMatchObject({ type: 'not-sent', code: 'challenge_required' })
    expect(requests).toHaveLength(2)
  })

  it.each<[string, () => Promise<string | undefined>]>([
    ['that takes too long', async () => undefined],
    ['whose arithmetic does not load', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('%s: nothing was sent', async (_, solve) => {
    const { result, requests } = await challenged([required], solve)
    expect(result).toMatchObject({ type: 'not-sent', code: 'challenge_required' })
    expect(requests).toHaveLength(1)
  })

  it('of an unknown kind: nothing was sent', async () => {
    const newer = () => aProblem(403, { code: 'challenge_required', outcome: 'not_sent', challenge: { kind: 'new' } })
    expect((await challenged([newer])).result).toMatchObject({ type: 'not-sent', code: 'challenge_required' })
  })
})

describe('reportClick', () => {
  it('sends text, which needs no preflight and outlives the page', async () => {
    const bff = createFakeBff()
    expect(await createBffClient({ apiBase, fetch: bff.fetch }).report('v1.sealed')).toEqual({ ok: true })
    expect(bff.requests).toMatchObject([
      { path: '/api/choices', method: 'POST', body: '{"click_token":"v1.sealed"}', keepalive: true },
    ])
    expect(bff.requests[0]?.headers.get('Content-Type')).toBe('text/plain')
  })

  it('rejects if the BFF does', async () => {
    const bff = createFakeBff({ clicks: () => aProblem(400) })
    expect(await createBffClient({ apiBase, fetch: bff.fetch }).report('x')).toEqual({ ok: false })
  })

  it('falls back to a second request when the first one fails, and claims nothing', async () => {
    const bff = createFakeBff({ clicks: () => Promise.reject(new TypeError('keepalive')) })
    const sendBeacon = vi.fn(() => true)
    const client = createBffClient({ apiBase, fetch: bff.fetch, sendBeacon, isLeaving: () => false })
    expect(await client.report('x')).toEqual({ ok: false })
    expect(sendBeacon).toHaveBeenCalledWith('https://bff.example/api/choices', '{"click_token":"x"}')
  })

  it('does not report twice when leaving the page aborts the first request, which still arrives', async () => {
    const bff = createFakeBff({ clicks: () => Promise.reject(new TypeError('leaving')) })
    const sendBeacon = vi.fn(() => true)
    const client = createBffClient({ apiBase, fetch: bff.fetch, sendBeacon, isLeaving: () => true })
    expect(await client.report('x')).toEqual({ ok: false })
    expect(sendBeacon).not.toHaveBeenCalled()
  })

  it('never throws', async () => {
    const bff = createFakeBff({ clicks: () => Promise.reject(new TypeError('down')) })
    const sendBeacon = () => {
      throw new Error('no beacon')
    }
    const client = createBffClient({ apiBase, fetch: bff.fetch, sendBeacon, isLeaving: () => false })
    expect(await client.report('x')).toEqual({ ok: false })
  })
})
