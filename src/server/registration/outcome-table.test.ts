import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { bffHeaders, Problem } from '../../contract/bff-api.ts'
import { findOutcome, isAboutKey } from '../../contract/outcome-table.ts'
import { aRequest, aResponse } from '../../contract/testing/samples.ts'
import { createBffClient } from '../../form/widget/flow/bff-client.ts'
import { isFinal } from '../../form/widget/flow/flow-reducer.ts'
import { createFormMessages } from '../../form/widget/messages/catalog.ts'
import { getReason } from '../../form/widget/screens/not-sent.tsx'
import type { BffDependencies } from '../bff-dependencies.ts'
import { type Bff, createBff } from '../create-bff.ts'
import { memoryStore } from '../store/memory-store.ts'
import type { Store } from '../store/store.ts'
import { consentHeader, createFailingMeter, partnerOrigin, theOptions } from '../testing/bff-requests.ts'
import { NotSentError, type Transport } from '../upstream/transport.ts'
import { defaultDeadlines } from '../upstream/upstream.ts'
import { version } from '../utils.ts'

/** How one registration comes about. */
interface Case {
  transport?: Transport
  options?: object
  dependencies?: BffDependencies
  /** Changes the store. */
  store?: (store: Store) => object
  /** Changes the headers of the request that the form sends. */
  headers?: Record<string, string>
  body?: string
  /** Runs before the registration. */
  before?: (bff: Bff, send: () => Promise<unknown>) => Promise<unknown>
  client?: { isOffline?: () => boolean; registerTimeout?: number }
  /** Replaces the BFF. */
  fetch?: () => Promise<Response>
}

const reply =
  (status: number, body = '', headers: Record<string, string> = {}): Transport =>
  async () => ({
    status,
    header: (name) => headers[name],
    body: new Blob([body]).stream(),
    discard: () => undefined,
  })
const unreachable: Transport = () => Promise.reject(new NotSentError('ECONNREFUSED'))
const silent: Transport = () => new Promise(() => undefined)
const overLimit = (store: Store) => ({
  counts: { ...store.counts, isShared: true, read: async (names: readonly string[]) => names.map(() => 1_000_000) },
})
const limits = { rateLimits: true }
const html = (status: number) => async () => new Response('<h1>No</h1>', { status })
const nothing = () => undefined
const words = createFormMessages()
const aProblem = { type: '', title: '', status: 404, outcome: 'not_sent', reference: '' }

const cases: Record<string, Case> = {
  answered: {},
  invalid: { transport: reply(400, '{"phone":["Enter a valid phone number."]}') },
  contract_error: { transport: reply(404) },
  unauthorized: { transport: reply(401) },
  busy: { transport: reply(429, '', { 'retry-after': '7' }) },
  overloaded: { dependencies: { concurrency: { inFlight: 0, queue: 0 } } },
  circuit_open: { transport: unreachable, before: (_, send) => Promise.all(Array.from({ length: 5 }, send)) },
  unreachable: { transport: unreachable },
  unknown: { transport: reply(502, '', { 'retry-after': '9' }) },
  timeout: { transport: silent },
  outcome_lost: {
    store: ({ forms }) => ({
      forms: {
        ...forms,
        startAttempt: async () => ({ type: 'lost', fingerprint: '', expiresAt: Number.POSITIVE_INFINITY }),
      },
    }),
  },
  rate_limited: { options: { ...limits, botCheck: 'off' }, store: overLimit },
  form_too_old: { options: { minFormVersion: version }, headers: { [bffHeaders.formVersion]: '0.0.1' } },
  key_reused: { before: (_, send) => send(), body: JSON.stringify(aRequest({ first_name: 'Eve' })) },
  unavailable: {
    store: ({ forms }) => ({ forms: { ...forms, startAttempt: () => Promise.reject(new Error('full')) } }),
  },
  stopping: { before: (bff) => bff.close() },
  unsupported_media_type: { headers: { 'Content-Type': 'text/plain' } },
  bad_request: { body: '{' },
  too_large: { body: ' '.repeat(16_385) },
  idempotency_key_missing: { headers: { [bffHeaders.idempotencyKey]: '1' } },
  consent_outdated: { headers: { [bffHeaders.consentVersion]: 'en-0' } },
  challenge_required: { options: { ...limits, botCheck: 'proof' }, store: overLimit },
  origin_not_allowed: { headers: { Origin: 'https://other.example' } },
  partner_unavailable: {
    fetch: async () => Response.json({ ...aProblem, code: 'partner_unavailable' }, { status: 503 }),
  },
  partner_unknown: { fetch: async () => Response.json({ ...aProblem, code: 'partner_unknown' }, { status: 404 }) },
  internal: {
    dependencies: {
      meter: createFailingMeter('x'),
    },
  },
  'offline browser': { client: { isOffline: () => true } },
  'no response in time': { fetch: () => new Promise(() => undefined), client: { registerTimeout: 10 } },
  'broken connection': { fetch: () => Promise.reject(new TypeError('Failed to fetch')) },
  'unreadable 200': { fetch: html(200) },
  'another 404': { fetch: html(404) },
  'another 503': { fetch: html(503) },
}

