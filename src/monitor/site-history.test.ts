import { describe, expect, it } from 'vitest'
import { classifyFailure, toOutage, toRecentCheck } from './site-history.ts'
import type { StoredCheck } from './store/store.ts'

const at = '2026-03-02T07:57:00.000Z'

/** A check that succeeded in 1.579 s, with a change. */
const aCheck = (change: Partial<StoredCheck> = {}): StoredCheck => ({
  uuid: 'check',
  site: 'ma',
  checkedAt: Date.parse(at),
  up: true,
  ignored: false,
  loadUs: 1_578_655,
  proxy: 'direct',
  status: undefined,
  error: undefined,
  redirects: [],
  ...change,
})

describe('the kind of a failure', () => {
  it.each([
    ['timeout', 'timeout', undefined],
    ['HTTPSConnectionPool(host=x): Read timed out.', 'timeout', undefined],
    ['HTTP 503', 'answer', 503],
    ['HTTP status code 404', 'answer', 404],
    ['name not found', 'name', undefined],
    ['certificate expired', 'certificate', undefined],
    ['TLS failed (EPROTO)', 'certificate', undefined],
    ['connection reset', 'connection', undefined],
    ['response is not HTTP', 'connection', undefined],
    ['mustContain is missing', 'content', undefined],
    ['too many redirects', 'content', undefined],
    ['something new', 'failed', undefined],
    [undefined, 'failed', undefined],
  ])('%j is %s', (error, kind, status) => {
    expect(classifyFailure({ error, status: undefined })).toEqual({ kind, ...(status !== undefined && { status }) })
  })

  it('is the response if only its status is known', () => {
    expect(classifyFailure({ error: undefined, status: 500 })).toEqual({ kind: 'answer', status: 500 })
  })
})

it.each([
  [{}, { checked_at: at, outcome: 'up', load_time: 1.579 }],
  // The Uptime API was asked, which does not say how long the site took.
  [{ loadUs: 0 }, { checked_at: at, outcome: 'up' }],
  [
    { up: false, error: 'timeout' },
    { checked_at: at, outcome: 'down', kind: 'timeout' },
  ],
  [
    { up: false, ignored: true, status: 429, error: 'keeps programs out (HTTP 429)' },
    { checked_at: at, outcome: 'blocked', status: 429 },
  ],
  [
    { up: false, ignored: true, status: 503, error: 'keeps programs out (Cloudflare, HTTP 503)' },
    { checked_at: at, outcome: 'blocked', status: 503 },
  ],
  [
    { up: false, error: 'maintenance page', status: 200 },
    { checked_at: at, outcome: 'down', kind: 'content' },
  ],
  [
    { up: false, ignored: true, error: 'timeout' },
    { checked_at: at, outcome: 'unclear' },
  ],
])('a check with $0 is listed as $1', (change, expected) => {
  expect(toRecentCheck(aCheck(change))).toEqual(expected)
})

it('an outage has no end while it lasts', () => {
  const downCheck = aCheck({ up: false, status: 500, error: 'HTTP 500' })
  const lasting = { id: '1', from: at, kind: 'answer', status: 500 }
  expect(toOutage({ uuid: '1', site: 'ma', downCheck, upCheck: undefined })).toEqual(lasting)
  const upCheck = aCheck({ checkedAt: Date.parse('2026-03-02T09:00:00Z') })
  expect(toOutage({ uuid: '1', site: 'ma', downCheck, upCheck })).toEqual({
    ...lasting,
    to: '2026-03-02T09:00:00.000Z',
  })
})
