/** Closes a text so that only who has the key can read it, and nobody can change it. AES-256-GCM by Web Crypto. */

import { fromUrlBase64, toUrlBase64 } from './base64url.ts'
import { deriveKey } from './derive-key.ts'

/** Closes and opens texts. `bound` is not in the box but must be the same when it is opened. */
export interface SealedBox {
  /** URL-safe text. */
  close(text: string, bound: string): Promise<string>
  /** `undefined` when the box was closed with another key or for something else, is cut, or was changed. */
  open(box: string, bound: string): Promise<string | undefined>
}

const nonceLength = 12

/**
 * A {@link SealedBox} with a key of its own.
 *
 * @param material what the key is made from
 * @param purpose for example `press v1`
 */
export function createSealedBox(material: Uint8Array<ArrayBuffer>, purpose: string): SealedBox {
  const key = deriveKey(material, purpose, 'seal')
  const encoder = new TextEncoder()
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  return {
    async close(text, bound) {
      const iv = crypto.getRandomValues(new Uint8Array(nonceLength))
      const how = { name: 'AES-GCM', iv, additionalData: encoder.encode(bound) }
      const content = await crypto.subtle.encrypt(how, await key, encoder.encode(text))
      const whole = new Uint8Array(nonceLength + content.byteLength)
      whole.set(iv)
      whole.set(new Uint8Array(content), nonceLength)
      return toUrlBase64(whole)
    },
    async open(box, bound) {
      const bytes = fromUrlBase64(box)
      if (bytes === undefined || bytes.length <= nonceLength) return undefined
      const how = { name: 'AES-GCM', iv: bytes.subarray(0, nonceLength), additionalData: encoder.encode(bound) }
      try {
        return decoder.decode(await crypto.subtle.decrypt(how, await key, bytes.subarray(nonceLength)))
      } catch {
        return undefined
      }
    },
  }
}
