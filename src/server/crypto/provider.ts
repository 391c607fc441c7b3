/** Cryptography with the BFF's key material: keyed hashes (HMAC) and sealed boxes (AEAD). */
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

/**
 * HMAC-SHA-256 of a text as 43 URL-safe characters: equal texts have equal hashes, and without the key no one can recover or
 * guess the text.
 */
export type KeyedHash = (text: string) => Promise<string>

/** Encrypts and decrypts texts (AEAD, AES-256-GCM). `bound` is not in the box but must be the same when it is opened. */
export interface SealedBox {
  /** Returns the box as URL-safe text. */
  close(text: string, bound: string): Promise<string>
  /** Returns `undefined` when the box was closed with another key or another `bound`, is truncated, or was modified, even
   *  only in the unused bits of base64: a box has one spelling. */
  open(box: string, bound: string): Promise<string | undefined>
}

/** Creates hashes and boxes. */
export interface Ciphers {
  /**
   * @param material at least 32 bytes, or the API secret
   * @param purpose for example `phone v1`: each purpose has its own key
   */
  keyedHash(material: Uint8Array<ArrayBuffer>, purpose: string): KeyedHash
  /** The same for a box, for example with purpose `press v1`. */
  sealedBox(material: Uint8Array<ArrayBuffer>, purpose: string): SealedBox
}

const algorithm = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

/** The {@link Ciphers} of OpenSSL, in this thread: Web Crypto runs each small operation on another one, which costs many times the work itself. */
export const nodeCiphers: Ciphers = {
  keyedHash(material, purpose) {
    const key = deriveKey(material, purpose)
    return async (text) => createHmac('sha256', key).update(text, 'utf8').digest('base64url')
  },
  sealedBox(material, purpose) {
    const key = deriveKey(material, purpose)
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    return {
      async close(text, bound) {
        const nonce = randomBytes(nonceLength)
        const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(bound))
        const content = [cipher.update(text, 'utf8'), cipher.final()]
        return Buffer.concat([nonce, ...content, cipher.getAuthTag()]).toString('base64url')
      },
      async open(box, bound) {
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
  },
}

/** HKDF-SHA-256: derives a key for one purpose, so that its output is useless for any other. */
function deriveKey(material: Uint8Array, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', material, '', `voter-registration ${purpose}`, 32)))
}

/** Key material: the first key seals, all of them open. */
export type KeyRing = readonly [Uint8Array<ArrayBuffer>, ...Uint8Array<ArrayBuffer>[]]

/**
 * A {@link SealedBox} over a ring. With several keys the box has the key's id as a prefix (`id.box`), which is bound to it,
 * so that a box has one spelling. A box without an id comes from a time with a single key, and is tried with each.
 */
export function ringBox(ciphers: Ciphers, ring: KeyRing, purpose: string): SealedBox {
  const keyOf = (material: Uint8Array<ArrayBuffer>) => ({
    id: ciphers
      .keyedHash(
        material,
        'key id v1',
      )('')
      .then((hash) => hash.slice(0, 8)),
    box: ciphers.sealedBox(material, purpose),
  })
  const [first, ...others] = ring
  const newest = keyOf(first)
  const keys = [newest, ...others.map(keyOf)]
  return {
    async close(text, bound) {
      if (others.length === 0) return newest.box.close(text, bound)
      const id = await newest.id
      return `${id}.${await newest.box.close(text, `${bound} ${id}`)}`
    },
    async open(sealed, bound) {
      const dot = sealed.indexOf('.')
      const named = dot === -1 ? undefined : sealed.slice(0, dot)
      for (const { id, box } of keys) {
        if (named !== undefined && named !== (await id)) continue
        const text = await box.open(sealed.slice(dot + 1), named === undefined ? bound : `${bound} ${named}`)
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
