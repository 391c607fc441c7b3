import { boolean, assert as fcAssert, jsonValue, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { copyHeaders, type Exchange, exchangeText, hiddenKey, indentJson } from './exchange.ts'

const anExchange = (change: Partial<Exchange> = {}): Exchange => ({
  method: 'POST',
  url: '/v1/event/track/',
  headers: { 'content-type': 'application/json' },
  body: '{"event_tracking":12345678901234567890}',
  ms: 7,
  answer: { kind: 'answered', status: 201, headers: {}, body: '' },
  ...change,
})

describe('an exchange on the QA page', () => {
  it('never contains the key, however the header is written', () => {
    const secret = 'Basic Q0FOQVJZLWtleQ=='
    for (const name of ['Authorization', 'authorization', 'AUTHORIZATION']) {
      const copied = copyHeaders([
        [name, secret],
        ['Accept', 'application/json'],
      ])
      expect(copied).toEqual({ authorization: hiddenKey, accept: 'application/json' })
      expect(exchangeText(anExchange({ headers: copied }))).not.toContain('Q0FOQVJZ')
    }
  })

  it('is formatted as HTTP, with the exact event (R-A69)', () => {
    expect(exchangeText(anExchange())).toBe(
      [
        'POST /v1/event/track/',
        'content-type: application/json',
        '',
        '{',
        '  "event_tracking": 12345678901234567890',
        '}',
        '',
        '← 201, after 7 ms',
      ].join('\n'),
    )
  })

  it('says why there was no response', () => {
    expect(exchangeText(anExchange({ answer: { kind: 'none', reason: 'socket hang up' } }))).toMatch(
      /← no answer, after 7 ms: socket hang up$/,
    )
  })
})

describe('formatted JSON', () => {
  it('has the same values', () => {
    fcAssert(
      property(jsonValue(), boolean(), (value, spaced) => {
        const text = JSON.stringify(value, null, spaced ? 3 : 0)
        return indentJson(text) === JSON.stringify(value, null, 2)
      }),
    )
  })

  it('keeps numbers that JavaScript cannot hold', () => {
    expect(indentJson('[12345678901234567890,1.0]')).toBe('[\n  12345678901234567890,\n  1.0\n]')
  })

  it('is the unchanged text if it is not JSON', () => {
    expect(indentJson('<h1>Server Error (500)</h1>')).toBe('<h1>Server Error (500)</h1>')
  })
})