/** For each outcome: status, code, certainty and seconds on the wire; the receipt; what the form makes of it. */
const table: Record<string, string> = {
  answered: '200 | answered | answer',
  invalid: '400 | invalid | invalid',
  contract_error: '502 upstream_contract not_sent | contract_error | not-sent upstream_contract about the key',
  unauthorized: '503 upstream_auth not_sent | unauthorized | not-sent upstream_auth about the key',
  busy: '503 upstream_busy not_sent 7 | busy | not-sent upstream_busy 7000 automatic about the key busy',
  overloaded: '503 overloaded not_sent 2 | no receipt | not-sent overloaded 2000 automatic about the key busy',
  circuit_open:
    '503 upstream_circuit_open not_sent 15 | no receipt | not-sent upstream_circuit_open 15000 automatic about the key',
  unreachable:
    '503 upstream_unreachable not_sent 5 | no receipt | not-sent upstream_unreachable 5000 automatic about the key',
  unknown: '502 upstream_unknown unknown 9 | unknown | outcome-unknown upstream_unknown',
  timeout: '504 upstream_unknown unknown | timeout | outcome-unknown upstream_unknown',
  outcome_lost: '504 upstream_unknown unknown | no receipt | outcome-unknown upstream_unknown',
  rate_limited: '429 rate_limited not_sent 86400 | no receipt | not-sent rate_limited 24 hours busy',
  form_too_old: '409 upgrade_required not_sent | no receipt | not-sent upgrade_required final about the key',
  key_reused: '422 idempotency_key_reused not_sent | answered | not-sent idempotency_key_reused',
  unavailable: '503 storage_unavailable not_sent 10 | no receipt | not-sent storage_unavailable 10000 automatic',
  stopping: '503 shutting_down not_sent 5 | no receipt | not-sent shutting_down 5000 automatic',
  unsupported_media_type: '415 unsupported_media_type not_sent | no receipt | not-sent unsupported_media_type',
  bad_request: '400 bad_request not_sent | no receipt | not-sent bad_request',
  too_large: '413 too_large not_sent | no receipt | not-sent too_large',
  idempotency_key_missing: '400 idempotency_key_missing not_sent | no receipt | not-sent idempotency_key_missing',
  consent_outdated: '409 consent_outdated not_sent | no receipt | consent-outdated',
  challenge_required: '403 challenge_required not_sent | no receipt | not-sent challenge_required busy',
  origin_not_allowed: '403 origin_not_allowed not_sent | no receipt | not-sent origin_not_allowed',
  partner_unavailable: 'nothing | no receipt | not-sent partner_unavailable',
  partner_unknown: 'nothing | no receipt | not-sent partner_unknown final',
  internal: '500 internal unknown | unknown | outcome-unknown internal',
  'offline browser': 'nothing | no receipt | not-sent offline',
  'no response in time': 'nothing | no receipt | outcome-unknown timeout',
  'broken connection': 'nothing | no receipt | outcome-unknown network',
  'unreadable 200': 'nothing | no receipt | outcome-unknown unreadable',
  'another 404': 'nothing | no receipt | not-sent http_404',
  'another 503': 'nothing | no receipt | outcome-unknown http_503',
}

