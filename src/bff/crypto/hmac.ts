/** Names a text so that equal texts have equal names and nobody without the key can tell or guess the text. */

import { toUrlBase64 } from './base64url.ts'
import { deriveKey } from './derive-key.ts'

/** HMAC-SHA-256 of a text as 43 URL-safe characters. */
export type KeyedHash = (text: string) => Promise<string>

/**
 * A {@link KeyedHash} with a key of its own.
 *
 * @param material what the key is made from
 * @param purpose for example `phone v1`: names made for one purpose cannot be compared with those of another
 */
export function createKeyedHash(material: Uint8Array<ArrayBuffer>, purpose: string): KeyedHash {
  const encoder = new TextEncoder()
  const key = deriveKey(material, purpose, 'sign')
  return async (text) => toUrlBase64(new Uint8Array(await crypto.subtle.sign('HMAC', await key, encoder.encode(text))))
}
