/** Tokens that a browser carries and can neither read nor forge: of a button's event, until the button is pressed, and of a
 *  stored answer, until the voter comes back. */
import * as z from 'zod/mini'
import type { Pressed } from '../store/store.ts'
import { type Ciphers, type KeyRing, nodeCiphers, ringBox, type SealedBox } from './provider.ts'

/** The result of opening a press. */
export type Unsealed =
  /** `until`: when it expires, in milliseconds since 1970. */
  | { type: 'ok'; event: string; until: number; pressed?: Pressed }
  | { type: 'expired' }
  /** Not sealed with our key, truncated, or modified. */
  | { type: 'invalid' }

/** Seals and opens. */
export interface Seal {
  /** Seals an event's JSON, and which button of which receipt it is; the result is URL-safe text. It can be opened for 24 hours. */
  seal(event: string, pressed?: Pressed): Promise<string>
  open(press: string): Promise<Unsealed>
}

/** TTL of a press, in milliseconds. */
export const pressLifetime = 24 * 60 * 60 * 1000
const prefix = 'v1.'

/** What is sealed: when it expires, the receipt and the button, and the event. No JSON begins like the second part. */
const sealed = /^(\d+) (?:([\da-f-]{36})\/(primary|other) )?(.*)$/s

/**
 * Creates a seal whose keys are derived from the key ring.
 *
 * @param now the clock, in milliseconds
 */
export function createSeal(ring: KeyRing, now: () => number = Date.now, ciphers: Ciphers = nodeCiphers): Seal {
  const box = ringBox(ciphers, ring, 'press v1')
  return {
    seal: async (event, pressed) => {
      const name = pressed === undefined ? '' : `${pressed.receipt}/${pressed.button} `
      return prefix + (await box.close(`${now() + pressLifetime} ${name}${event}`, 'v1'))
    },
    async open(press) {
      const content = press.startsWith(prefix) ? await box.open(press.slice(prefix.length), 'v1') : undefined
      if (content === undefined) return { type: 'invalid' }
      const [, time, receipt, button, event = ''] = sealed.exec(content) ?? []
      const until = Number(time)
      if (!(until > now())) return { type: 'expired' }
      const isNamed = receipt !== undefined && (button === 'primary' || button === 'other')
      return { type: 'ok', event, until, ...(isNamed && { pressed: { receipt, button } }) }
    },
  }
}

const TokenContent = z.object({
  /** The idempotency key of its form. */
  key: z.string(),
  /** The partner whose form it was, if it is one of the partners file. */
  partner: z.optional(z.string()),
  /** When it expires, in milliseconds since 1970. */
  until: z.number(),
})
/** The content of a token. */
export type AnswerToken = z.infer<typeof TokenContent>

/**
 * Writes and reads answer tokens.
 *
 * @param now milliseconds since 1970
 */
export function answerTokens(box: SealedBox, now: () => number) {
  return {
    /** Returns the token as URL-safe text. */
    write: (name: AnswerToken): Promise<string> => box.close(JSON.stringify(name), 'again'),
    /** Returns `undefined` for a token that was not written here, or has expired. */
    read: async (text: string): Promise<AnswerToken | undefined> => {
      const content = await box.open(text, 'again')
      const name = content === undefined ? undefined : TokenContent.parse(JSON.parse(content))
      return name === undefined || name.until <= now() ? undefined : name
    },
  }
}
