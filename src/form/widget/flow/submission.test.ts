import { describe, expect, it } from 'vitest'
import { aRequest } from '../../../contract/testing/samples.ts'
import type { SubmitResult } from './bff-client.ts'
import { createKey, createSubmission } from './submission.ts'

const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('the key of a form', () => {
  it('is a random UUID', () => {
    expect(createKey()).toMatch(uuid4)
    expect(createKey()).not.toBe(createKey())
  })

  it('is a UUID on a page without https too', () => {
    const insecure = {
      getRandomValues: (array: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(array),
    } as unknown as Crypto
    expect(createKey(insecure)).toMatch(uuid4)
    expect(createKey(insecure)).not.toBe(createKey(insecure))
  })
})

describe('a form edited after an unknown outcome', () => {
  const first = { request: aRequest(), consentVersion: 'en-1', consentShown: undefined }
  const anew = { ...first, consentVersion: 'en-2' }
  const edited = { ...anew, request: aRequest({ city: 'Salem' }) }

  /** Sends forms one after the other; returns the types of their outcomes, and their keys as letters. */
  async function send(...all: [filled: typeof first, outcome: SubmitResult][]) {
    const keys: string[] = []
    const types: (string | undefined)[] = []
    const outcomes = all.map(([, outcome]) => outcome)
    const submission = createSubmission(async (_, { idempotencyKey }) => {
      keys.push(idempotencyKey)
      return outcomes.shift() ?? { type: 'not-sent', code: 'offline' }
    })
    for (const [filled] of all) types.push((await submission.send(filled))?.type)
    const different = [...new Set(keys)]
    return { types, keys: keys.map((key) => 'abcd'[different.indexOf(key)]).join('') }
  }

  const lost: SubmitResult = { type: 'outcome-unknown', code: 'timeout' }
  const outdated: SubmitResult = { type: 'consent-outdated' }
  const busy: SubmitResult = { type: 'not-sent', code: 'upstream_busy' }
  const invalid: SubmitResult = { type: 'invalid', errors: { city: ['Unknown city.'] } }

  it('and a changed wording has a new key, and outcomes of its own', async () => {
    const { types, keys } = await send(
      [first, lost],
      [first, outdated],
      [edited, invalid],
      [edited, busy],
      [anew, busy],
    )
    expect(keys).toBe('aabca')
    expect(types.slice(2)).toEqual(['invalid', 'outcome-unknown', 'not-sent'])
  })
})