let bff: Bff | undefined
// No jitter in the time until a retry.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0))
afterEach(() => {
  vi.restoreAllMocks()
  return bff?.close(0)
})

it.each(Object.keys(cases))(
  'the outcome %s has the same status, code, certainty, retry and receipt everywhere',
  async (name) => {
    expect(await show(cases[name] ?? {})).toBe(table[name])
  },
)

async function show(one: Case): Promise<string> {
  const stored = memoryStore()
  const store = { ...stored, ...one.store?.(stored) }
  const running = createBff(
    { ...theOptions('http://127.0.0.1:1'), ...one.options },
    {
      transport: one.transport ?? reply(200, JSON.stringify(aResponse())),
      log: nothing,
      store,
      deadlines: { ...defaultDeadlines, registration: 50, pause: 1 },
      ...one.dependencies,
    },
  )
  bff = running
  const consentVersion = (await consentHeader(running))[bffHeaders.consentVersion] ?? ''
  let response: Response | undefined
  const send = async (change: Case = {}, idempotencyKey = key) => {
    const client = createBffClient({
      apiBase: 'http://bff.test',
      isOffline: () => false,
      solve: async () => undefined,
      ...change.client,
      fetch: async (url, init) => {
        const headers = new Headers(init?.headers)
        for (const [name, value] of Object.entries({ Origin: partnerOrigin, ...change.headers }))
          headers.set(name, value)
        const request = new Request(url, { ...init, headers, body: change.body ?? init?.body ?? '' })
        if (change.fetch !== undefined) return Promise.race([change.fetch(), aborted(request.signal)])
        response = await running.fetch(request, { remoteAddress: '203.0.113.5' })
        return response.clone()
      },
    })
    return client.register(aRequest(), { idempotencyKey, consentVersion })
  }
  const key = crypto.randomUUID()
  await one.before?.(running, () => send({}, one.transport === undefined ? key : crypto.randomUUID()))
  const result = await send(one)
  await running.close(0)
  const receipt = (await store.receipts.list({ limit: 10 })).at(-1)
  return [await showWire(response), receipt?.outcome ?? 'no receipt', showResult(result)].join(' | ')
}

async function showWire(response: Response | undefined): Promise<string> {
  if (response === undefined) return 'nothing'
  const { code, outcome, retry_after } = Problem.safeParse(await response.json()).data ?? {}
  return [response.status, code, outcome, retry_after].filter((part) => part !== undefined).join(' ')
}

function showResult(result: Awaited<ReturnType<ReturnType<typeof createBffClient>['register']>>): string {
  const isSent = 'code' in result
  const wait = 'retryAfterMs' in result ? result.retryAfterMs : undefined
  const retry = isSent && wait !== undefined && findOutcome(result.code).retry === 'automatic' && 'automatic'
  const parts = [
    result.type,
    isSent && result.code,
    wait,
    retry,
    'limitedHours' in result && `${result.limitedHours} hours`,
    isSent && isFinal(result.code) && 'final',
    result.type === 'not-sent' && isAboutKey(result.code) && 'about the key',
    result.type === 'not-sent' && getReason({ code: result.code }, words) === words.notSent.busy && 'busy',
  ]
  return parts.filter((part) => part !== false && part !== undefined).join(' ')
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}
