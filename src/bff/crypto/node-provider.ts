/** The ciphers of the node door: OpenSSL in this thread. Web Crypto hands each of the dozen small things that a
 *  registration needs to another thread and waits for it, which costs many times the work itself. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomFillSync,
} from 'node:crypto'
import type { Ciphers } from './provider.ts'

const nonceLength = 12
const tagLength = 16

/** The {@link Ciphers} of Node. */
export const nodeCiphers: Ciphers = {
  keyedHash(material, purpose) {
    return createNaming(derived(material, purpose))
  },
  sealedBox(material, purpose) {
    const key = derived(material, purpose)
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    const nonces = createNonces()
    return {
      close(text, bound) {
        const nonce = nonces()
        const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(bound))
        return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
          'base64url',
        )
      },
      open(box, bound) {
        if (!/^[A-Za-z0-9_-]+$/.test(box)) return undefined
        const bytes = Buffer.from(box, 'base64url')
        if (bytes.length < nonceLength + tagLength) return undefined
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceLength))
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

/** HKDF-SHA-256, as `derive-key.ts` has it. */
function derived(material: Uint8Array, purpose: string) {
  return createSecretKey(Buffer.from(hkdfSync('sha256', material, '', `voter-registration ${purpose}`, 32)))
}

/** The longest text, in UTF-16 units, that is hashed the short way: longer than any registration that people fill in. */
const short = 4_096

/**
 * HMAC-SHA-256 (RFC 2104) as two hashes in one call each: an object of `createHmac` for every name takes twice as long, and
 * each registration needs half a dozen names.
 */
function createNaming(key: KeyObject): (text: string) => string {
  const bytes = key.export()
  const inner = Buffer.alloc(blockLength + short * 3)
  const outer = Buffer.alloc(blockLength + hashLength)
  for (let at = 0; at < blockLength; at++) {
    const byte = bytes[at] ?? 0
    inner[at] = byte ^ 0x36
    outer[at] = byte ^ 0x5c
  }
  return (text) => {
    if (text.length > short) return createHmac('sha256', key).update(text, 'utf8').digest('base64url')
    const end = blockLength + inner.write(text, blockLength, 'utf8')
    outer.write(hash('sha256', inner.subarray(0, end), 'binary'), blockLength, 'binary')
    // What a voter has typed does not stay behind.
    inner.fill(0, blockLength, end)
    return hash('sha256', outer, 'base64url')
  }
}

const blockLength = 64
const hashLength = 32

/** Random nonces, many drawn at once: each is used once. */
function createNonces(): () => Buffer {
  const drawn = Buffer.alloc(nonceLength * 128)
  let next = drawn.length
  return () => {
    if (next === drawn.length) {
      randomFillSync(drawn)
      next = 0
    }
    const nonce = Buffer.from(drawn.subarray(next, next + nonceLength))
    next += nonceLength
    return nonce
  }
}
