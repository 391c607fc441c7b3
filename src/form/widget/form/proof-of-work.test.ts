import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { describe, expect, it } from 'vitest'
import { Challenge } from '../../../contract/bff-api.ts'
import { solveProof } from './proof-of-work.ts'

const secrets = { hmacSignatureSecret: 'one', hmacKeySignatureSecret: 'two' }

async function aChallenge(counter: number) {
  const algorithm = 'PBKDF2/SHA-256'
  const made = await createChallenge({ algorithm, cost: 10, counter, deriveKey, ...secrets })
  const challenge = Challenge.parse({ kind: 'proof', ...made })
  if (challenge.kind !== 'proof') throw new Error('This is no proof.')
  return challenge
}

describe('a proof of work', () => {
  it.each([0, 1, 3, 4, 97])('is found by the browser and accepted by the server (counter %i)', async (counter) => {
    const solution = await solveProof(await aChallenge(counter), new AbortController().signal)
    const { verified } = await verifySolution({ ...JSON.parse(atob(solution ?? '')), deriveKey, ...secrets })
    expect(verified).toBe(true)
  })

  it('is short enough for a header', async () => {
    const solution = await solveProof(await aChallenge(1), new AbortController().signal)
    expect(solution?.length).toBeLessThan(1500)
  })

  it('is aborted when the voter has given up', async () => {
    const ended = new AbortController()
    ended.abort()
    expect(await solveProof(await aChallenge(1), ended.signal)).toBeUndefined()
  })
})
