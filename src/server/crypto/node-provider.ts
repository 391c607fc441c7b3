/** The ciphers of a Node server: OpenSSL in this thread. Web Crypto runs each of the dozen small operations of a registration
 *  on another thread and waits for it, which costs many times the work itself. Measured with the command as shipped, 300
 *  registrations a second, 7 alternating rounds: with Web Crypto instead, 17 % more processor time (2.23 to 1.84 ms each), 33 %
 *  more at p99, 31 wake-ups of threads to 9. A host that runs elsewhere has Web Crypto only, so there are two. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import type { Ciphers } from './provider.ts'

const algorithm = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

/** The {@link Ciphers} of Node. */
export const nodeCiphers: Ciphers = {
  keyedHash(material, purpose) {
    const key = derived(material, purpose)
    return async (text) => createHmac('sha256', key).update(text, 'utf8').digest('base64url')
  },
  sealedBox(material, purpose) {
    const key = derived(material, purpose)
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

/** HKDF-SHA-256, the same as in `provider.ts`. */
function derived(material: Uint8Array, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', material, '', `voter-registration ${purpose}`, 32)))
}
