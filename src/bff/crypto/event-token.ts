/** Seals a button's event so that the browser can neither read nor invent one, and opens it again when the button is
 *  pressed. */
import { type KeyRing, ringBox } from './key-ring.ts'
import { type Ciphers, webCiphers } from './provider.ts'

/** What opening a press can come to. */
export type Unsealed =
  /** `until`: when it can be opened no more, in milliseconds since 1970. */
  | { type: 'ok'; event: string; until: number }
  | { type: 'expired' }
  /** Not sealed with our key, cut, or changed. */
  | { type: 'invalid' }

/** Seals and opens. */
export interface Seal {
  /** Seals an event's JSON; the result is URL-safe text. It can be opened for 24 hours. */
  seal(event: string): Promise<string>
  open(press: string): Promise<Unsealed>
}

/** How long a press can be opened, in milliseconds. */
export const pressLifetime = 24 * 60 * 60 * 1000
const prefix = 'v1.'

/**
 * A seal whose keys are made from other key material.
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
