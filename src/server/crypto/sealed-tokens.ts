/** Tokens that a browser carries and can neither read nor forge: of a button's event, until the button is pressed, and of a
 *  stored answer, until the voter comes back. */

import * as z from 'zod/mini'
import { type Clock, systemClock } from '../../contract/clock.ts'
import type { Pressed } from '../store/store.ts'
import { type KeyRing, ringBox, type SealedBox } from './provider.ts'

export type Unsealed =
  | { type: 'ok'; event: string; pressed: Pressed }
  | { type: 'expired' }
  /** Not sealed with our key, truncated, or modified. */
  | { type: 'invalid' }

export interface Seal {
  /** Seals an event's JSON, and which button of which receipt it is; the result is URL-safe text. It can be opened for 24 hours. */
  seal(event: string, pressed: Pressed): string
  open(press: string): Unsealed
}

export const pressLifetime = 24 * 60 * 60 * 1000
const prefix = 'v1.'

/** What is sealed: when it expires, the receipt and the button, and the event. */
const sealed = /^(\d+) ([\da-f-]{36})\/(primary|other) (.*)$/s

export function createSeal(ring: KeyRing, clock: Clock = systemClock): Seal {
  const box = ringBox(ring, 'press v1')
  return {
    seal: (event, { receipt, button }) =>
      prefix + box.close(`${clock.now() + pressLifetime} ${receipt}/${button} ${event}`, 'v1'),
    open(press) {
      const content = press.startsWith(prefix) ? box.open(press.slice(prefix.length), 'v1') : undefined
      const [, time, receipt, button, event = ''] = sealed.exec(content ?? '') ?? []
      if (receipt === undefined) return { type: 'invalid' }
      if (Number(time) <= clock.now()) return { type: 'expired' }
      return { type: 'ok', event, pressed: { receipt, button: button === 'primary' ? button : 'other' } }
    },
  }
}

const TokenContent = z.object({
  key: z.string(),
  /** The partner whose form it was, if it is one of the partners file. */
  partner: z.optional(z.string()),
  /** When it expires, in milliseconds since 1970. */
  until: z.number(),
})
export type AnswerToken = z.infer<typeof TokenContent>

export function answerTokens(box: SealedBox, clock: Clock) {
  return {
    write: (name: AnswerToken): string => box.close(JSON.stringify(name), 'again'),
    /** Returns `undefined` for a token that was not written here, or has expired. */
    read: (text: string): AnswerToken | undefined => {
      const content = box.open(text, 'again')
      const name = content === undefined ? undefined : TokenContent.parse(JSON.parse(content))
      return name === undefined || name.until <= clock.now() ? undefined : name
    },
  }
}
