/** Proof of work: a bot check without third party or puzzle; the browser computes for some tenths of a second (ALTCHA 2). */
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import * as z from 'zod/mini'
import { Challenge } from '../../contract/bff-api.ts'
import type { KeyedHash } from './provider.ts'

/** Maximum length of a solution, in characters; ours have some 700. */
const maxSolutionLength = 4096

export interface ProofOfWork {
  /** Creates a challenge for one request. @param ratio multiple of the free count that was sent: twice, twice the work */
  challenge(ratio: number): Promise<Challenge>
  /** Whether the `Challenge-Solution` header of a request solves a challenge of ours, for the first time. Never throws. */
  check(solution: string): Promise<boolean>
}

/** Amount of work: the browser tries between `min` and `max` keys, each of `cost` rounds. */
export interface Effort {
  cost: number
  min: number
  max: number
}

/** The highest price: about 0.3 s on a laptop of 2024 and 2 s on a slow phone, one core each. The lowest is an eighth of it. */
export const defaultEffort: Effort = { cost: 5_000, min: 100, max: 300 }

/** A client that has sent this multiple of the free count gets the highest price. */
const maxPrice = 8

/** TTL of a challenge, in milliseconds: a form stops computing after 15 s. A cheap challenge from before a surge expires. The
 *  price is not checked again on submission: it rises while a voter computes, and a form computes once. */
const challengeLifetimeMs = 2 * 60 * 1000

/** `hash` derives the secrets that sign challenges, the same in every process. `isFirst`: each challenge works once. */
export function createProofOfWork({
  hash,
  isFirst,
  effort = defaultEffort,
}: {
  hash: KeyedHash
  isFirst: (text: string) => Promise<boolean>
  effort?: Effort
}): ProofOfWork {
  const secrets = { hmacSignatureSecret: hash('challenge'), hmacKeySignatureSecret: hash('challenge key') }
  return {
    async challenge(ratio) {
      const effortRatio = Math.min(1, Math.max(1, ratio) / maxPrice)
      const { parameters, signature } = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: effort.cost,
        counter: randomInt(Math.ceil(effort.max * effortRatio), Math.ceil(effort.min * effortRatio)),
        deriveKey,
        expiresAt: new Date(Date.now() + challengeLifetimeMs),
        ...secrets,
      })
      return Challenge.parse({ kind: 'proof', parameters, signature })
    },
    async check(solution) {
      const payload = parsePayload(solution)
      if (payload === undefined) return false
      try {
        const { verified } = await verifySolution({ ...payload, deriveKey, ...secrets })
        return verified && (await isFirst(payload.challenge.signature))
      } catch {
        // The library throws for some malformed challenges.
        return false
      }
    },
  }
}

const Payload = z.object({
  challenge: z.object({
    parameters: z.extend(Challenge.shape.parameters, { keySignature: z.string(), expiresAt: z.number() }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

function parsePayload(solution: string): z.infer<typeof Payload> | undefined {
  if (solution.length > maxSolutionLength) return undefined
  try {
    return Payload.safeParse(JSON.parse(atob(solution))).data
  } catch {
    return undefined
  }
}
