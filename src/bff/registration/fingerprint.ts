/** Names a request body together with the page and the site it is for, so that a key works for these only. */

import type { KeyedHash } from '../crypto/provider.ts'
import { type Ciphers, webCiphers } from '../crypto/provider.ts'

/**
 * HMAC-SHA-256 over body, origin and site with a key of our own: nobody can guess a body from its fingerprint.
 *
 * @param material what the key is made from
 * @param site which service, and on whose behalf: BFFs that share a database never share a form
 */
export function createFingerprint(
  material: Uint8Array<ArrayBuffer>,
  site: string,
  ciphers: Ciphers = webCiphers,
): (body: string, origin: string) => ReturnType<KeyedHash> {
  const hash = ciphers.keyedHash(material, 'fingerprint v2')
  return (body, origin) => hash(JSON.stringify([site, origin, body]))
}
