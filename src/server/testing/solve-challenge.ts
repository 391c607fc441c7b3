/** Solves the BFF's own challenges, as a browser does. */
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { Challenge } from '../../contract/bff-api.ts'

/** Returns the value of the `Challenge-Solution` header. @throws for a challenge of another kind */
export async function solved(challenge: Challenge): Promise<string> {
  if (challenge.kind !== 'proof') throw new Error('This is no proof.')
  const { parameters, signature } = challenge
  const solution = await solveChallenge({ challenge: { parameters, signature }, deriveKey })
  return btoa(JSON.stringify({ challenge: { parameters, signature }, solution }))
}
