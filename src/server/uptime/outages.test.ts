import { describe, expect, it } from 'vitest'
import { aCheck } from '../testing/fake-uptime.ts'
import { failureOf, outagesOf, shownCheck } from './outages.ts'

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
    ['answer is not HTTP', 'connection', undefined],
    ['the text that must be there is missing', 'content', undefined],
    ['too many redirects', 'content', undefined],
    ['something new', 'failed', undefined],
    [null, 'failed', undefined],
  ])('%j is %s', (error, kind, status) => {
    expect(failureOf(aCheck({ error }))).toEqual({ kind, ...(status !== undefined && { status }) })
  })

  it('is the answer where the monitor says only its status', () => {
    expect(failureOf(aCheck({ error: null, status: 500 }))).toEqual({ kind: 'answer', status: 500 })
  })
})

describe('a check', () => {
  const at = '2026-03-02T07:57:00.000Z'
  it.each([
    [{}, { at, is: 'up', load_time: 1.579 }],
    [{ load_time: null }, { at, is: 'up' }],
    [
      { state_up: false, error: 'timeout' },
      { at, is: 'down', kind: 'timeout' },
    ],
    [
      { state_up: false, ignore: true, error: 'keeps programs out (HTTP 429)' },
      { at, is: 'refused', status: 429 },
    ],
    [
      { state_up: false, ignore: true, status: 503, error: 'keeps programs out (Cloudflare, HTTP 503)' },
      { at, is: 'refused', status: 503 },
    ],
    [
      { state_up: false, error: 'maintenance page', status: 200 },
      { at, is: 'down', kind: 'content' },
    ],
    [
      { state_up: false, ignore: true, error: 'timeout' },
      { at, is: 'unclear' },
    ],
    [{ state_up: null }, { at, is: 'unclear' }],
    [{ created_at: 'yesterday' }, undefined],
  ])('with $0 is listed as $1', (change, expected) => {
    expect(shownCheck(aCheck(change))).toEqual(expected)
  })
})

describe('outages', () => {
  const down = (uuid: string, from: string, to: string | null) => ({
    uuid,
    site: 'ma',
    down_check: aCheck({ error: 'HTTP 500', created_at: from }),
    up_check: to === null ? null : aCheck({ created_at: to }),
  })

  it('come the latest first; one without an end lasts while the site is down, else it ended when that changed', () => {
    const all = [down('1', '2026-03-01T01:00:00Z', '2026-03-01T02:00:00Z'), down('2', '2026-03-02T01:00:00Z', null)]
    expect(outagesOf(all, undefined)).toEqual([
      { id: '2', from: '2026-03-02T01:00:00.000Z', kind: 'answer', status: 500 },
      { id: '1', from: '2026-03-01T01:00:00.000Z', to: '2026-03-01T02:00:00.000Z', kind: 'answer', status: 500 },
    ])
    expect(outagesOf(all, Date.parse('2026-03-02T03:00:00Z'))[0]?.to).toBe('2026-03-02T03:00:00.000Z')
    expect(outagesOf(all, 0)[0]).not.toHaveProperty('to')
    expect(outagesOf([down('3', 'once', null)], undefined)).toEqual([])
  })
})
