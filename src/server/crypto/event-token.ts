/** Seals a button's event into a token that the browser can neither read nor forge, and opens it when the button is
 *  pressed. */
import { type KeyRing, ringBox } from './key-ring.ts'
import { type Ciphers, webCiphers } from './provider.ts'

/** The result of opening a press. */
export type Unsealed =
  /** `until`: when it expires, in milliseconds since 1970. */
  | { type: 'ok'; event: string; until: number }
  | { type: 'expired' }
  /** Not sealed with our key, truncated, or modified. */
  | { type: 'invalid' }

/** Seals and opens. */
export interface Seal {
  /** Seals an event's JSON; the result is URL-safe text. It can be opened for 24 hours. */
  seal(event: string): Promise<string>
  open(press: string): Promise<Unsealed>
}

/** TTL of a press, in milliseconds. */
export const pressLifetime = 24 * 60 * 60 * 1000
const prefix = 'v1.'

/**
 * Creates a seal whose keys are derived from the key ring.
 *
 * @param now the clock, in milliseconds
 */
export function createSeal(ring: KeyRing, now: () => number = Date.now, ciphers: Ciphers = webCiphers): Seal {
  const box = ringBox(ciphers, ring, 'press v1')
  return {
    seal: async (event) => prefix + (await box.close(`${now() + pressLifetime} ${event}`, 'v1')),
    async open(press) {
      const content = press.startsWith(prefix) ? await box.open(press.slice(prefix.length), 'v1') : undefined
      if (content === undefined) return { type: 'invalid' }
      const space = content.indexOf(' ')
      const until = Number(content.slice(0, space))
      return until > now() ? { type: 'ok', event: content.slice(space + 1), until } : { type: 'expired' }
    },
  }
}
