/** What is done with the BFF's key material: names and boxes, by whichever implementation the host has. */

import { createSealedBox, type SealedBox } from './aead.ts'
import { createKeyedHash, type KeyedHash } from './hmac.ts'

/** Makes names and boxes. Every implementation makes the same of the same key: what one has closed, the other opens. */
export interface Ciphers {
  /**
   * @param material at least 32 bytes, or the API secret
   * @param purpose for example `phone v1`: another purpose is another key
   */
  keyedHash(material: Uint8Array<ArrayBuffer>, purpose: string): KeyedHash
  /** The same for a box, for example of `press v1`. */
  sealedBox(material: Uint8Array<ArrayBuffer>, purpose: string): SealedBox
}

/** By Web Crypto, which every host has. */
export const webCiphers: Ciphers = { keyedHash: createKeyedHash, sealedBox: createSealedBox }
