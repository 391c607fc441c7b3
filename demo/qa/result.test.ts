import { describe, expect, it } from 'vitest'
import { anAnswer, aRequest } from '../../src/contract/testing/samples.ts'
import type { Exchange } from '../exchange.ts'
import { addResult, getResult } from './result.ts'

const answered = (status: number, body: unknown): Exchange['answer'] => ({
  kind: 'answered',
  status,
  headers: {},
  body: JSON.stringify(body),
})
const aRegistration = (answer: Exchange['answer'], email = 'ada+slow@example.org'): Exchange => ({
  method: 'POST',
  url: 'http://127.0.0.1:8787/registrations',
  headers: {},
  body: JSON.stringify(aRequest({ email })),
  ms: 1,
  answer,
})

describe('the result of a request', () => {
  it('counts the buttons of an answer, and finds the scenario by the email address', () => {
    expect(getResult(aRegistration(answered(200, anAnswer())))).toEqual({
      scenario: 'slow',
      good: true,
      words: '200, 2 buttons',
    })
    expect(
      getResult(aRegistration(answered(200, anAnswer({ buttons: anAnswer().buttons.slice(0, 1) })), 'a@b.org')),
    ).toEqual({ scenario: '', good: true, words: '200, 1 button' })
  })

  it('names the fields with errors, not their values', () => {
    const { words } = getResult(aRegistration(answered(400, { email: ['"ada" is wrong'], zipcode: ['bad'] })))
    expect(words).toBe('400 email: … is wrong; zipcode: bad')
  })

  it('names the problem and what is known about the registration', () => {
    const problem = { type: 'about:blank', code: 'upstream_unknown', outcome: 'unknown' }
    expect(getResult(aRegistration(answered(502, problem))).words).toBe('502 upstream_unknown: unknown')
  })

  it('says that no response came', () => {
    const result = getResult(aRegistration({ kind: 'none', reason: 'AbortError' }))
    expect(result).toEqual({ scenario: 'slow', good: false, words: 'no answer: AbortError' })
  })

  it('belongs to no scenario when it is a click', () => {
    const press = {
      ...aRegistration(answered(202, {})),
      url: 'http://127.0.0.1:8787/choices',
      body: '{"click_token":"v1.x"}',
    }
    expect(getResult(press)).toEqual({ good: true, words: '202' })
  })
})

describe('the results of a session', () => {
  const nothing = { latest: '', results: {} }

  it('show the latest of each scenario, with the outcome of its click', () => {
    const first = addResult(nothing, { scenario: 'track-fails', good: true, words: '200, 2 buttons' })
    const pressed = addResult(first, { good: true, words: '202' })
    expect(pressed.results).toEqual({ 'track-fails': { good: true, words: '200, 2 buttons; press 202' } })
    const again = addResult(pressed, { scenario: 'track-fails', good: false, words: '503 upstream_busy: not sent' })
    expect(again.results).toEqual({ 'track-fails': { good: false, words: '503 upstream_busy: not sent' } })
  })

  it('include no click without a registration', () => {
    expect(addResult(nothing, { good: true, words: '202' })).toEqual(nothing)
  })
})
