/** Cryptography with the BFF's key material: keyed hashes (HMAC), encryption (AEAD), and tokens that a browser stores. */
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

/** Encrypts and decrypts texts (AEAD, AES-256-GCM). The result does not contain `context`, which must be the same for decryption. */
export interface Cipher {
  encrypt(text: string, context: string): string
  /** Returns `undefined` when the text was encrypted with another key or `context`, is truncated, or was modified, even only
   *  in the unused bits of base64. */
  decrypt(encrypted: string, context: string): string | undefined
}

const algorithm = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

/** `material`: at least 32 bytes, or the API secret. `purpose`: for example `phone v1`; each has its own key. */
export function keyedHash(material: Uint8Array, purpose: string): KeyedHash {
  const key = deriveKey(material, purpose)
  return (text) => createHmac('sha256', key).update(text, 'utf8').digest('base64url')
}

export function createCipher(material: Uint8Array, purpose: string): Cipher {
  const key = deriveKey(material, purpose)
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  return {
    encrypt(text, context) {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(context))
      const content = [cipher.update(text, 'utf8'), cipher.final()]
      return Buffer.concat([nonce, ...content, cipher.getAuthTag()]).toString('base64url')
    },
    decrypt(encrypted, context) {
      const bytes = Buffer.from(encrypted, 'base64url')
      if (bytes.length < nonceLength + tagLength || bytes.toString('base64url') !== encrypted) return undefined
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceLength))
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-tagLength))
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

/** Key material: the first key encrypts, all of them decrypt. */
export type EncryptionKeys = readonly [Uint8Array<ArrayBuffer>, ...Uint8Array<ArrayBuffer>[]]

/** Encrypts with the first key, and decrypts with any. With several keys the result has the key's id as an authenticated
 *  prefix. A text without an id was encrypted when there was a single key: each key is tried. */
export function createKeysCipher(keys: EncryptionKeys, purpose: string): Cipher {
  const ciphers = keys.map((material) => ({
    id: keyedHash(material, 'key id v1')('').slice(0, 8),
    cipher: createCipher(material, purpose),
  }))
  const [newest] = ciphers
  if (newest === undefined) throw new Error('There is no key.')
  return {
    encrypt(text, context) {
      if (ciphers.length === 1) return newest.cipher.encrypt(text, context)
      return `${newest.id}.${newest.cipher.encrypt(text, `${context} ${newest.id}`)}`
    },
    decrypt(encrypted, context) {
      const dot = encrypted.indexOf('.')
      const keyId = dot === -1 ? undefined : encrypted.slice(0, dot)
      for (const { id, cipher } of ciphers) {
        if (keyId !== undefined && keyId !== id) continue
        const text = cipher.decrypt(encrypted.slice(dot + 1), keyId === undefined ? context : `${context} ${keyId}`)
        if (text !== undefined) return text
      }
      return undefined
    },
  }
}

/** Returns 128 bits of a text's SHA-256 in hexadecimal. Only for texts that cannot be guessed, or whose digest is encrypted. */
export function digest(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 32)
}

export type DecryptedClick =
  | { type: 'ok'; event: string; click: ReceiptClick }
  | { type: 'expired' }
  /** Not encrypted with our keys, truncated, or modified. */
  | { type: 'invalid' }

export interface ClickTokens {
  /** Encrypts an event's JSON with its button and receipt, as URL-safe text that can be decrypted for 24 hours. */
  encrypt(event: string, click: ReceiptClick): string
  decrypt(token: string): DecryptedClick
}

export const clickTokenLifetimeMs = 24 * 60 * 60 * 1000
const prefix = 'v1.'

/** Content of a token: expiry, receipt, button and event. */
const tokenPattern = /^(\d+) ([\da-f-]{36})\/(primary|other) (.*)$/s

export function createClickTokens(keys: EncryptionKeys, clock: Clock = systemClock): ClickTokens {
  const cipher = createKeysCipher(keys, 'press v1')
  return {
    encrypt: (event, { receipt, button }) =>
      prefix + cipher.encrypt(`${clock.now() + clickTokenLifetimeMs} ${receipt}/${button} ${event}`, 'v1'),
    decrypt(token) {
      const content = token.startsWith(prefix) ? cipher.decrypt(token.slice(prefix.length), 'v1') : undefined
      const [, time, receipt, button, event = ''] = tokenPattern.exec(content ?? '') ?? []
      if (receipt === undefined) return { type: 'invalid' }
      if (Number(time) <= clock.now()) return { type: 'expired' }
      return { type: 'ok', event, click: { receipt, button: button === 'primary' ? button : 'other' } }
    },
  }
}

const TokenContent = z.object({
  key: z.string(),
  partner: z.optional(z.string()),
  /** When it expires, in milliseconds since 1970. */
  expiresAt: z.number(),
})
export type AnswerToken = z.infer<typeof TokenContent>

export function createAnswerTokens(cipher: Cipher, clock: Clock) {
  return {
    write: (content: AnswerToken): string => cipher.encrypt(JSON.stringify(content), 'again'),
    /** Returns `undefined` for a token that is not ours, or has expired. */
    read: (text: string): AnswerToken | undefined => {
      const json = cipher.decrypt(text, 'again')
      const content = json === undefined ? undefined : TokenContent.parse(JSON.parse(json))
      return content === undefined || content.expiresAt <= clock.now() ? undefined : content
    },
  }
}
