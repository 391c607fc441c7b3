/** Cryptography with the BFF's key material: keyed hashes (HMAC), sealed boxes (AEAD), and tokens that a browser carries. */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import * as z from 'zod/mini'
import { type Clock, systemClock } from '../../contract/clock.ts'
import type { ReceiptClick } from '../store/store.ts'

/** HMAC-SHA-256 as 43 URL-safe characters: equal texts have equal hashes; without the key no one can guess the text. */
export type KeyedHash = (text: string) => string

/** Encrypts and decrypts texts (AEAD, AES-256-GCM). `bound` is not in the box but must be the same when it is opened. */
export interface SealedBox {
  close(text: string, bound: string): string
  /** Returns `undefined` when the box was closed with another key or another `bound`, is truncated, or was modified, even
   *  only in the unused bits of base64: a box has one spelling. */
  open(box: string, bound: string): string | undefined
}

const algorithm = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

/** `material`: at least 32 bytes, or the API secret. `purpose`: for example `phone v1`; each has its own key. */
export function keyedHash(material: Uint8Array, purpose: string): KeyedHash {
  const key = deriveKey(material, purpose)
  return (text) => createHmac('sha256', key).update(text, 'utf8').digest('base64url')
}

export function sealedBox(material: Uint8Array, purpose: string): SealedBox {
  const key = deriveKey(material, purpose)
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  return {
    close(text, bound) {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(bound))
      const content = [cipher.update(text, 'utf8'), cipher.final()]
      return Buffer.concat([nonce, ...content, cipher.getAuthTag()]).toString('base64url')
    },
    open(box, bound) {
      const bytes = Buffer.from(box, 'base64url')
      if (bytes.length < nonceLength + tagLength || bytes.toString('base64url') !== box) return undefined
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceLength))
      decipher.setAAD(Buffer.from(bound)).setAuthTag(bytes.subarray(-tagLength))
      try {
        const content = decipher.update(bytes.subarray(nonceLength, -tagLength))
        return decoder.decode(Buffer.concat([content, decipher.final()]))
      } catch {
        return undefined
      }
    },
  }
}

/** HKDF-SHA-256: derives a key for one purpose, so that its output is useless for any other. */
function deriveKey(material: Uint8Array, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', material, '', `voter-registration ${purpose}`, 32)))
}

/** Key material: the first key seals, all of them open. */
export type KeyRing = readonly [Uint8Array<ArrayBuffer>, ...Uint8Array<ArrayBuffer>[]]

/** A {@link SealedBox} over a ring. With several keys the box has the key's id as a prefix (`id.box`), which is bound to it,
 *  so that a box has one spelling. A box without an id comes from a time with a single key, and is tried with each. */
export function ringBox(ring: KeyRing, purpose: string): SealedBox {
  const keys = ring.map((material) => ({
    id: keyedHash(material, 'key id v1')('').slice(0, 8),
    box: sealedBox(material, purpose),
  }))
  const [newest] = keys
  if (newest === undefined) throw new Error('A list of keys has a key.')
  return {
    close(text, bound) {
      if (keys.length === 1) return newest.box.close(text, bound)
      return `${newest.id}.${newest.box.close(text, `${bound} ${newest.id}`)}`
    },
    open(sealed, bound) {
      const dot = sealed.indexOf('.')
      const keyId = dot === -1 ? undefined : sealed.slice(0, dot)
      for (const { id, box } of keys) {
        if (keyId !== undefined && keyId !== id) continue
        const text = box.open(sealed.slice(dot + 1), keyId === undefined ? bound : `${bound} ${keyId}`)
        if (text !== undefined) return text
      }
      return undefined
    },
  }
}

/** Returns 128 bits of a text's SHA-256 in hexadecimal. Only for texts that cannot be guessed, or whose digest is sealed. */
export function digest(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 32)
}

export type Unsealed =
  | { type: 'ok'; event: string; pressed: ReceiptClick }
  | { type: 'expired' }
  /** Not sealed with our key, truncated, or modified. */
  | { type: 'invalid' }

export interface Seal {
  /** Seals an event's JSON, and which button of which receipt it is; the result is URL-safe text. It can be opened for 24 hours. */
  seal(event: string, pressed: ReceiptClick): string
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
