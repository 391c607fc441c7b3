/** Solves the BFF's proof-of-work challenge, without any action by the voter. */
import type { Challenge } from '../../../contract/bff-api.ts'

type Proof = Extract<Challenge, { kind: 'proof' }>

/** Keys derived in parallel. Browsers do this in background threads, so the page stays responsive. */
const parallelKeys = 4

/** Returns the `Challenge-Solution`; `undefined` if aborted, or without Web Crypto (pages without https). */
export async function solveProof(challenge: Proof, signal: AbortSignal): Promise<string | undefined> {
  const { parameters, signature } = challenge
  const { subtle } = globalThis.crypto ?? {}
  if (subtle === undefined) return undefined
  const nonce = parseHex(parameters.nonce)
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt: parseHex(parameters.salt), iterations: parameters.cost }

  const derive = async (counter: number) => {
    const password = new Uint8Array(nonce.length + 4)
    password.set(nonce)
    new DataView(password.buffer).setUint32(nonce.length, counter)
    const key = await subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
    return toHex(new Uint8Array(await subtle.deriveBits(algorithm, key, parameters.keyLength * 8)))
  }

  for (let first = 0; !signal.aborted; first += parallelKeys) {
    const keys = await Promise.all(Array.from({ length: parallelKeys }, (_, index) => derive(first + index)))
    const index = keys.findIndex((key) => key.startsWith(parameters.keyPrefix))
    if (index !== -1) {
      const solution = { counter: first + index, derivedKey: keys[index] }
      return btoa(JSON.stringify({ challenge: { parameters, signature }, solution }))
    }
  }
  return undefined
}

function parseHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
