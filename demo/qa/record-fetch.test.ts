import { describe, expect, it } from 'vitest'
import type { Exchange } from '../exchange.ts'
import { recordFetch } from './record-fetch.ts'

describe('recordFetch', () => {
  it('changes neither request nor response', async () => {
    const exchanges: Exchange[] = []
    const asked: unknown[] = []
    const inner: typeof fetch = (...args) => {
      asked.push(args)
      return Promise.resolve(Response.json({ reference: 'r' }, { status: 202 }))
    }
    const init = {
      method: 'POST',
      body: '{"click_token":"v1.x"}',
      keepalive: true,
      headers: { 'Content-Type': 'text/plain' },
    }
    const response = await recordFetch(inner, (exchange) => exchanges.push(exchange))('http://localhost/choices', init)
    expect(await response.json()).toEqual({ reference: 'r' })
    expect(asked).toEqual([['http://localhost/choices', init]])
    await expect.poll(() => exchanges.length).toBe(1)
    expect(exchanges).toMatchObject([
      {
        method: 'POST',
        url: 'http://localhost/choices',
        headers: { 'content-type': 'text/plain' },
        body: '{"click_token":"v1.x"}',
        answer: { kind: 'answered', status: 202, body: '{"reference":"r"}' },
      },
    ])
  })

  it('records that no response came, and passes the error to the form', async () => {
    const exchanges: Exchange[] = []
    const failure = new TypeError('Failed to fetch')
    const recorded = recordFetch(
      () => Promise.reject(failure),
      (exchange) => exchanges.push(exchange),
    )
    await expect(recorded('http://localhost/settings')).rejects.toBe(failure)
    expect(exchanges).toMatchObject([{ method: 'GET', body: '', answer: { kind: 'none', reason: 'TypeError' } }])
  })
})
