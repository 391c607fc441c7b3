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

/** HMAC-SHA-256 of a text as 43 URL-safe characters: equal texts have equal hashes, and without the key no one can recover or
 *  guess the text. */
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

/** Creates a hash. @param material at least 32 bytes, or the API secret. @param purpose for example `phone v1`: each purpose
 *  has its own key */
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
  if (newest === undefined) throw new Error('A ring has a key.')
  return {
    close(text, bound) {
      if (keys.length === 1) return newest.box.close(text, bound)
      return `${newest.id}.${newest.box.close(text, `${bound} ${newest.id}`)}`
    },
    open(sealed, bound) {
      const dot = sealed.indexOf('.')
      const named = dot === -1 ? undefined : sealed.slice(0, dot)
      for (const { id, box } of keys) {
        if (named !== undefined && named !== id) continue
        const text = box.open(sealed.slice(dot + 1), named === undefined ? bound : `${bound} ${named}`)
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
